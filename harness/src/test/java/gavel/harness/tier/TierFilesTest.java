package gavel.harness.tier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.collect.Instance;
import gavel.harness.config.Configuration;
import gavel.harness.config.Configurations;
import gavel.harness.config.Configurations.SettingOverride;
import gavel.harness.config.Sizing;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.topology.FileSpec;
import gavel.harness.topology.Secret;
import gavel.harness.topology.Stage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** What the tiers are told, in files and on command lines. */
class TierFilesTest {
    @TempDir
    Path home;

    private TierRig rig;

    @AfterEach
    void close() {
        if (rig != null) {
            rig.close();
        }
    }

    @Test
    void everyServerHasASettingsFileOfItsOwnThatOnlyItsOwnerReads() throws IOException {
        open("appServers.count=2", "load.users=300");

        JsonNode first = settings("app1");
        JsonNode second = settings("app2");

        assertThat(rig.spec("app1").files()).allMatch(FileSpec::secret);
        assertThat(first.at("/gavel/node").asString()).isEqualTo("app1");
        assertThat(second.at("/gavel/node").asString()).isEqualTo("app2");
        assertThat(first.at("/server/port").asInt())
                .isEqualTo(rig.deployment.ports().app().getFirst())
                .isNotEqualTo(second.at("/server/port").asInt());
        assertThat(second.at("/management/server/port").asInt())
                .isEqualTo(rig.deployment.ports().management().getLast());
        assertThat(first.at("/gavel/users").asInt()).isEqualTo(300);
    }

    @Test
    void embeddedServicesAreReachedOnTheLoopbackWithTheDeploymentsSecrets() throws IOException {
        open("lots.lastCallAfter=2s", "lots.closeAfter=1500ms");

        JsonNode gavel = settings("app1").get("gavel");

        assertThat(gavel.at("/sessions/bcrypt-cost").asInt()).isEqualTo(5);
        assertThat(gavel.at("/database/url").asString())
                .isEqualTo(
                        "jdbc:postgresql://127.0.0.1:" + rig.deployment.ports().database() + "/gavel");
        assertThat(gavel.at("/database/password").asString()).isEqualTo("${secret:database}");
        assertThat(gavel.at("/documents/uri").asString())
                .isEqualTo("mongodb://gavel:${secret:documents}@127.0.0.1:"
                        + rig.deployment.ports().documents() + "/gavel?authSource=admin");
        assertThat(gavel.at("/broker/password").asString()).isEqualTo("${secret:broker}");
        assertThat(gavel.at("/management/token").asString()).isEqualTo("${secret:management}");
        assertThat(gavel.at("/lots/last-call-after").asString()).isEqualTo("2s");
        assertThat(gavel.at("/lots/close-after").asString()).isEqualTo("1500ms");
    }

    @Test
    void onlyTheServersInFrontMaySayWhoseRequestItIs() throws IOException {
        try (TierRig alone = new TierRig(home.resolve("alone"), false, "appServers.count=2");
                TierRig web = new TierRig(
                        home.resolve("web"), false, "webServers.implementation=nginx", "webServers.count=2")) {
            assertThat(AppSettings.content(alone.running.context(), 0)
                            .get("server")
                            .toString())
                    .doesNotContain("forward", "remoteip");
            assertThat(AppSettings.content(web.running.context(), 0)
                            .get("server")
                            .toString())
                    .contains("forward-headers-strategy=native", "remoteip={internal-proxies=127.0.0.1/32}");
        }
    }

    /** Two of a person; the application counts seven connections of each itself. */
    @Test
    void aServerHoldsTheRequestsOfAllPeople() throws IOException {
        try (TierRig few = new TierRig(home.resolve("few"), false, "load.users=100");
                TierRig many = new TierRig(home.resolve("many"), false, "load.users=15000")) {
            assertThat(AppSettings.content(few.running.context(), 0).toString()).contains("waiters=20000");
            assertThat(AppSettings.content(many.running.context(), 0).toString())
                    .contains("waiters=" + 2 * 15_000);
        }
    }

    @Test
    void serversShareWhatAStoreInMemoryHasForPictures() throws IOException {
        open("documents.memory=1g", "appServers.count=2", "appServers.memory=2g");
        assertThat(settings("app2").at("/gavel/memory/pictures").asString()).isEqualTo("32MB"); // 1,024 / 16 / 2
    }

    @Test
    void eachServerHasRoomForOnePictureAtLeast() throws IOException {
        open("documents.memory=64m", "appServers.count=4");
        assertThat(settings("app4").at("/gavel/memory/uploads").asString()).isEqualTo("17MB");
    }

    @Test
    void picturesInADirectoryAreInTheOneOfTheDeployment() throws IOException {
        open("imageStore.implementation=directory");

        JsonNode images = settings("app1").at("/gavel/images");

        assertThat(images.path("store").asString()).isEqualTo("directory");
        assertThat(images.path("directory").asString())
                .isEqualTo(rig.deployment.directory().data("images").toString());
    }

    @Test
    void whatIsElsewhereIsWatchedByWhatItSaysItself() throws Exception {
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
        rig.running.start(Stage.DATA);
        List<Instance> instances = rig.running.watched();

        assertThat(instances)
                .extracting(Instance::name)
                .containsExactly("external-database", "external-broker", "external-documents");
        assertThat(instances.getFirst().database().username()).isEqualTo("me");
        assertThat(instances).allSatisfy(instance -> assertThat(instance.toString())
                .as("no password is printed by accident")
                .doesNotContain("u:p"));
    }

    @Test
    void externalServicesAreReachedAsTheConfigurationSaysWithSecretsFromFiles() throws Exception {
        Path database = Files.writeString(home.resolve("database"), "db \"secret\" \\\n");
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

        DataAddresses addresses = DataAddresses.of(rig.running.context());

        assertThat(addresses)
                .isEqualTo(new DataAddresses(
                        "jdbc:postgresql://far/gavel",
                        "me",
                        Secret.EXTERNAL_DATABASE,
                        "${secret:external-documents}",
                        new DataAddresses.Broker("far", 5672, List.of(), "/", "you", Secret.EXTERNAL_BROKER)));
        rig.running.start(Stage.DATA);
        rig.running.start(Stage.APPLICATION);
        JsonNode gavel = new YAMLMapper()
                .readTree(rig.deployment.directory().settings("app1.yaml").toFile())
                .get("gavel");
        assertThat(gavel.at("/database/password").asString()).isEqualTo("db \"secret\" \\");
        assertThat(gavel.at("/documents/uri").asString()).isEqualTo("mongodb://u:p@far/gavel");
        assertThat(gavel.at("/broker/password").asString()).isEqualTo("broker secret");
        assertThat(rig.deployment.ports().database()).isZero();
    }

    @Test
    void aFileOfASecretThatIsMissingIsNamedWithItsSetting() {
        open("documents.implementation=external", "documents.uriFile=/nowhere/uri");

        assertThatThrownBy(() -> {
                    rig.running.start(Stage.DATA);
                    rig.running.start(Stage.APPLICATION);
                })
                .isInstanceOf(ConfigurationException.class)
                .hasMessage("file cannot be read: there is no such file: /nowhere/uri (documents.uriFile)");
    }

    @Test
    void aServerWithAQuotaIsWarmBeforeAndCountsOnItsShareOfTheCores() throws IOException {
        try (TierRig limited = new TierRig(home, false, "appServers.cpu=1.5");
                TierRig small = new TierRig(home.resolve("small"), false, "appServers.cpu=0.1");
                TierRig free = new TierRig(home.resolve("free"), false)) {
            assertThat(AppSettings.content(limited.running.context(), 0).toString())
                    .contains("warm-up={")
                    .contains("within=60s");
            assertThat(AppSettings.content(free.running.context(), 0).toString())
                    .doesNotContain("within=");
            assertThat(free.spec("app1").ready().patience()).hasSeconds(180);
            assertThat(small.spec("app1").ready().patience())
                    .as("it may join when quotas are in force: 10 s of a core take 100 s")
                    .hasSeconds(280);
            assertThat(limited.command("app1"))
                    .contains("-XX:ActiveProcessorCount=2", "-XX:+UseParallelGC")
                    .doesNotContain("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");
            assertThat(small.command("app1"))
                    .contains(
                            "-XX:ActiveProcessorCount=1",
                            "-XX:+UseSerialGC",
                            "-XX:TieredStopAtLevel=1",
                            "-XX:ReservedCodeCacheSize=240m",
                            "-XX:CompileThresholdScaling=0.1");
            assertThat(free.command("app1").toString())
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
        JavaCommand java = new JavaCommand("/jdk/bin/java", 300, "/run/tmp", List.of("-XX:+UseG1GC"));

        assertThat(java.jar("/app.jar", "serve", "--config=x"))
                .startsWith("/jdk/bin/java", "-Xms64m", "-Xmx300m")
                .contains("-Djava.io.tmpdir=/run/tmp", "-XX:+ExitOnOutOfMemoryError")
                .endsWith("-XX:+UseG1GC", "-jar", "/app.jar", "serve", "--config=x");
        assertThat(new JavaCommand("java", 0, "t", List.of()).jar("a.jar"))
                .noneMatch(option -> option.startsWith("-Xm"));
        assertThat(new JavaCommand("java", 32, "t", List.of()).jar("a.jar")).contains("-Xms32m", "-Xmx32m");
    }

    private void open(String... settings) {
        rig = new TierRig(home, false, settings);
    }

    private JsonNode settings(String server) {
        return new YAMLMapper().readTree(rig.file(server, server + ".yaml"));
    }

    private static Configuration configuration(String... settings) {
        return new Configurations(Path.of("../deploy/configs"))
                .read(
                        "minimal",
                        List.of(settings).stream().map(SettingOverride::parse).toList());
    }
}
