package gavel.harness.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.tuple;

import gavel.harness.collect.Instance;
import gavel.harness.collect.StartedProcess;
import gavel.harness.embedded.EmbeddedSpec;
import gavel.harness.tier.EmbeddedTier;
import gavel.harness.tier.TierRig;
import gavel.harness.tier.load.DriverAgent;
import gavel.harness.topology.Stage;
import gavel.harness.topology.Tiers;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** Instances as they are started, found again, watched and stopped. */
class RunningTopologyTest {
    @TempDir
    Path home;

    private TierRig rig;

    @AfterEach
    void close() {
        rig.close();
    }

    private void deploy(boolean temporary, String... settings) {
        rig = new TierRig(home, temporary, settings);
    }

    private String[] external(String... tiers) throws IOException {
        Path secret = Files.writeString(home.resolve("secret"), "mongodb://far/gavel");
        return List.of(tiers).stream()
                .flatMap(tier -> switch (tier) {
                    case "relational" ->
                        List.of(
                                "relational.implementation=external",
                                "relational.url=jdbc:postgresql://far/gavel",
                                "relational.username=me",
                                "relational.passwordFile=" + secret)
                                .stream();
                    case "broker" ->
                        List.of(
                                "broker.implementation=external",
                                "broker.host=far",
                                "broker.port=5672",
                                "broker.username=you",
                                "broker.passwordFile=" + secret)
                                .stream();
                    default -> List.of("documents.implementation=external", "documents.uriFile=" + secret).stream();
                })
                .toArray(String[]::new);
    }

    private EmbeddedSpec spec() {
        return new JsonMapper()
                .readValue(
                        rig.deployment
                                .directory()
                                .settings("embedded-services.json")
                                .toFile(),
                        EmbeddedSpec.class);
    }

    @Test
    void embeddedServicesGetPortsSecretsAndPlacesOfTheirDeployment() throws Exception {
        deploy(false);

        rig.running.start(Stage.DATA);

        EmbeddedSpec spec = spec();
        assertThat(spec.database().port()).isEqualTo(rig.deployment.ports().database());
        assertThat(spec.database().password())
                .isEqualTo(rig.deployment.secrets().database());
        assertThat(Path.of(spec.database().directory())).startsWithRaw(rig.directory());
        assertThat(spec.broker().port()).isEqualTo(rig.deployment.ports().broker());
        assertThat(spec.broker().password()).isEqualTo(rig.deployment.secrets().broker());
        assertThat(spec.documents().port()).isEqualTo(rig.deployment.ports().documents());
        assertThat(rig.running.versions()).containsOnly(entry("relational", "PostgreSQL 18"));
        assertThat(rig.host.command(EmbeddedTier.NAME))
                .as("secrets are in the file, never on the command line")
                .noneMatch(
                        argument -> argument.contains(rig.deployment.secrets().database()));
    }

    @Test
    void onlyServicesOfARunOfItsOwnEndWithTheHarness() throws Exception {
        deploy(true);
        rig.running.start(Stage.DATA);
        assertThat(spec().followInput()).isTrue();
        rig.close();

        rig = new TierRig(home.resolve("other"), false);
        rig.running.start(Stage.DATA);
        assertThat(spec().followInput()).isFalse();
    }

    @Test
    void databaseAndServicesAreWatchedApart() throws Exception {
        deploy(false);

        rig.running.start(Stage.DATA);

        assertThat(rig.running.watched()).extracting(Instance::tier).containsExactly("services", "relational");
        Instance database = rig.running.watched().getLast();
        assertThat(database.database().url())
                .isEqualTo(
                        "jdbc:postgresql://127.0.0.1:" + rig.deployment.ports().database() + "/gavel");
        assertThat(database.database().password())
                .isEqualTo(rig.deployment.secrets().database());
    }

    @Test
    void whatSharesAHostIsWatchedWithItsLimit() throws Exception {
        deploy(false, "hosts.documents.cpu=0.25", "hosts.broker.cpu=0.25", "hosts.relational.cpu=0.5");

        rig.running.start(Stage.DATA);

        assertThat(rig.running.watched())
                .extracting(Instance::name, Instance::cpuLimit, Instance::limitHost)
                .as("all that is embedded has 0.25 + 0.25 + 0.5 cores together")
                .containsExactly(tuple("embedded-services", 1.0, "services1"), tuple("postgresql", 1.0, "services1"));
    }

    @Test
    void clientsStopBeforeServicesAndTheServicesBeforeTheirDatabase() throws Exception {
        deploy(false, "broker.implementation=rabbitmq", "webServers.implementation=nginx");
        rig.host.installed("rabbitmq-server", Path.of("/usr/lib/rabbitmq/sbin/rabbitmq-server"));
        rig.host.installed("epmd", Path.of("/usr/bin/epmd"));
        rig.running.start(Stage.DATA);
        rig.running.start(Stage.APPLICATION);
        rig.host.adopt("left-behind", "tools", 7);

        rig.running.stop();

        List<String> stops = rig.host.diary().stream()
                .filter(line -> line.startsWith("stop"))
                .toList();
        assertThat(stops.subList(0, 2)).containsExactlyInAnyOrder("stop app1", "stop left-behind");
        assertThat(stops.subList(2, 4)).containsExactlyInAnyOrder("stop rabbitmq1", "stop embedded-services");
        assertThat(stops.subList(4, 6)).containsExactlyInAnyOrder("stop rabbitmq-epmd", "stop postgresql");
        assertThat(rig.running.watched()).isEmpty();
    }

    @Test
    void aDatabaseElsewhereLeavesTheOthersEmbedded() throws Exception {
        deploy(false, external("relational"));

        rig.running.start(Stage.DATA);

        assertThat(spec().database()).isNull();
        assertThat(spec().broker()).isNotNull();
        assertThat(rig.running.versions()).containsOnly(entry("relational", "external"));
        assertThat(rig.running.watched())
                .extracting(Instance::name)
                .containsExactly("embedded-services", "external-database");
    }

    @Test
    void whereEverythingIsElsewhereNothingIsStarted() throws Exception {
        deploy(false, external("relational", "broker", "documents"));

        rig.running.start(Stage.DATA);

        assertThat(rig.running.started()).isEmpty();
        assertThat(rig.running.watched())
                .as("the broker has no page")
                .extracting(Instance::name)
                .containsExactly("external-database", "external-documents");
        assertThat(rig.host.diary()).isEmpty();
    }

    @Test
    void servicesThatDieWhileTheyStartAreToldWithTheirLog() {
        deploy(false);
        rig.host.when(
                EmbeddedTier.NAME, () -> rig.host.process(EmbeddedTier.NAME).die());

        assertThatThrownBy(() -> rig.running.start(Stage.DATA))
                .hasMessageStartingWith("embedded-services ended before it was ready with exit code 1");
    }

    @Test
    void theStateOfAnEarlierStartDoesNotMakeTheNextOneReady() throws Exception {
        deploy(false);
        rig.running.start(Stage.DATA);
        rig.host.when(
                EmbeddedTier.NAME, () -> rig.host.process(EmbeddedTier.NAME).die());

        assertThatThrownBy(() -> rig.again().start(Stage.DATA)).hasMessageContaining("ended before it was ready");
        assertThat(rig.deployment.directory().settings("embedded-state.json")).doesNotExist();
    }

    @Test
    void whatHadSomethingInMemoryIsMissedWhenItIsGone() throws Exception {
        deploy(false);
        assertThat(rig.running.memoryIsLost()).isTrue();
        rig.running.start(Stage.DATA);

        RunningTopology found = rig.again();
        found.attach();
        assertThat(found.versions()).containsEntry("relational", "PostgreSQL 18");
        assertThat(found.watched()).hasSize(2);
        assertThat(found.started()).isEqualTo(rig.running.started());
        assertThat(found.memoryIsLost()).isFalse();

        rig.host.process("postgresql").die();
        found.attach();
        assertThat(found.memoryIsLost())
                .as("a server without its database is of no use")
                .isTrue();
    }

    @Test
    void aServerIsStartedWithItsWholeHeapItsFlagsAndItsSettings() throws Exception {
        deploy(false, "appServers.count=2", "appServers.memory=700m", "appServers.jvmFlags=-XX:+UseG1GC");

        rig.running.start(Stage.APPLICATION);

        assertThat(rig.host.command("app2"))
                .startsWith("/jdk/bin/java")
                .contains("-Xms700m", "-Xmx700m", "-XX:+UseG1GC")
                .doesNotContain("-XX:+UseParallelGC", "-XX:+UseSerialGC")
                .endsWith("serve", "--config=" + rig.deployment.directory().settings("app2.yaml"));
        assertThat(rig.running.doors())
                .extracting(URI::getPort)
                .containsExactlyElementsOf(rig.deployment.ports().app());
    }

    @Test
    void whatIsToldIsWhatWasStartedWithReferencesForSecrets() throws Exception {
        deploy(false);
        rig.running.start(Stage.DATA);
        rig.running.start(Stage.APPLICATION);

        StartedProcess server = rig.running.started().stream()
                .filter(process -> process.instance().equals("app1"))
                .findFirst()
                .orElseThrow();
        assertThat(server.command()).isEqualTo(rig.host.command("app1"));
        assertThat(server.files().get("settings/app1.yaml")).contains("${secret:database}");
        assertThat(rig.deployment.directory().settings("app1.yaml"))
                .content()
                .contains(rig.deployment.secrets().database())
                .doesNotContain("${");
        assertThat(rig.running.started().toString())
                .doesNotContain(
                        rig.deployment.secrets().database(),
                        rig.deployment.secrets().management());
    }

    @Test
    void aServerIsWatchedAndScrapedAtItsManagementPortWithItsToken() throws Exception {
        deploy(false);

        rig.running.start(Stage.APPLICATION);

        Instance instance = rig.running.watched().getFirst();
        assertThat(instance.tier()).isEqualTo(Tiers.APP_SERVERS);
        assertThat(instance.metrics().uri().getPort())
                .isEqualTo(rig.deployment.ports().management().getFirst());
        assertThat(instance.metrics().token())
                .isEqualTo(rig.deployment.secrets().management());
    }

    @Test
    void aServerIsReadyWhenItsProbeSaysSoAndNotBefore() throws Exception {
        deploy(false);
        rig.application.on("GET /actuator/health/readiness", 503, "{}");
        assertThatThrownBy(() -> rig.running.start(Stage.APPLICATION))
                .hasMessageStartingWith("app1 was not ready within 180 s");

        rig.application.on("GET /actuator/health/readiness", 200, "{}");
        rig.again().start(Stage.APPLICATION);
    }

    @Test
    void serversAreFoundAgainAndOnlyTheLostOneIsStarted() throws Exception {
        deploy(false, "appServers.count=3");
        rig.running.start(Stage.APPLICATION);
        rig.host.process("app1").die();

        RunningTopology next = rig.again();
        next.attach();
        assertThat(next.of(Tiers.APP_SERVERS))
                .extracting(instance -> instance.spec().name())
                .containsExactlyInAnyOrder("app2", "app3");
        next.start(Stage.APPLICATION);
        assertThat(rig.host.diary()).endsWith("start app3", "start app1").hasSize(4);
    }

    @Test
    void eachDriverIsToldItsOwnPortItsTargetsAndAFileWithItsOwnKey() throws Exception {
        deploy(false, "drivers.count=2");

        Drivers drivers = new Drivers(rig.running);
        drivers.start();
        List<Drivers.Contact> contacts = drivers.contacts();

        assertThat(contacts).hasSize(2).doesNotHaveDuplicates();
        for (int i = 0; i < 2; i++) {
            String name = DriverAgent.name(i);
            int port = rig.deployment.ports().agents().get(i);
            assertThat(rig.option(name, "--port")).isEqualTo(Integer.toString(port));
            assertThat(Path.of(rig.option(name, "--key-file")))
                    .content()
                    .isEqualTo(rig.deployment.secrets().agent(name))
                    .isEqualTo(contacts.get(i).key())
                    .isNotEqualTo(rig.deployment.secrets().agent());
            assertThat(contacts.get(i).address()).hasScheme("https").hasPort(port);
            assertThat(rig.option(name, "--allow-target")).isEqualTo("127.0.0.1");
        }
        assertThat(contacts).extracting(Drivers.Contact::key).doesNotHaveDuplicates();
        assertThat(contacts.toString()).doesNotContain(contacts.getFirst().key());
        assertThat(rig.running.watched()).extracting(Instance::tier).containsExactly("driver", "driver");
    }

    @Test
    void aDriverThatDiesAtOnceIsToldWithItsLogAndTheOthersAreStopped() {
        deploy(false, "drivers.count=2");
        rig.host.when(
                DriverAgent.name(1), () -> rig.host.process(DriverAgent.name(1)).die());
        Drivers drivers = new Drivers(rig.running);

        assertThatThrownBy(drivers::start).hasMessageStartingWith("driver2 ended before it was ready");

        drivers.close();
        assertThat(rig.host.process(DriverAgent.name(0)).alive()).isFalse();
    }
}
