package gavel.driver.arrival;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import gavel.driver.http.ClientSettings;
import gavel.driver.http.HttpClient;
import gavel.driver.loop.EngineLoop;
import gavel.driver.loop.Transport;
import gavel.driver.message.RequestTemplate;
import gavel.driver.record.Collector;
import gavel.driver.record.RecordedOperation;
import gavel.driver.record.Recorder;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/**
 * A server that stalls 1 s in every 10 s makes one arrival in ten wait, evenly between 0 and 1 s. So the share that waits longer than
 * x seconds is 0.1 (1 - x), and the 99th percentile of all is where that is 0.01: at 0.9 s. A driver that says less forgets the people
 * who came while it was not looking.
 */
class StallTruthIT {
    private static final long SECOND = 1_000_000_000L;
    private static final long PER_SECOND = 600;
    private static final long SAMPLES = 20 * PER_SECOND;
    private static final double TRUE_P99_MICROS = 900_000;

    @Test
    void theStallIsSeenWholeWhateverTheSizeOfThePool() throws Exception {
        CompletableFuture<Histogram> small = measured(50);
        CompletableFuture<Histogram> large = measured(1_500);

        for (Histogram response : List.of(small.get(60, TimeUnit.SECONDS), large.get(60, TimeUnit.SECONDS))) {
            assertThat(response.getTotalCount()).isEqualTo(SAMPLES);
            assertThat((double) response.getValueAtPercentile(99)).isCloseTo(TRUE_P99_MICROS, withPercentage(2));
            assertThat(response.getValueAtPercentile(50)).as("nine in ten meet no stall").isLessThan(50_000);
        }
        System.out.printf(
                "p99 with a stall of 1 s in 10 s over %d samples (truth 900 ms): %.1f ms with 50 connections, %.1f ms with 1,500%n",
                SAMPLES,
                small.get().getValueAtPercentile(99) / 1000.0,
                large.get().getValueAtPercentile(99) / 1000.0);
    }

    private static CompletableFuture<Histogram> measured(int connections) throws Exception {
        EngineLoop loop = new EngineLoop(0, Transport.forSockets(), System::nanoTime);
        long start = loop.onGrid(loop.nanoTime() + SECOND / 2);
        DelayingServer server = new DelayingServer((_, now) -> {
            long inPeriod = Math.floorMod(now - start, 10 * SECOND);
            return inPeriod < 8 * SECOND || inPeriod >= 9 * SECOND ? now : now + 9 * SECOND - inPeriod;
        });
        Recorder recorder = new Recorder(List.of(new RecordedOperation("stalled", false, SECOND)));
        HttpClient client = HttpClient.open(loop, List.of(server.uri()), null, ClientSettings.DEFAULT);
        OpenArrivals arrivals = new OpenArrivals(
                client,
                ArrivalSchedule.constant(PER_SECOND),
                SAMPLES,
                RequestTemplate.get("/").request(),
                recorder);
        loop.post(() -> {
            recorder.measure(start, Long.MAX_VALUE);
            arrivals.start(connections, start);
        });
        return arrivals.result().thenApplyAsync(result -> {
            Collector collector = new Collector(List.of(recorder), 1);
            collector.drainMeasured();
            loop.close();
            server.close();
            assertThat(result.failed()).isZero();
            return collector.response(0);
        });
    }
}
