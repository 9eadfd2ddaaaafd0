package gavel.harness.config.placement;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.config.Configuration;
import gavel.harness.config.Configurations;
import gavel.harness.config.Configurations.SettingOverride;
import gavel.harness.config.machine.MachineSettings;
import gavel.harness.deploy.Topologies;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.setting.RecordWriter;
import gavel.harness.topology.InstanceSpec;
import gavel.harness.topology.Step;
import gavel.harness.topology.TopologyContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Instances on machines that a configuration names. */
class MachinesTest {
    private static final String SMALL = "hosts.machines=["
            + "{name: front, address: 10.0.0.2, tiers: [webServers]}, "
            + "{name: a1, address: 10.0.0.3, tiers: [appServers]}, "
            + "{name: a2, address: 10.0.0.4, tiers: [appServers]}, "
            + "{name: db, address: db.example, user: bench, port: 2222, tiers: [services, broker], "
            + "powerOn: \"virsh start db\"}, "
            + "{name: load, address: 10.0.0.6, tiers: [drivers]}]";

    @TempDir
    Path home;

    private static Configuration configuration(String... settings) {
        return new Configurations(Path.of("../deploy/configs"), Topologies::check)
                .read("minimal", Stream.of(settings).map(SettingOverride::parse).toList());
    }

    private static List<String> problems(String... settings) {
        try {
            configuration(settings);
            return List.of();
        } catch (ConfigurationException e) {
            return e.problems();
        }
    }

    @Test
    void instancesTakeTheMachinesOfTheirTierInTurn() {
        Configuration configuration =
                configuration(SMALL, "appServers.count=3", "webServers.implementation=nginx", "drivers.count=2");

        assertThat(configuration.platform()).isEqualTo(Configuration.Platform.SSH);
        assertThat(Topologies.planned(configuration).instances())
                .extracting(instance -> instance.name() + " on " + instance.host())
                .containsExactlyInAnyOrder(
                        "embedded-services on db",
                        "postgresql on db",
                        "app1 on a1",
                        "app2 on a2",
                        "app3 on a1",
                        "nginx1 on front",
                        "driver1 on load",
                        "driver2 on load");
        Placement placement = Placement.of(configuration);
        assertThat(placement.hosts()).isEmpty();
        assertThat(placement.driversApart()).isTrue();
        assertThat(TopologyContext.planned(configuration).address("services", 0))
                .isEqualTo("db.example");
    }

    @Test
    void onlyWhatACountNeedsIsUsed() {
        Placement one = Placement.of(configuration(SMALL));

        assertThat(one.machines()).extracting(MachineSettings::name).containsExactly("a1", "db", "load");
        assertThat(Placement.of(configuration(SMALL, "appServers.count=2")).machines())
                .extracting(MachineSettings::name)
                .containsExactly("a1", "a2", "db", "load");
        assertThat(Placement.of(configuration(SMALL, "appServers.most=2")).machines())
                .as("those a deployment may grow to are there from its start")
                .extracting(MachineSettings::name)
                .contains("a2");
    }

    @Test
    void limitsMakePartsOfMachines() {
        Placement placement = Placement.of(configuration(SMALL, "appServers.count=3", "appServers.cpu=0.5"));

        assertThat(placement.hosts())
                .containsExactly(
                        new Partition("a1-app1", false, 0.5, 0),
                        new Partition("a2-app2", false, 0.5, 0),
                        new Partition("a1-app3", false, 0.5, 0));
        assertThat(placement.parts("a1")).extracting(Partition::name).containsExactly("a1-app1", "a1-app3");
        assertThat(placement.machine("a1-app3")).isEqualTo("a1");
        assertThat(placement.machine("db")).isEqualTo("db");
        assertThat(placement.host("appServers", 1)).contains("a2-app2");
        assertThat(placement.cpu("appServers", 2)).isEqualTo(0.5);
    }

    @Test
    void toolsAreOnAMachineAndNeverHeldToALimit() {
        assertThat(TopologyContext.planned(configuration(SMALL, "appServers.cpu=0.5"))
                        .toolsHost())
                .isEqualTo("a1");
        assertThat(TopologyContext.planned(configuration("hosts.isolated=true", "appServers.cpu=0.5"))
                        .toolsHost())
                .as("this machine itself")
                .isEmpty();
    }

    @Test
    void driversBesideTheApplicationAreNotApart() {
        assertThat(Placement.of(configuration(
                                SMALL.replace("[drivers]", "[drivers, appServers]"), "appServers.count=3"))
                        .driversApart())
                .isFalse();
        assertThat(Placement.of(configuration()).driversApart()).isFalse();
    }

    @Test
    void whatATierHasToItselfIsCounted() {
        assertThat(Placement.of(configuration(SMALL, "appServers.count=3")).apart("appServers"))
                .isEqualTo(2);
        assertThat(Placement.of(configuration(
                                SMALL.replace(
                                        "10.0.0.3, tiers: [appServers]", "10.0.0.3, tiers: [appServers, drivers]"),
                                "appServers.count=2"))
                        .apart("appServers"))
                .isEqualTo(1);
    }

    @Test
    void aFileReadsBackAsItWasWritten() throws IOException {
        Configuration configuration = configuration(SMALL);
        Path file = Files.writeString(home.resolve("configuration.yaml"), RecordWriter.write(configuration));

        assertThat(Configurations.stored(file, List.of())).isEqualTo(configuration);
    }

    @Test
    void aRelativeKeyIsBesideTheFileThatNamesIt() throws IOException {
        Path file = Files.writeString(home.resolve("mine.yaml"), """
                hosts:
                  machines:
                    - {name: all, address: 10.0.0.2, tiers: [appServers, services, drivers], identity: keys/id}
                    - {name: other, address: 10.0.0.3, tiers: [appServers], identity: ~/.ssh/id}
                """);

        assertThat(new Configurations(home)
                        .read(file.toString(), List.of())
                        .hosts()
                        .machines())
                .extracting(MachineSettings::identity)
                .containsExactly(home.resolve("keys/id").toString(), System.getProperty("user.home") + "/.ssh/id");
    }

    @Test
    void everyTierNeedsAMachineAndSomeNeedOneAlone() {
        assertThat(problems(
                        "hosts.machines=[{name: a, address: 10.0.0.2, tiers: [services]}, "
                                + "{name: b, address: 10.0.0.3, tiers: [services]}]",
                        "webServers.implementation=nginx"))
                .hasSize(4)
                .allMatch(problem -> problem.contains("hosts.machines"))
                .anyMatch(problem -> problem.startsWith("machines must say where webServers run: add webServers to"))
                .anyMatch(problem -> problem.startsWith("machines must say where appServers run"))
                .anyMatch(problem -> problem.startsWith("machines must say where drivers run"))
                .anyMatch(problem -> problem.startsWith("machines must have services on one machine alone: [a, b]"));
    }

    @Test
    void everythingWrongWithMachinesIsToldAtOnce() {
        assertThat(problems(
                        "hosts.machines=[{name: A1, address: 127.0.0.1, tiers: [appserver]}, "
                                + "{name: b, address: -oProxyCommand=x, user: -x, port: 70000, tiers: [drivers], "
                                + "identity: id, powerOff: \"virsh shutdown b\"}]",
                        "hosts.directory=var/gavel",
                        "hosts.startWithin=1s",
                        "hosts.isolated=true"))
                .anyMatch(problem -> problem.startsWith("name must be 1 to 31 small letters, digits and -")
                        && problem.contains("A1"))
                .anyMatch(problem -> problem.contains("no loopback: 127.0.0.1"))
                .anyMatch(problem -> problem.contains("did you mean 'appServers'?"))
                .anyMatch(problem -> problem.startsWith("address must be a host name") && problem.contains("-oProxy"))
                .anyMatch(problem -> problem.startsWith("user must be a login name: -x"))
                .anyMatch(problem -> problem.startsWith("port must be 1..65535: 70000"))
                .anyMatch(problem -> problem.startsWith("identity must be an absolute path"))
                .anyMatch(problem -> problem.startsWith("powerOff needs powerOn"))
                .anyMatch(problem -> problem.startsWith("directory must be an absolute path"))
                .anyMatch(problem -> problem.startsWith("startWithin must be 5s..1h: 1s"))
                .anyMatch(problem -> problem.startsWith("isolated divides this machine"))
                .noneMatch(problem -> problem.contains("must say where"));
    }

    @Test
    void aMachineWithoutTiersIsRefusedAndNotAnErrorOfTheProgram() {
        assertThat(problems("hosts.machines=[{name: a, address: 10.0.0.2}]"))
                .anyMatch(problem -> problem.startsWith("tiers must name at least one of balancers, webServers"));
        assertThat(problems("hosts.machines=[{name: a, adress: 10.0.0.2}]"))
                .anyMatch(problem -> problem.contains("did you mean 'address'?"));
    }

    @Test
    void noMachineIsNamedTwice() {
        assertThat(problems("hosts.machines=[{name: a, address: 10.0.0.2, tiers: [services, appServers]}, "
                        + "{name: a, address: 10.0.0.2, tiers: [drivers]}]"))
                .anyMatch(problem -> problem.startsWith("machines must have a name each: [a]"))
                .anyMatch(problem -> problem.startsWith("machines must have an address each"));
    }

    @Test
    void whatCannotWorkOnSeveralMachinesIsRefusedWithWhatToDo() {
        assertThat(problems(
                        SMALL, "appServers.count=2", "hosts.appServers.count=1", "imageStore.implementation=directory"))
                .anyMatch(problem -> problem.startsWith("count divides this machine: the tiers of hosts.machines say"))
                .anyMatch(problem -> problem.startsWith("directory must be one that every machine of appServers has")
                        && problem.contains("imageStore.implementation: documents"));
        assertThat(problems(SMALL, "imageStore.implementation=directory", "imageStore.nfs=files:/export"))
                .anyMatch(problem -> problem.startsWith("nfs is mounted by Gavel on this machine only"));
        assertThat(problems(
                        SMALL,
                        "relational.implementation=external",
                        "relational.url=jdbc:postgresql://localhost/gavel",
                        "relational.username=gavel",
                        "relational.passwordFile=/tmp/password"))
                .anyMatch(problem -> problem.startsWith("url must be an address that the machines can reach"));
        assertThat(problems(SMALL, "platform=local"))
                .anyMatch(problem ->
                        problem.startsWith("platform must be ssh or null, as hosts.machines names machines"));
        assertThat(problems("platform=ssh"))
                .anyMatch(problem -> problem.startsWith(
                        "platform must be local, compose, kubernetes or null, as hosts.machines names none"));
    }

    @Test
    void virtualAddressesAreNamedAndServedByMachinesOfTheirOwn() {
        String[] keepalived = {
            SMALL, "webServers.implementation=nginx", "virtualIps.implementation=keepalived", "webServers.count=2"
        };
        assertThat(problems(keepalived))
                .anyMatch(problem -> problem.startsWith("addresses must name free addresses of the machines' network"))
                .anyMatch(problem -> problem.startsWith("machines must have a machine for each of the 2 webServers"));
        assertThat(problems(
                        SMALL,
                        "webServers.implementation=nginx",
                        "virtualIps.implementation=keepalived",
                        "virtualIps.addresses=[10.0.0.2]"))
                .anyMatch(problem -> problem.startsWith("addresses must not be those of machines"));
        assertThat(problems("virtualIps.addresses=[10.0.0.300]"))
                .anyMatch(problem -> problem.startsWith("addresses must be IPv4 addresses"));

        Configuration configuration = configuration(
                SMALL,
                "webServers.implementation=nginx",
                "virtualIps.implementation=keepalived",
                "virtualIps.addresses=[10.0.0.100, 10.0.0.101]",
                "virtualIps.device=ens3");
        InstanceSpec keeper =
                Topologies.planned(configuration).instance("keepalived1").orElseThrow();
        assertThat(keeper.host()).isEqualTo("front");
        assertThat(keeper.files().getFirst().content())
                .contains("interface ens3", "10.0.0.100/32 dev ens3", "10.0.0.101/32 dev ens3");
        assertThat(Topologies.planned(configuration)
                        .instance("nginx1")
                        .orElseThrow()
                        .before())
                .extracting(Step::name)
                .contains("virtual-addresses");
    }

    @Test
    void onOneMachineAllIsAsOnThisOne() {
        String one = "hosts.machines=[{name: all, address: 10.0.0.2, "
                + "tiers: [appServers, services, drivers, webServers, balancers]}]";
        assertThat(Topologies.planned(configuration(one)).instances())
                .extracting(InstanceSpec::host)
                .containsOnly("all");
        assertThat(problems(one, "imageStore.implementation=directory")).isEmpty();
    }
}
