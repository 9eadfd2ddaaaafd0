package gavel.harness.tier.server;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.collect.Instance;
import gavel.harness.collect.metrics.Scraper;
import gavel.harness.collect.metrics.ServerStatistics.Reading;
import gavel.harness.deployment.Deployment;
import gavel.harness.host.HostProcess;
import gavel.harness.host.Timekeeper;
import gavel.harness.tier.RealServers;
import gavel.harness.tier.TierRig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
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
        RealServers.require(home, Program.RABBITMQ);
        deployment =
                RealServers.deploy(home, TierRig.configuration("broker.implementation=rabbitmq", "broker.count=3"));

        RabbitMq whole = RabbitMq.start(deployment, TIME);
        whole.awaitReady(TIME);
        assertThat(whole.instances())
                .extracting(Instance::name)
                .containsExactly("rabbitmq1", "rabbitmq2", "rabbitmq3", "rabbitmq-epmd");
        try (Scraper scraper = new Scraper()) {
            for (Instance instance : whole.instances().subList(0, 3)) {
                Reading reading = instance.statistics().read(scraper);
                assertThat(reading.version()).startsWith("RabbitMQ ");
            }
        }

        HostProcess lost = whole.processes().getFirst();
        ProcessHandle.of(lost.pid()).orElseThrow().destroyForcibly();
        assertThat(TIME.await(() -> !lost.alive(), GRACE)).isTrue();
        List<HostProcess> left =
                deployment.host().recorded().stream().filter(HostProcess::alive).toList();
        assertThat(left).hasSize(3);

        RabbitMq again = RabbitMq.found(deployment, left).orElseThrow().started(TIME);
        again.awaitReady(TIME);
        assertThat(again.processes()).hasSize(4).allMatch(HostProcess::alive);
        assertThat(again.processes()).allMatch(process -> process.stop(GRACE), "ends by itself");
    }
}
