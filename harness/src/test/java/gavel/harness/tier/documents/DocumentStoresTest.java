package gavel.harness.tier.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.collect.Instance;
import gavel.harness.config.Configuration;
import gavel.harness.config.Configurations;
import gavel.harness.config.Configurations.SettingOverride;
import gavel.harness.deployment.Deployment;
import gavel.harness.deployment.Deployments;
import gavel.harness.deployment.Installation;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.host.HostProcess;
import gavel.harness.run.FakeHost;
import gavel.harness.run.FakeTime;
import gavel.harness.tier.server.Program;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Document stores with processes of their own, on a machine on which nothing really runs. */
class DocumentStoresTest {
    @TempDir
    Path home;

    private final FakeHost host = new FakeHost();
    private final FakeTime time = new FakeTime();
    private Deployment deployment;
    private Installation installation;

    private void deploy(String... settings) {
        Configuration configuration = new Configurations(Path.of("../deploy/configs"))
                .read("minimal", Stream.of(settings).map(SettingOverride::parse).toList());
        installation = new Installation(home, Path.of("/jdk/bin/java"));
        deployment = new Deployments(home.resolve(".gavel"), host::in, new SplittableRandom(3))
                .create("mine", configuration, false, Instant.EPOCH);
        host.installed("mongod", Path.of("/usr/bin/mongod"));
        host.installed("mongos", Path.of("/usr/bin/mongos"));
        host.says("/usr/bin/mongod", "db version v7.0.5");
    }

    @AfterEach
    void close() {
        if (deployment != null) {
            deployment.close();
        }
    }

    private DocumentStores started(DocumentStores before) throws Exception {
        return before.started(deployment, installation, time);
    }

    @Test
    void theDocumentServerIsAProcessOfItsOwnTierWithAHeapForTheSet() throws Exception {
        deploy("documents.implementation=server", "load.users=400");

        DocumentStores stores = started(DocumentStores.NONE);

        assertThat(host.command("document-server")).contains("-Xmx" + (256 + 400 / 10 + 400 * 2 / 1_000) + "m");
        assertThat(stores.instances()).singleElement().satisfies(instance -> {
            assertThat(instance.tier()).isEqualTo("documents");
            assertThat(instance.statistics()).isNotNull();
        });
        assertThat(stores.versions()).containsEntry("documents", "document server in memory");
        assertThat(DocumentStores.found(deployment, stores.processes()).processes())
                .hasSize(1);
        assertThat(started(stores).processes()).as("started once").isEqualTo(stores.processes());
    }

    @Test
    void whatIsEmbeddedOrElsewhereHasNoProcessHere() throws Exception {
        deploy();

        assertThat(started(DocumentStores.NONE).instances()).isEmpty();
        assertThat(host.diary()).isEmpty();
    }

    @Test
    void theRoutersOfAClusterStartWhenItsConfigServersAreASet() throws Exception {
        deploy("documents.implementation=mongodb", "documents.topology=sharded");

        DocumentStores stores = started(DocumentStores.NONE);

        assertThat(host.diary())
                .containsExactly(
                        "start mongod1",
                        "start mongod2",
                        "start mongo-config1",
                        "run mongo-administration-mongo-config1",
                        "run mongo-administration-mongod1",
                        "run mongo-administration-mongod2",
                        "start mongos1",
                        "run mongo-administration-mongos1");
        assertThat(host.command("mongod1"))
                .containsExactly(
                        "/usr/bin/mongod",
                        "--config",
                        deployment.directory().settings("mongod1.conf").toString());
        assertThat(Files.readString(deployment.directory().settings("mongo-key")))
                .isEqualTo(deployment.secrets().documentsKey());
        assertThat(host.command("mongo-administration-mongos1"))
                .as("secrets are in the file, never on the command line")
                .noneMatch(word -> word.contains(deployment.secrets().documents()));
        assertThat(stores.instances())
                .extracting(Instance::name)
                .containsExactly("mongod1", "mongod2", "mongo-config1", "mongos1");
        assertThat(stores.versions()).containsEntry("documents", "MongoDB 7.0.5");
    }

    @Test
    void aLostServerIsStartedAgainBesideTheOthers() throws Exception {
        deploy("documents.implementation=mongodb", "documents.topology=replicaset");
        List<HostProcess> all = started(DocumentStores.NONE).processes();
        int before = host.diary().size();

        DocumentStores left = DocumentStores.found(deployment, List.of(all.get(0), all.get(2)));
        DocumentStores again = started(left);

        assertThat(left.instances()).extracting(Instance::name).containsExactly("mongod1", "mongod3");
        assertThat(again.instances()).hasSize(3);
        assertThat(host.diary().subList(before, host.diary().size()))
                .containsExactly("start mongod2", "run mongo-administration-mongod1");
    }

    @Test
    void whatCouldNotBeMadeReadyIsToldWithItsLog() {
        deploy("documents.implementation=mongodb");
        host.exitCode("mongo-administration-mongod1", 3);

        assertThatThrownBy(() -> started(DocumentStores.NONE))
                .isInstanceOf(EnvironmentException.class)
                .hasMessageContaining("MongoDB could not be made ready at mongod1 (log: ");
    }

    @Test
    void versionsThatAreTooOldAreRefusedBeforeAnythingStarts() {
        assertThatThrownBy(() -> MongoDb.refuseOld("MongoDB 5.0.31"))
                .hasMessage(
                        "MongoDB must be 6.0 or later (documents.implementation): MongoDB 5.0.31; install a newer one");
        for (String fine : List.of("MongoDB 6.0.1", "MongoDB 8.0.12", "MongoDB")) {
            assertThatCode(() -> MongoDb.refuseOld(fine)).doesNotThrowAnyException();
        }
    }

    @Test
    void theProgramsItNeedsAreNamedWithWhereTheyAreFrom() {
        deploy("documents.implementation=mongodb", "documents.topology=sharded");

        assertThat(DocumentStores.needed(deployment.configuration())).containsExactly(Program.MONGOD, Program.MONGOS);
        assertThat(Program.MONGOD.advice()).contains("MongoDB's own repository");
    }
}
