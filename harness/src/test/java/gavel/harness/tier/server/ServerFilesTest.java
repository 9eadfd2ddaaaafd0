package gavel.harness.tier.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.tier.DataAddresses;
import gavel.harness.tier.TierRig;
import gavel.harness.topology.Launch;
import gavel.harness.topology.Ports;
import gavel.harness.topology.Step;
import gavel.harness.topology.Template;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the servers are started with. */
class ServerFilesTest {
    @TempDir
    Path home;

    private TierRig deploy(String... settings) {
        return new TierRig(home, false, settings);
    }

    private static Map<String, String> environment(TierRig rig, String instance) {
        return ((Launch.Command) rig.spec(instance).launch()).environment();
    }

    @Test
    void theBrokerListensOnTheLoopbackWithItsSecretAndItsMemory() {
        try (TierRig rig = deploy("broker.implementation=rabbitmq", "broker.memory=300m")) {
            assertThat(rig.file("rabbitmq1", "rabbitmq1.conf"))
                    .contains(
                            "listeners.tcp.1 = 127.0.0.1:"
                                    + rig.deployment.ports().broker() + "\n",
                            "default_pass = ${secret:broker}\n",
                            "vm_memory_high_watermark.absolute = 300MiB\n",
                            "raft.wal_max_size_bytes = " + 75 * 1024 * 1024 + "\n");
        }
    }

    /** RabbitMQ's own 512 MiB would fill the memory of a node that has no more, and hold publishers back. */
    @Test
    void theLogOfQuorumQueuesTakesAQuarterOfTheBrokersMemoryAtMost() {
        assertThat(RabbitMq.log(64)).isEqualTo(16L * 1024 * 1024);
        assertThat(RabbitMq.log(512)).isEqualTo(128L * 1024 * 1024);
        assertThat(RabbitMq.log(8_192)).isEqualTo(512L * 1024 * 1024);
    }

    @Test
    void theNodesOfAClusterKnowEachOtherAndTheApplicationKnowsAll() {
        try (TierRig rig = deploy("broker.implementation=rabbitmq", "broker.count=3")) {
            List<Ports.RabbitNode> nodes = rig.deployment.ports().rabbit().nodes();
            assertThat(rig.file("rabbitmq3", "rabbitmq3.conf"))
                    .contains(
                            "listeners.tcp.1 = 127.0.0.1:" + nodes.get(2).clients() + "\n",
                            "classic_config.nodes.1 = gavel1@localhost\n",
                            "classic_config.nodes.3 = gavel3@localhost\n");
            assertThat(environment(rig, "rabbitmq3")).containsEntry("RABBITMQ_NODENAME", "gavel3@localhost");
            assertThat(nodes.getFirst().clients())
                    .isEqualTo(rig.deployment.ports().broker());
            assertThat(DataAddresses.of(rig.running.context()).broker().others())
                    .containsExactly(
                            "127.0.0.1:" + nodes.get(1).clients(),
                            "127.0.0.1:" + nodes.get(2).clients());
            assertThat(rig.deployment.configuration().broker().quorum()).isTrue();
        }
    }

    /** By itself Erlang takes 1.5 GiB where a billion descriptors are allowed, as in pods of many nodes, and holds publishers back. */
    @Test
    void theBrokerPreparesForConnectionsNotForDescriptors() {
        try (TierRig rig = deploy("broker.implementation=rabbitmq")) {
            Map<String, String> environment = environment(rig, "rabbitmq1");
            assertThat(environment.get("RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS")).contains(" +Q 65536 ");
            assertThat(environment.get("RABBITMQ_CTL_ERL_ARGS")).endsWith(" +Q 65536");
        }
    }

    @Test
    void nothingOfTheBrokerIsOutsideItsDeployment() {
        try (TierRig rig = deploy("broker.implementation=rabbitmq")) {
            Map<String, String> environment = environment(rig, "rabbitmq1");

            assertThat(environment.entrySet())
                    .filteredOn(entry -> entry.getValue().startsWith("/")
                            && !entry.getValue().equals("/dev/null"))
                    .hasSize(6)
                    .allMatch(entry -> entry.getValue()
                            .startsWith(rig.deployment.directory().path().toString()));
            assertThat(environment)
                    .containsEntry(
                            "ERL_EPMD_PORT",
                            Integer.toString(rig.deployment.ports().rabbit().names()))
                    .doesNotContainValue(rig.deployment.secrets().broker());
        }
    }

    @Test
    void theDatabaseGetsItsTuningAndTheLastWordIsTheConfigurations() {
        try (TierRig rig = deploy(
                "relational.implementation=postgresql",
                "relational.memory=1g",
                "relational.settings=work_mem=9MB jit=off")) {
            assertThat(rig.file("postgresql", "postgresql.conf"))
                    .contains(
                            "port = " + rig.deployment.ports().database() + "\n",
                            "fsync = 'on'\n",
                            "synchronous_commit = 'on'\n",
                            "shared_buffers = '256MB'\n",
                            "effective_cache_size = '768MB'\n",
                            "work_mem = '9MB'\n",
                            "jit = 'off'\n")
                    .doesNotContain("${", rig.deployment.secrets().database());
        }
    }

    /** By their length or for any other reason: the log of a server goes into the result. */
    @Test
    void noStatementWithAPasswordIsLoggedWhateverTheConfigurationWants() {
        try (TierRig rig = deploy(
                "relational.implementation=postgresql",
                "relational.settings=log_statement=all log_min_duration_statement=0")) {
            List<String> statements = rig.spec("postgresql").after().stream()
                    .map(Step::action)
                    .filter(Step.Statements.class::isInstance)
                    .flatMap(action -> ((Step.Statements) action).statements().stream())
                    .toList();
            assertThat(statements).anyMatch(statement -> statement.contains("PASSWORD '${secret:database}'"));
            assertThat(statements.getFirst()).isEqualTo("SET log_min_messages = 'panic'");
        }
    }

    @Test
    void mariaDbFlushesEachCommitAndItsPasswordIsInTheFileOfStatementsOnly() {
        try (TierRig rig = deploy(
                "relational.implementation=mariadb",
                "relational.memory=1g",
                "relational.settings=sort_buffer_size=9M")) {
            assertThat(rig.file("mariadb", "mariadb.cnf"))
                    .contains(
                            "port = " + rig.deployment.ports().database() + "\n",
                            "bind_address = 127.0.0.1\n",
                            "innodb_flush_log_at_trx_commit = 1\n",
                            "innodb_buffer_pool_size = 512M\n",
                            "sort_buffer_size = 9M\n")
                    .doesNotContain("${", rig.deployment.secrets().database());
            assertThat(rig.file("mariadb", "mariadb-access.sql")).contains("IDENTIFIED BY '${secret:database}'");
        }
    }

    @Test
    void aTemplateThatAsksForMoreThanIsKnownIsABug() {
        assertThatThrownBy(() -> Template.fill(PostgreSql.class, "postgresql.conf", Map.of("deployment", "mine")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("nothing is known for ${address} of postgresql.conf");
    }
}
