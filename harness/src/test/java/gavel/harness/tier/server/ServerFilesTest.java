package gavel.harness.tier.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.config.Configuration;
import gavel.harness.config.Configurations;
import gavel.harness.config.Configurations.SettingOverride;
import gavel.harness.deployment.Deployment;
import gavel.harness.deployment.Deployments;
import gavel.harness.deployment.Ports;
import gavel.harness.run.FakeHost;
import gavel.harness.tier.DataAddresses;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the servers are started with. */
class ServerFilesTest {
    @TempDir
    Path home;

    private Deployment deploy(String... settings) {
        Configuration configuration = new Configurations(Path.of("../deploy/configs"))
                .read(
                        "minimal",
                        List.of(settings).stream().map(SettingOverride::parse).toList());
        return new Deployments(home.resolve(".gavel"), new FakeHost()::in, new SplittableRandom(3))
                .create("mine", configuration, false, Instant.EPOCH);
    }

    @Test
    void theBrokerListensOnTheLoopbackWithItsSecretAndItsMemory() {
        try (Deployment deployment = deploy("broker.implementation=rabbitmq", "broker.memory=300m")) {
            assertThat(RabbitMq.configuration(deployment, 0))
                    .contains(
                            "listeners.tcp.1 = 127.0.0.1:" + deployment.ports().broker() + "\n",
                            "default_pass = " + deployment.secrets().broker() + "\n",
                            "vm_memory_high_watermark.absolute = 300MiB\n")
                    .doesNotContain("${");
        }
    }

    @Test
    void theNodesOfAClusterKnowEachOtherAndTheApplicationKnowsAll() {
        try (Deployment deployment = deploy("broker.implementation=rabbitmq", "broker.count=3")) {
            List<Ports.RabbitNode> nodes = deployment.ports().rabbit().nodes();
            assertThat(RabbitMq.configuration(deployment, 2))
                    .contains(
                            "listeners.tcp.1 = 127.0.0.1:" + nodes.get(2).clients() + "\n",
                            "classic_config.nodes.1 = gavel1@localhost\n",
                            "classic_config.nodes.3 = gavel3@localhost\n")
                    .doesNotContain("${");
            assertThat(RabbitMq.environment(deployment, 2)).containsEntry("RABBITMQ_NODENAME", "gavel3@localhost");
            assertThat(nodes.getFirst().clients()).isEqualTo(deployment.ports().broker());
            assertThat(DataAddresses.of(deployment).broker().others())
                    .containsExactly(
                            "127.0.0.1:" + nodes.get(1).clients(),
                            "127.0.0.1:" + nodes.get(2).clients());
            assertThat(deployment.configuration().broker().quorum()).isTrue();
        }
    }

    @Test
    void nothingOfTheBrokerIsOutsideItsDeployment() {
        try (Deployment deployment = deploy("broker.implementation=rabbitmq")) {
            Map<String, String> environment = RabbitMq.environment(deployment, 0);

            assertThat(environment.entrySet())
                    .filteredOn(entry -> entry.getValue().startsWith("/")
                            && !entry.getValue().equals("/dev/null"))
                    .hasSize(6)
                    .allMatch(entry -> entry.getValue()
                            .startsWith(deployment.directory().path().toString()));
            assertThat(environment)
                    .containsEntry(
                            "ERL_EPMD_PORT",
                            Integer.toString(deployment.ports().rabbit().names()))
                    .doesNotContainValue(deployment.secrets().broker());
        }
    }

    @Test
    void theDatabaseGetsItsTuningAndTheLastWordIsTheConfigurations() {
        try (Deployment deployment = deploy(
                "relational.implementation=postgresql",
                "relational.memory=1g",
                "relational.settings=work_mem=9MB jit=off")) {
            assertThat(PostgreSql.configuration(deployment))
                    .contains(
                            "port = " + deployment.ports().database() + "\n",
                            "fsync = 'on'\n",
                            "synchronous_commit = 'on'\n",
                            "shared_buffers = '256MB'\n",
                            "effective_cache_size = '768MB'\n",
                            "work_mem = '9MB'\n",
                            "jit = 'off'\n")
                    .doesNotContain("${", deployment.secrets().database());
        }
    }

    @Test
    void mariaDbFlushesEachCommitAndItsPasswordIsInTheFileOfStatementsOnly() {
        try (Deployment deployment = deploy(
                "relational.implementation=mariadb",
                "relational.memory=1g",
                "relational.settings=sort_buffer_size=9M")) {
            assertThat(MariaDb.configuration(deployment))
                    .contains(
                            "port = " + deployment.ports().database() + "\n",
                            "bind_address = 127.0.0.1\n",
                            "innodb_flush_log_at_trx_commit = 1\n",
                            "innodb_buffer_pool_size = 512M\n",
                            "sort_buffer_size = 9M\n")
                    .doesNotContain("${", deployment.secrets().database());
            assertThat(MariaDb.access(deployment))
                    .contains("IDENTIFIED BY '" + deployment.secrets().database() + "'")
                    .doesNotContain("${");
        }
    }

    @Test
    void aTemplateThatAsksForMoreThanIsKnownIsABug() {
        assertThatThrownBy(() -> Template.fill("postgresql.conf", Map.of("deployment", "mine")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("nothing is known for ${address} of postgresql.conf");
    }
}
