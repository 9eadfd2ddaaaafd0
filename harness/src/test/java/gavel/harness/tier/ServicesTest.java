package gavel.harness.tier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.collect.Instance;
import gavel.harness.embedded.EmbeddedSpec;
import gavel.harness.host.HostProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** Each tier as it is started, found again and watched. */
class ServicesTest {
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

    private DriverAgents drivers;

    @Test
    void embeddedServicesGetPortsSecretsAndPlacesOfTheirDeployment() throws Exception {
        deploy(false);

        DataServices services = DataServices.start(rig.deployment, rig.installation, rig.time);

        EmbeddedSpec spec = spec();
        assertThat(spec.database().port()).isEqualTo(rig.deployment.ports().database());
        assertThat(spec.database().password())
                .isEqualTo(rig.deployment.secrets().database());
        assertThat(Path.of(spec.database().directory())).startsWithRaw(rig.directory());
        assertThat(spec.broker().port()).isEqualTo(rig.deployment.ports().broker());
        assertThat(spec.broker().password()).isEqualTo(rig.deployment.secrets().broker());
        assertThat(spec.documents().port()).isEqualTo(rig.deployment.ports().documents());
        assertThat(services.databaseVersion()).isEqualTo("PostgreSQL 18");
        assertThat(rig.host.command(DataServices.NAME))
                .as("secrets are in the file, never on the command line")
                .noneMatch(
                        argument -> argument.contains(rig.deployment.secrets().database()));
    }

    @Test
    void onlyServicesOfARunOfItsOwnEndWithTheHarness() throws Exception {
        deploy(true);
        DataServices.start(rig.deployment, rig.installation, rig.time);
        assertThat(spec().followInput()).isTrue();
        rig.close();

        rig = new TierRig(home.resolve("other"), false);
        DataServices.start(rig.deployment, rig.installation, rig.time);
        assertThat(spec().followInput()).isFalse();
    }

    @Test
    void databaseAndServicesAreWatchedApart() throws Exception {
        deploy(false);

        DataServices services = DataServices.start(rig.deployment, rig.installation, rig.time);

        assertThat(services.instances()).extracting(Instance::tier).containsExactly("services", "relational");
        Instance database = services.instances().getLast();
        assertThat(database.database().url())
                .isEqualTo(
                        "jdbc:postgresql://127.0.0.1:" + rig.deployment.ports().database() + "/gavel");
        assertThat(services.processes())
                .as("the child process first: it stops its database in good order")
                .extracting(HostProcess::name)
                .containsExactly("embedded-services", "postgresql");
    }

    @Test
    void aDatabaseElsewhereLeavesTheOthersEmbedded() throws Exception {
        deploy(false, external("relational"));

        DataServices services = DataServices.start(rig.deployment, rig.installation, rig.time);

        assertThat(spec().database()).isNull();
        assertThat(spec().broker()).isNotNull();
        assertThat(services.databaseVersion()).isEqualTo("external");
        assertThat(services.instances()).extracting(Instance::tier).containsExactly("services");
    }

    @Test
    void whereEverythingIsElsewhereNothingIsStarted() throws Exception {
        deploy(false, external("relational", "broker", "documents"));

        DataServices services = DataServices.start(rig.deployment, rig.installation, rig.time);

        assertThat(services.processes()).isEmpty();
        assertThat(services.instances()).isEmpty();
        assertThat(rig.host.diary()).isEmpty();
    }

    @Test
    void servicesThatDieWhileTheyStartAreToldWithTheirLog() {
        deploy(false);
        rig.host.when(
                DataServices.NAME, () -> rig.host.process(DataServices.NAME).die());

        assertThatThrownBy(() -> DataServices.start(rig.deployment, rig.installation, rig.time))
                .hasMessageStartingWith("embedded-services ended before it was ready with exit code 1");
    }

    @Test
    void theStateOfAnEarlierStartDoesNotMakeTheNextOneReady() throws Exception {
        deploy(false);
        DataServices.start(rig.deployment, rig.installation, rig.time);
        rig.host.when(
                DataServices.NAME, () -> rig.host.process(DataServices.NAME).die());

        assertThatThrownBy(() -> DataServices.start(rig.deployment, rig.installation, rig.time))
                .hasMessageContaining("ended before it was ready");
        assertThat(rig.deployment.directory().settings("embedded-state.json")).doesNotExist();
    }

    @Test
    void theyAreFoundAgainOnlyWhenAllOfThemRun() throws Exception {
        deploy(false);
        DataServices.start(rig.deployment, rig.installation, rig.time);
        List<HostProcess> all = rig.host.recorded();

        assertThat(DataServices.found(rig.deployment, all)).hasValueSatisfying(found -> {
            assertThat(found.databaseVersion()).isEqualTo("PostgreSQL 18");
            assertThat(found.instances()).hasSize(2);
        });
        assertThat(DataServices.found(
                        rig.deployment,
                        all.stream()
                                .filter(process -> !process.name().equals("postgresql"))
                                .toList()))
                .as("a server without its database is of no use")
                .isEmpty();
        assertThat(DataServices.found(rig.deployment, List.of())).isEmpty();
    }

    @Test
    void aServerIsStartedWithItsWholeHeapItsFlagsAndItsSettings() throws Exception {
        deploy(false, "appServers.count=2", "appServers.memory=700m", "appServers.jvmFlags=-XX:+UseG1GC");

        AppServer server = AppServer.start(rig.deployment, rig.installation, 1);

        assertThat(rig.host.command("app2"))
                .startsWith("/jdk/bin/java")
                .contains("-Xms700m", "-Xmx700m", "-XX:+UseG1GC")
                .doesNotContain("-XX:+UseParallelGC", "-XX:+UseSerialGC")
                .endsWith("serve", "--config=" + rig.deployment.directory().settings("app2.yaml"));
        assertThat(server.address().getPort())
                .isEqualTo(rig.deployment.ports().app().get(1));
    }

    @Test
    void aServerIsWatchedAndScrapedAtItsManagementPortWithItsToken() throws Exception {
        deploy(false);

        Instance instance =
                AppServer.start(rig.deployment, rig.installation, 0).instances().getFirst();

        assertThat(instance.tier()).isEqualTo(Tiers.APP_SERVERS);
        assertThat(instance.metrics().uri().getPort())
                .isEqualTo(rig.deployment.ports().management().getFirst());
        assertThat(instance.metrics().token())
                .isEqualTo(rig.deployment.secrets().management());
    }

    @Test
    void aServerIsReadyWhenItsProbeSaysSoAndNotBefore() throws Exception {
        deploy(false);
        AppServer server = AppServer.start(rig.deployment, rig.installation, 0);
        rig.application.on("GET /actuator/health/readiness", 503, "{}");
        assertThat(server.ready(rig.application)).isFalse();

        rig.application.on("GET /actuator/health/readiness", 200, "{}");
        assertThat(server.ready(rig.application)).isTrue();
        server.awaitReady(rig.application, rig.time);
    }

    @Test
    void aServerAskedByAnInterruptedThreadIsNotReadyAndTheInterruptIsKept() throws Exception {
        deploy(false);
        AppServer server = AppServer.start(rig.deployment, rig.installation, 0);

        assertThat(server.ready((method, uri, token, body) -> {
                    throw new InterruptedException();
                }))
                .isFalse();
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void serversAreFoundAgainWithTheirOwnAddresses() throws Exception {
        deploy(false, "appServers.count=3");
        for (int i = 0; i < 3; i++) {
            AppServer.start(rig.deployment, rig.installation, i);
        }
        List<HostProcess> without = rig.host.recorded().stream()
                .filter(process -> !process.name().equals("app1"))
                .toList();

        assertThat(AppServer.found(rig.deployment, without))
                .extracting(server -> server.address().getPort())
                .containsExactlyInAnyOrder(
                        rig.deployment.ports().app().get(1),
                        rig.deployment.ports().app().get(2));
    }

    @Test
    void eachDriverIsToldItsOwnPortAndAFileWithItsOwnToken() throws Exception {
        deploy(false, "drivers.count=2");

        List<DriverAgent.Contact> contacts = drivers().contacts();

        assertThat(contacts).hasSize(2).doesNotHaveDuplicates();
        for (int i = 0; i < 2; i++) {
            String name = DriverAgent.name(i);
            int port = rig.deployment.ports().agents().get(i);
            assertThat(rig.option(name, "--port")).isEqualTo(Integer.toString(port));
            assertThat(Path.of(rig.option(name, "--token-file")))
                    .content()
                    .isEqualTo(rig.deployment.secrets().agent(name))
                    .isEqualTo(contacts.get(i).token())
                    .isNotEqualTo(rig.deployment.secrets().agent());
            assertThat(contacts.get(i).address().getPort()).isEqualTo(port);
        }
        assertThat(contacts).extracting(DriverAgent.Contact::token).doesNotHaveDuplicates();
        assertThat(contacts.toString()).doesNotContain(contacts.getFirst().token());
        assertThat(drivers.instances()).extracting(Instance::tier).containsExactly("driver", "driver");
    }

    @Test
    void aDriverThatDiesAtOnceIsToldWithItsLogAndTheOthersAreStopped() {
        deploy(false, "drivers.count=2");
        rig.host.when(
                DriverAgent.name(1), () -> rig.host.process(DriverAgent.name(1)).die());

        assertThatThrownBy(this::drivers).hasMessageStartingWith("driver2 ended before it was ready");

        drivers.close();
        assertThat(rig.host.process(DriverAgent.name(0)).alive()).isFalse();
    }

    private DriverAgents drivers() throws Exception {
        drivers = new DriverAgents(rig.deployment, rig.installation, rig.time);
        drivers.start();
        return drivers;
    }
}
