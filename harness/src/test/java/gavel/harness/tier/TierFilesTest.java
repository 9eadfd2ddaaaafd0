package gavel.harness.tier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.collect.Instance;
import gavel.harness.config.Configuration;
import gavel.harness.config.Configurations;
import gavel.harness.config.Configurations.SettingOverride;
import gavel.harness.config.Sizing;
import gavel.harness.deployment.Deployment;
import gavel.harness.deployment.Deployments;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.host.LocalHost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** What the tiers are told, in files and on command lines. */
class TierFilesTest {
    @TempDir
    Path home;

    private Deployment deployment;

    @AfterEach
    void close() {
        if (deployment != null) {
            deployment.close();
        }
    }

    @Test
    void everyServerHasASettingsFileOfItsOwnThatOnlyItsOwnerReads() throws IOException {
        open("appServers.count=2", "load.users=300");

        Path first = AppSettings.write(deployment, 0);
        Path second = AppSettings.write(deployment, 1);

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(first)))
                .isEqualTo("rw-------");
        assertThat(read(first).at("/gavel/node").asString()).isEqualTo("app1");
        assertThat(read(second).at("/gavel/node").asString()).isEqualTo("app2");
        assertThat(read(first).at("/server/port").asInt())
                .isEqualTo(deployment.ports().app().getFirst())
                .isNotEqualTo(read(second).at("/server/port").asInt());
        assertThat(read(second).at("/management/server/port").asInt())
                .isEqualTo(deployment.ports().management().getLast());
        assertThat(read(first).at("/gavel/users").asInt()).isEqualTo(300);
    }

    @Test
    void embeddedServicesAreReachedOnTheLoopbackWithTheDeploymentsSecrets() throws IOException {
        open("lots.lastCallAfter=2s", "lots.closeAfter=1500ms");

        JsonNode gavel = read(AppSettings.write(deployment, 0)).get("gavel");

        assertThat(gavel.at("/sessions/bcrypt-cost").asInt()).isEqualTo(5);
        assertThat(gavel.at("/database/url").asString())
                .isEqualTo("jdbc:postgresql://127.0.0.1:" + deployment.ports().database() + "/gavel");
        assertThat(gavel.at("/database/password").asString())
                .isEqualTo(deployment.secrets().database());
        assertThat(gavel.at("/documents/uri").asString())
                .isEqualTo("mongodb://gavel:" + deployment.secrets().documents() + "@127.0.0.1:"
                        + deployment.ports().documents() + "/gavel?authSource=admin");
        assertThat(gavel.at("/broker/password").asString())
                .isEqualTo(deployment.secrets().broker());
        assertThat(gavel.at("/management/token").asString())
                .isEqualTo(deployment.secrets().management());
        assertThat(gavel.at("/lots/last-call-after").asString()).isEqualTo("2s");
        assertThat(gavel.at("/lots/close-after").asString()).isEqualTo("1500ms");
    }

    @Test
    void onlyTheServersInFrontMaySayWhoseRequestItIs() throws IOException {
        try (TierRig alone = new TierRig(home.resolve("alone"), false, "appServers.count=2");
                TierRig web = new TierRig(
                        home.resolve("web"), false, "webServers.implementation=nginx", "webServers.count=2")) {
            assertThat(AppSettings.content(alone.deployment, 0).get("server").toString())
                    .doesNotContain("forward", "remoteip");
            assertThat(AppSettings.content(web.deployment, 0).get("server").toString())
                    .contains("forward-headers-strategy=native", "remoteip={internal-proxies=127.0.0.1/32}");
        }
    }

    /** Two of a person; the application counts seven connections of each itself. */
    @Test
    void aServerHoldsTheRequestsOfAllPeople() throws IOException {
        try (TierRig few = new TierRig(home.resolve("few"), false, "load.users=100");
                TierRig many = new TierRig(home.resolve("many"), false, "load.users=15000")) {
            assertThat(AppSettings.content(few.deployment, 0).toString()).contains("waiters=20000");
            assertThat(AppSettings.content(many.deployment, 0).toString()).contains("waiters=" + 2 * 15_000);
        }
    }

    @Test
    void serversShareWhatAStoreInMemoryHasForPictures() throws IOException {
        open("documents.memory=1g", "appServers.count=2", "appServers.memory=2g");
        assertThat(read(AppSettings.write(deployment, 1))
                        .at("/gavel/memory/pictures")
                        .asString())
                .isEqualTo("32MB"); // 1,024 / 16 / 2
    }

    @Test
    void eachServerHasRoomForOnePictureAtLeast() throws IOException {
        open("documents.memory=64m", "appServers.count=4");
        assertThat(read(AppSettings.write(deployment, 3))
                        .at("/gavel/memory/uploads")
                        .asString())
                .isEqualTo("17MB");
    }

    @Test
    void picturesInADirectoryAreInTheOneOfTheDeployment() throws IOException {
        open("imageStore.implementation=directory");

        JsonNode images = read(AppSettings.write(deployment, 0)).at("/gavel/images");

        assertThat(images.path("store").asString()).isEqualTo("directory");
        assertThat(images.path("directory").asString())
                .isEqualTo(deployment.directory().data("images").toString());
    }

    @Test
    void whatIsElsewhereIsWatchedByWhatItSaysItself() throws IOException {
        Path secret = Files.writeString(home.resolve("secret"), "mongodb://u:p@far/gavel\n");
        open(
                "relational.implementation=external",
                "relational.url=jdbc:postgresql://far/gavel",
                "relational.username=me",
                "relational.passwordFile=" + secret,
                "broker.implementation=external",
                "broker.host=far",
                "broker.port=5672",
                "broker.username=you",
                "broker.passwordFile=" + secret,
                "broker.managementUrl=http://far:15672",
                "documents.implementation=external",
                "documents.uriFile=" + secret);
        List<Instance> instances = new ExternalServices(deployment).instances();

        assertThat(instances)
                .extracting(Instance::name)
                .containsExactly("external-database", "external-broker", "external-documents");
        assertThat(instances.getFirst().database().username()).isEqualTo("me");
        assertThat(instances).allSatisfy(instance -> assertThat(instance.toString())
                .as("no password is printed by accident")
                .doesNotContain("u:p"));
    }

    @Test
    void externalServicesAreReachedAsTheConfigurationSaysWithSecretsFromFiles() throws IOException {
        Path database = Files.writeString(home.resolve("database"), "db secret\n");
        Path broker = Files.writeString(home.resolve("broker"), "broker secret\n");
        Path documents = Files.writeString(home.resolve("documents"), "mongodb://u:p@far/gavel\n");
        open(
                "relational.implementation=external",
                "relational.url=jdbc:postgresql://far/gavel",
                "relational.username=me",
                "relational.passwordFile=" + database,
                "broker.implementation=external",
                "broker.host=far",
                "broker.port=5672",
                "broker.username=you",
                "broker.passwordFile=" + broker,
                "documents.implementation=external",
                "documents.uriFile=" + documents);

        DataAddresses addresses = DataAddresses.of(deployment);

        assertThat(addresses)
                .isEqualTo(new DataAddresses(
                        "jdbc:postgresql://far/gavel",
                        "me",
                        "db secret",
                        "mongodb://u:p@far/gavel",
                        new DataAddresses.Broker("far", 5672, List.of(), "/", "you", "broker secret")));
        assertThat(addresses.toString()).doesNotContain("secret", "u:p");
        assertThat(deployment.ports().database()).isZero();
        assertThat(DataServices.found(deployment, List.of())).isEmpty();
    }

    @Test
    void aFileOfASecretThatIsMissingIsNamedWithItsSetting() {
        open("documents.implementation=external", "documents.uriFile=/nowhere/uri");

        assertThatThrownBy(() -> DataAddresses.of(deployment))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage("file cannot be read: there is no such file: /nowhere/uri (documents.uriFile)");
    }

    @Test
    void aServerWithAQuotaIsWarmBeforeAndCountsOnItsShareOfTheCores() throws IOException {
        try (TierRig limited = new TierRig(home, false, "appServers.cpu=1.5");
                TierRig small = new TierRig(home.resolve("small"), false, "appServers.cpu=0.1");
                TierRig free = new TierRig(home.resolve("free"), false)) {
            assertThat(AppSettings.content(limited.deployment, 0).toString())
                    .contains("warm-up={")
                    .contains("within=60s");
            assertThat(AppSettings.content(free.deployment, 0).toString()).doesNotContain("within=");
            assertThat(AppServer.command(limited.deployment, limited.installation, 0, List.of()))
                    .contains("-XX:ActiveProcessorCount=2", "-XX:+UseParallelGC")
                    .doesNotContain("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");
            assertThat(AppServer.command(small.deployment, small.installation, 0, List.of()))
                    .contains(
                            "-XX:ActiveProcessorCount=1",
                            "-XX:+UseSerialGC",
                            "-XX:TieredStopAtLevel=1",
                            "-XX:ReservedCodeCacheSize=240m",
                            "-XX:CompileThresholdScaling=0.1");
            assertThat(AppServer.command(free.deployment, free.installation, 0, List.of())
                            .toString())
                    .contains("-XX:+UseParallelGC")
                    .doesNotContain("ActiveProcessorCount");
        }
    }

    @Test
    void onlyADeploymentThatIsNotDurableMayLoseCommits() {
        Sizing sizing = Sizing.of(configuration("load.users=1000"));
        Map<String, String> durable = DatabaseTuning.of(sizing, configuration().relational());
        Map<String, String> fast = DatabaseTuning.of(
                sizing, configuration("relational.durable=false").relational());

        assertThat(durable).containsEntry("synchronous_commit", "on").containsEntry("fsync", "on");
        assertThat(fast).containsEntry("synchronous_commit", "off").containsEntry("fsync", "on");
        assertThat(durable)
                .containsEntry("shared_buffers", (256 + 1000 / 8) / 4 + "MB")
                .containsEntry("max_connections", Integer.toString(30 + 20));
    }

    @Test
    void aJvmGetsItsHeapItsTemporaryDirectoryAndItsFlagsInThisOrder() {
        JavaCommand java = new JavaCommand(Path.of("/jdk/bin/java"), 300, Path.of("/run/tmp"), List.of("-XX:+UseG1GC"));

        assertThat(java.jar(Path.of("/app.jar"), "serve", "--config=x"))
                .startsWith("/jdk/bin/java", "-Xms64m", "-Xmx300m")
                .contains("-Djava.io.tmpdir=/run/tmp", "-XX:+ExitOnOutOfMemoryError")
                .endsWith("-XX:+UseG1GC", "-jar", "/app.jar", "serve", "--config=x");
        assertThat(new JavaCommand(Path.of("java"), 0, Path.of("t"), List.of()).jar(Path.of("a.jar")))
                .noneMatch(option -> option.startsWith("-Xm"));
        assertThat(new JavaCommand(Path.of("java"), 32, Path.of("t"), List.of()).jar(Path.of("a.jar")))
                .contains("-Xms32m", "-Xmx32m");
    }

    private void open(String... settings) {
        deployment = new Deployments(home.resolve(".gavel"), LocalHost::new, new SplittableRandom(3))
                .create("mine", configuration(settings), false, Instant.EPOCH);
    }

    private static Configuration configuration(String... settings) {
        return new Configurations(Path.of("../deploy/configs"))
                .read(
                        "minimal",
                        List.of(settings).stream().map(SettingOverride::parse).toList());
    }

    private static JsonNode read(Path file) {
        return new YAMLMapper().readTree(file.toFile());
    }
}
