package gavel.harness.tier.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.config.Configuration;
import gavel.harness.config.Configurations;
import gavel.harness.config.Configurations.Override;
import gavel.harness.deployment.Deployment;
import gavel.harness.deployment.Deployments;
import gavel.harness.run.FakeHost;
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
                .read("minimal", List.of(settings).stream().map(Override::parse).toList());
        return new Deployments(home.resolve(".gavel"), new FakeHost()::in, new SplittableRandom(3))
                .create("mine", configuration, false, Instant.EPOCH);
    }

    @Test
    void theBrokerListensOnTheLoopbackWithItsSecretAndItsMemory() {
        try (Deployment deployment = deploy("broker.implementation=rabbitmq", "broker.memory=300m")) {
            assertThat(RabbitMq.configuration(deployment))
                    .contains(
                            "listeners.tcp.1 = 127.0.0.1:" + deployment.ports().broker() + "\n",
                            "default_pass = " + deployment.secrets().broker() + "\n",
                            "vm_memory_high_watermark.absolute = 300MiB\n")
                    .doesNotContain("${");
        }
    }

    @Test
    void eachVirtualAddressHasAnotherHostAsItsFirstOwner() {
        try (Deployment deployment = deploy(
                "hosts.isolated=true",
                "webServers.implementation=nginx",
                "virtualIps.implementation=keepalived",
                "virtualIps.count=2")) {
            Keepalived.Front front = new Keepalived.Front("webServers", 3, 1443);

            assertThat(Keepalived.configuration(deployment, front, 1))
                    .contains("router_id keepalived2", "/dev/tcp/127.0.0.1/1443", "127.0.9.1/24", "127.0.9.2/24")
                    .containsSubsequence("virtual_router_id 1", "priority 195", "virtual_router_id 2", "priority 200")
                    .doesNotContain("${");
            assertThat(List.of(
                            Keepalived.priority(1, 0, 3), Keepalived.priority(1, 1, 3), Keepalived.priority(1, 2, 3)))
                    .containsExactly(190, 200, 195);
        }
    }

    @Test
    void nothingOfTheBrokerIsOutsideItsDeployment() {
        try (Deployment deployment = deploy("broker.implementation=rabbitmq")) {
            Map<String, String> environment = RabbitMq.environment(deployment);

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
    void theWebServerKnowsEveryApplicationServerAndItsCertificates() {
        try (Deployment deployment =
                deploy("webServers.implementation=nginx", "appServers.count=2", "load.users=100")) {
            String text = Nginx.configuration(deployment, Certificates.in(deployment));

            assertThat(text)
                    .contains(
                            "server 127.0.0.1:" + deployment.ports().app().get(0) + " max_fails=2",
                            "server 127.0.0.1:" + deployment.ports().app().get(1) + " max_fails=2",
                            "listen 127.0.0.1:" + deployment.ports().web().https() + " ssl http2",
                            "worker_connections " + (512 + 20 * 100) + ";",
                            "worker_processes auto;")
                    .doesNotContain("${");
        }
    }

    @Test
    void aWorkerAsksForNoMoreConnectionsThanTheMachineHasDescriptors() {
        assertThat(Nginx.connections(30_000, 20_000)).isEqualTo(19_872);
        assertThat(Nginx.connections(2_512, 20_000)).isEqualTo(2_512);
        assertThat(Nginx.connections(2_512, -1)).isEqualTo(2_512);
    }

    @Test
    void aTemplateThatAsksForMoreThanIsKnownIsABug() {
        assertThatThrownBy(() -> Template.fill("postgresql.conf", Map.of("deployment", "mine")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("nothing is known for ${address} of postgresql.conf");
    }
}
