package gavel.harness.tier.server;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.collect.Instance;
import gavel.harness.collect.metrics.Scraper;
import gavel.harness.collect.metrics.ServerStatistics.Reading;
import gavel.harness.config.Configuration;
import gavel.harness.deploy.RunningTopology;
import gavel.harness.deployment.Deployment;
import gavel.harness.platform.RunningInstance;
import gavel.harness.platform.local.host.HostProcess;
import gavel.harness.tier.RealServers;
import gavel.harness.tier.TierRig;
import gavel.harness.time.Timekeeper;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** The real RabbitMQ as a cluster of three on this machine; {@code bench/quorum-queues.sh} runs it. */
@EnabledIfSystemProperty(named = "gavel.quorum", matches = "true", disabledReason = "bench/quorum-queues.sh runs it")
class RabbitClusterIT {
    private static final Timekeeper TIME = Timekeeper.system();
    private static final Duration GRACE = Duration.ofSeconds(20);

    @TempDir
    Path home;

    private Deployment deployment;

    @AfterEach
    void close() {
        RealServers.stop(deployment, GRACE);
    }

    @Test
    void itFormsIsWatchedAndTakesALostNodeBack() throws Exception {
        Configuration configuration = TierRig.configuration("broker.implementation=rabbitmq", "broker.count=3");
        RealServers.require(home, configuration);
        deployment = RealServers.deploy(home, configuration);

        RunningTopology whole = RealServers.running(deployment);
        whole.start(whole.topology().of("broker"));
        assertThat(whole.watched())
                .extracting(Instance::name)
                .containsExactly("rabbitmq-epmd", "rabbitmq1", "rabbitmq2", "rabbitmq3");
        try (Scraper scraper = new Scraper()) {
            for (Instance instance : whole.watched().subList(1, 4)) {
                Reading reading = instance.statistics().read(scraper);
                assertThat(reading.version()).startsWith("RabbitMQ ");
            }
        }

        HostProcess lost = RealServers.host(deployment).recorded().stream()
                .filter(process -> process.name().equals("rabbitmq1"))
                .findFirst()
                .orElseThrow();
        ProcessHandle.of(lost.pid()).orElseThrow().destroyForcibly();
        assertThat(TIME.await(() -> !lost.alive(), GRACE)).isTrue();

        RunningTopology again = RealServers.running(deployment);
        again.attach();
        assertThat(again.instances()).hasSize(3);
        again.start(again.topology().of("broker"));
        assertThat(again.instances()).hasSize(4).allMatch(RunningInstance::alive);
        again.stop();
        assertThat(RealServers.host(deployment).recorded()).isEmpty();
    }
}
