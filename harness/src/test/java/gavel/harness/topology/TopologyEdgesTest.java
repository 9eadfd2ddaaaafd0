package gavel.harness.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.config.Configuration;
import gavel.harness.config.Configurations;
import gavel.harness.config.Configurations.SettingOverride;
import gavel.harness.config.placement.Placement;
import gavel.harness.failure.EnvironmentException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** Ports that meet, texts that secrets are put into, and what instances are made of. */
class TopologyEdgesTest {
    private static Configuration configuration(String... settings) {
        return new Configurations(Path.of("../deploy/configs"))
                .read(
                        "minimal",
                        Arrays.stream(settings).map(SettingOverride::parse).toList());
    }

    /** One that gives these numbers first, and then any. */
    private static RandomGenerator giving(int... first) {
        SplittableRandom random = new SplittableRandom(3);
        int[] given = {0};
        return new RandomGenerator() {
            @Override
            public long nextLong() {
                return random.nextLong();
            }

            @Override
            public int nextInt(int origin, int bound) {
                return given[0] < first.length ? first[given[0]++] : random.nextInt(origin, bound);
            }
        };
    }

    /** A page of figures must not take the port that the next application server was promised: nobody uses it, and the start would fail. */
    @Test
    void aPortThatTheConfigurationNamesIsTakenByNothingElse() {
        Ports ports = Ports.choose(
                configuration("appServers.count=3", "appServers.port=20000"),
                _ -> true,
                giving(20_001, 20_002, 20_000, 20_001));
        assertThat(ports.app()).containsExactly(20_000, 20_001, 20_002);
        assertThat(ports.management()).doesNotContain(20_000, 20_001, 20_002).doesNotHaveDuplicates();
    }

    @Test
    void noPortIsUsedTwiceWhateverIsNamed() {
        for (int seed = 0; seed < 200; seed++) {
            Ports ports = Ports.choose(
                    configuration(
                            "appServers.count=8",
                            "appServers.port=15000",
                            "webServers.implementation=nginx",
                            "webServers.count=4",
                            "webServers.port=15010",
                            "balancers.implementation=haproxy",
                            "balancers.count=4",
                            "balancers.port=15020",
                            "broker.implementation=rabbitmq",
                            "broker.count=3",
                            "documents.implementation=mongodb",
                            "documents.topology=sharded",
                            "drivers.count=4"),
                    // So few that they meet.
                    port -> port < 16_000,
                    new SplittableRandom(seed));
            List<Integer> all = new ArrayList<>(List.of(ports.database()));
            all.addAll(ports.app());
            all.addAll(ports.management());
            all.addAll(ports.agents());
            all.add(ports.rabbit().names());
            ports.rabbit()
                    .nodes()
                    .forEach(node -> all.addAll(List.of(node.clients(), node.others(), node.statistics())));
            ports.web().forEach(web -> all.addAll(List.of(web.https(), web.status())));
            ports.balancers().forEach(web -> all.addAll(List.of(web.https(), web.status())));
            all.addAll(ports.mongo().data());
            all.addAll(ports.mongo().config());
            all.addAll(ports.mongo().routers());
            // 1 + 2 × 8 + 4 + 1 + 3 × 3 + 2 × 4 + 2 × 4 + 2 + 1 + 1
            assertThat(all).hasSize(51).doesNotHaveDuplicates().allMatch(port -> port >= 15_000 && port < 16_000);
            assertThat(ports.broker())
                    .isEqualTo(ports.rabbit().nodes().getFirst().clients());
            assertThat(ports.documents()).isEqualTo(ports.mongo().routers().getFirst());
        }
    }

    @Test
    void twoSettingsThatNameOnePortAreToldByTheSecond() {
        Configuration both = configuration(
                "webServers.implementation=nginx",
                "webServers.port=8443",
                "balancers.implementation=haproxy",
                "balancers.port=8443");
        assertThatThrownBy(() -> Ports.choose(both, _ -> true, new SplittableRandom(1)))
                .isInstanceOf(EnvironmentException.class)
                .hasMessage(
                        "port 8443 is in use (balancers.port); stop what listens there, choose another, or set null for a free one");
    }

    @Test
    void whatIsSomebodyElsesNeedsNoPort() {
        Ports ports = Ports.planned(configuration(
                "relational.implementation=external",
                "relational.url=jdbc:postgresql://h/d",
                "relational.username=u",
                "relational.passwordFile=f",
                "broker.implementation=external",
                "broker.host=h",
                "broker.port=5672",
                "broker.username=u",
                "broker.passwordFile=f",
                "documents.implementation=external",
                "documents.uriFile=f"));
        assertThat(List.of(ports.database(), ports.broker(), ports.documents())).containsOnly(0);
        assertThat(ports.mongo()).isNull();
        assertThat(ports.rabbit()).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "plain",
                "quote\"s and \\",
                "two\nlines\r\t",
                "\u0000\u001f\u007f",
                "ünï☃",
                "${secret:x}",
                "$1 \\1"
            })
    void aSecretBetweenQuotesOfJsonIsReadBackAsItIs(String value) {
        String text = Secret.resolve("{\"password\": \"${secret:database}\"}", Quoting.JSON, _ -> value);
        assertThat(JsonMapper.builder().build().readTree(text).get("password").stringValue())
                .isEqualTo(value);
    }

    @Test
    void anySecretIsReadBackFromJson() {
        SplittableRandom random = new SplittableRandom(16);
        for (int i = 0; i < 2_000; i++) {
            StringBuilder value = new StringBuilder();
            for (int j = random.nextInt(20); j > 0; j--) {
                value.append((char) random.nextInt(0x250));
            }
            String text = '"' + Quoting.JSON.apply(value.toString()) + '"';
            assertThat(JsonMapper.builder().build().readTree(text).stringValue())
                    .isEqualTo(value.toString());
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            plain    | PLAIN | plain
            o'clock  | PLAIN | o'clock
            o'clock  | SQL   | o''clock
            ''       | SQL   | ''''
            a\\b     | SQL   | a\\b
            """)
    void eachTextHasItsOwnQuotes(String value, Quoting quoting, String quoted) {
        assertThat(quoting.apply(value)).isEqualTo(quoted);
    }

    @Test
    void onlyReferencesAreReplacedEachByItsOwnValue() {
        Map<String, String> values = Map.of("database", "$1\\", "agent-driver1", "${secret:database}");
        String text =
                "a ${secret:database} b ${secret:agent-driver1} c ${other:database} $secret:database ${secret:} ${secret:a b}";
        assertThat(Secret.resolve(text, Quoting.PLAIN, values::get))
                // What a value says is no reference of its own.
                .isEqualTo("a $1\\ b ${secret:database} c ${other:database} $secret:database ${secret:} ${secret:a b}");
    }

    @Test
    void eachServerHasASecretOfItsOwn() {
        assertThat(Secret.agent("driver1").reference()).isEqualTo("${secret:agent-driver1}");
        assertThat(Secret.ticketKey(0).base64()).isEqualTo(new Secret("ticket-key-1-base64"));
        assertThat(Secret.statistics("lb1").name()).isEqualTo("statistics-lb1");
        Set<String> names = new HashSet<>();
        for (Secret secret : List.of(
                Secret.DATABASE,
                Secret.BROKER,
                Secret.DOCUMENTS,
                Secret.DOCUMENTS_KEY,
                Secret.MANAGEMENT,
                Secret.COOKIE,
                Secret.ACCOUNTS,
                Secret.EXTERNAL_DATABASE,
                Secret.EXTERNAL_BROKER,
                Secret.EXTERNAL_DOCUMENTS,
                Secret.AUTHORITY,
                Secret.CERTIFICATE,
                Secret.CERTIFICATE_KEY)) {
            assertThat(names.add(secret.name())).as(secret.name()).isTrue();
        }
    }

    private static InstanceSpec instance(String name, String... needs) {
        return InstanceSpec.of("tier", name, Launch.Command.java(List.of("java"), true))
                .needs(List.of(needs))
                .build();
    }

    @Test
    void whatIsNeededStandsBeforeAndANameStandsOnce() {
        assertThat(new Topology(List.of(instance("a"), instance("b", "a"), instance("c", "a", "b"))).instances())
                .hasSize(3);
        assertThatThrownBy(() -> new Topology(List.of(instance("b", "a"), instance("a"))))
                .hasMessage("b needs a, which does not come before it");
        assertThatThrownBy(() -> new Topology(List.of(instance("a", "a"))))
                .hasMessage("a needs a, which does not come before it");
        assertThatThrownBy(() -> new Topology(List.of(instance("a"), instance("a"))))
                .hasMessage("two instances are called a");
    }

    @Test
    void aProgramIsNamedOnceWhoeverNeedsIt() {
        Program nginx = new Program("Nginx", "nginx", List.of("/usr/sbin/nginx"), "-v");
        Program tool = new Program("Tool", "tool", List.of("/usr/bin/tool"), null);
        Step step = new Step(
                "check",
                new Step.Command(tool, List.of("tool"), Map.of(), true, List.of(), null, Duration.ofSeconds(5)),
                "it failed");
        Launch server = Launch.Command.server(nginx, List.of(Program.PATH), Map.of(), true);
        Topology topology = new Topology(List.of(
                InstanceSpec.of("web", "web1", server).before(step).after(step).build(),
                InstanceSpec.of("web", "web2", server).build(),
                InstanceSpec.of("app", "app1", Launch.Command.java(List.of("java"), true))
                        .after(new Step("s", Step.Command.tool(List.of("java"), Duration.ofSeconds(1)), "f"))
                        .build()));
        assertThat(topology.programs()).containsExactly(nginx, tool);
        assertThat(topology.of("web")).extracting(InstanceSpec::name).containsExactly("web1", "web2");
        assertThat(topology.instance("web2")).isPresent();
        assertThat(topology.instance("web3")).isEmpty();
        assertThat(topology.at(Stage.FRONT)).isEmpty();
    }

    @Test
    void whatAnInstanceIsMadeOfCannotBeChangedAfterwards() {
        List<String> command = new ArrayList<>(List.of("java"));
        Launch.Command launch = Launch.Command.java(command, false);
        command.add("-jar");
        assertThat(launch.command()).containsExactly("java");
        assertThat(launch.at(5).nice()).isEqualTo(5);
        assertThat(launch.at(5).endedBy("INT"))
                .isEqualTo(new Launch.Command(null, List.of("java"), Map.of(), 5, false, true, "INT"));
        InstanceSpec spec = instance("a");
        assertThatThrownBy(() -> spec.ports().put("x", 1)).isInstanceOf(UnsupportedOperationException.class);
        assertThat(InstanceSpec.of("t", "n", launch).heap(640).build().capacity())
                // 640 and a sixteenth of it, and 192 beside.
                .isEqualTo(new InstanceSpec.Capacity(872, 640));
        assertThat(InstanceSpec.of("t", "n", launch).memory(64).build().capacity())
                .isEqualTo(new InstanceSpec.Capacity(64, 0));
    }

    @Test
    void storageNeedsAProgramOnlyWhereItIsMounted() {
        Program client = new Program("NFS client", "nfs-common", List.of("/sbin/mount.nfs"), null);
        assertThat(new Launch.Storage("images", null, null, null, client, List.of("")).program())
                .isNull();
        assertThat(new Launch.Storage("images", null, "files:/x", "hard", client, List.of("")).program())
                .isEqualTo(client);
        assertThat(new Launch.Elsewhere("somebody's").program()).isNull();
        assertThat(new Launch.Within("parent", "state").program()).isNull();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            nginx         | `gavel install` with the same configuration installs it (package nginx)
            mongodb-org-server | `gavel install` with the same configuration installs it (package mongodb-org-server) where MongoDB's own repository is configured, as it is in no distribution
            """)
    void aMissingProgramIsToldWithItsPackage(String distributionPackage, String advice) {
        assertThat(new Program("x", distributionPackage, List.of(), null).advice())
                .isEqualTo(advice);
        assertThat(Program.beside("pg_ctl")).isEqualTo("${program/pg_ctl}");
    }

    @Test
    void aTemplateIsFilledOrSaysWhatIsNotKnown() {
        assertThat(Template.fill(TopologyEdgesTest.class, "template.txt", Map.of("port", "80", "path", "$1\\x")))
                .isEqualTo("listen 80; # $dollar ${not a place} $1\\x\n");
        assertThatThrownBy(() -> Template.fill(TopologyEdgesTest.class, "template.txt", Map.of("port", "80")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("nothing is known for ${path} of template.txt");
    }

    @Test
    void aPlanNamesHostsInThePlaceOfAddresses() {
        Configuration spread = configuration("hosts.isolated=true", "appServers.count=2");
        Locations planned = Locations.planned(Placement.of(spread), 2);
        assertThat(planned.hosts().get("").address()).isEqualTo("localhost");
        assertThat(planned.virtualAddresses()).containsExactly("virtual1", "virtual2");
        assertThat(planned.descriptors()).isEqualTo(-1);

        Configuration machines = configuration(
                "hosts.machines=[{name: m1, address: 10.0.0.1, tiers: [appServers, drivers, relational, services]}]");
        Locations elsewhere = Locations.planned(Placement.of(machines), 0);
        assertThat(elsewhere.hosts().get("m1").address()).isEqualTo("10.0.0.1");
        TopologyContext context = TopologyContext.planned(machines);
        assertThat(context.address(Tiers.APP_SERVERS, 0)).isEqualTo("10.0.0.1");
        assertThat(context.toolsHost()).isEqualTo("m1");
        assertThat(context.log("app1")).isEqualTo("run/logs/app1.log");
        assertThat(context.settings("nginx.conf")).isEqualTo("run/settings/nginx.conf");
        assertThat(context.data("postgresql")).isEqualTo("run/data/postgresql");
    }
}
