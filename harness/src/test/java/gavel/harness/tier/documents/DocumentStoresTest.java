package gavel.harness.tier.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.collect.Instance;
import gavel.harness.deploy.RunningTopology;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.tier.TierRig;
import gavel.harness.topology.Program;
import gavel.harness.topology.Tiers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Document stores with processes of their own, on a machine on which nothing really runs. */
class DocumentStoresTest {
    @TempDir
    Path home;

    private TierRig rig;

    private void deploy(String... settings) {
        rig = new TierRig(home, false, settings);
        rig.host.installed("mongod", Path.of("/usr/bin/mongod"));
        rig.host.installed("mongos", Path.of("/usr/bin/mongos"));
        rig.host.says("/usr/bin/mongod", "db version v7.0.5");
    }

    @AfterEach
    void close() {
        if (rig != null) {
            rig.close();
        }
    }

    private List<Instance> started(RunningTopology running) throws Exception {
        running.start(running.topology().of(Tiers.DOCUMENTS));
        return running.watched();
    }

    @Test
    void theDocumentServerIsAProcessOfItsOwnTierWithAHeapForTheSet() throws Exception {
        deploy("documents.implementation=server", "load.users=400");

        List<Instance> watched = started(rig.running);

        assertThat(rig.host.command("document-server")).contains("-Xmx" + (256 + 400 / 10 + 400 * 2 / 1_000) + "m");
        assertThat(watched).singleElement().satisfies(instance -> {
            assertThat(instance.tier()).isEqualTo("documents");
            assertThat(instance.statistics()).isNotNull();
        });
        assertThat(rig.running.versions()).containsEntry("documents", "document server in memory");
        started(rig.running);
        assertThat(rig.host.diary()).as("started once").containsExactly("start document-server");
    }

    @Test
    void whatIsEmbeddedOrElsewhereHasNoProcessHere() throws Exception {
        deploy();

        assertThat(started(rig.running)).isEmpty();
        assertThat(rig.host.diary()).isEmpty();
    }

    @Test
    void theRoutersOfAClusterStartWhenItsConfigServersAreASet() throws Exception {
        deploy("documents.implementation=mongodb", "documents.topology=sharded");

        List<Instance> watched = started(rig.running);

        assertThat(rig.host.diary())
                .containsExactly(
                        "start mongod1",
                        "start mongod2",
                        "start mongo-config1",
                        "run mongo-administration-mongod1",
                        "run mongo-administration-mongod2",
                        "run mongo-administration-mongo-config1",
                        "start mongos1",
                        "run mongo-administration-mongos1");
        assertThat(rig.host.command("mongod1"))
                .containsExactly(
                        "/usr/bin/mongod",
                        "--config",
                        rig.deployment.directory().settings("mongod1.conf").toString());
        assertThat(Files.readString(rig.deployment.directory().settings("mongo-key")))
                .isEqualTo(rig.deployment.secrets().documentsKey());
        assertThat(rig.host.command("mongo-administration-mongos1"))
                .as("secrets are in the file, never on the command line")
                .noneMatch(word -> word.contains(rig.deployment.secrets().documents()));
        assertThat(watched)
                .extracting(Instance::name)
                .containsExactly("mongod1", "mongod2", "mongo-config1", "mongos1");
        assertThat(rig.running.versions()).containsEntry("documents", "MongoDB 7.0.5");
    }

    @Test
    void aLostServerIsStartedAgainBesideTheOthers() throws Exception {
        deploy("documents.implementation=mongodb", "documents.topology=replicaset");
        started(rig.running);
        int before = rig.host.diary().size();
        rig.host.process("mongod2").die();

        RunningTopology left = rig.again();
        left.attach();
        assertThat(left.watched()).extracting(Instance::name).containsExactlyInAnyOrder("mongod1", "mongod3");
        assertThat(started(left)).hasSize(3);
        assertThat(rig.host.diary().subList(before, rig.host.diary().size()))
                .containsExactly("start mongod2", "run mongo-administration-mongod1");
    }

    @Test
    void whatCouldNotBeMadeReadyIsToldWithItsLog() {
        deploy("documents.implementation=mongodb");
        rig.host.exitCode("mongo-administration-mongod1", 3);

        assertThatThrownBy(() -> started(rig.running))
                .isInstanceOf(EnvironmentException.class)
                .hasMessageContaining("MongoDB could not be made ready at mongod1 (log: ");
    }

    @Test
    void theProgramsItNeedsAreNamedWithWhereTheyAreFrom() {
        deploy("documents.implementation=mongodb", "documents.topology=sharded");

        assertThat(rig.running.topology().programs())
                .extracting(Program::title)
                .containsExactly("MongoDB", "MongoDB's router");
    }
}
