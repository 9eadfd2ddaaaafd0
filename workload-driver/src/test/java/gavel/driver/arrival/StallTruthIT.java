package gavel.driver.arrival;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import gavel.driver.http.ClientSettings;
import gavel.driver.http.HttpClient;
import gavel.driver.loop.EngineLoop;
import gavel.driver.loop.EngineLoops;
import gavel.driver.loop.LoopThread;
import gavel.driver.loop.Transport;
import gavel.driver.message.RequestTemplate;
import gavel.driver.record.Collector;
import gavel.driver.record.RecordedOperation;
import gavel.driver.record.Recorder;
import gavel.driver.warmup.WarmUp;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * A server that stalls 1 s in every 10 s makes one arrival in ten wait, evenly between 0 and 1 s. So the share that waits longer than
 * x seconds is 0.1 (1 - x), and the 99th percentile of all is where that is 0.01: at 0.9 s. A driver that says less forgets the people
 * who came while it was not looking.
 */
@Isolated("measures how long answers take")
class StallTruthIT {
    private static final long SECOND = 1_000_000_000L;
    private static final long PER_SECOND = 300;
    /** Of two stalls: arrivals are evenly spaced, so each stall adds the same waits, and more of them move no percentile. */
    private static final long SAMPLES = 20 * PER_SECOND;

    private static final double TRUE_P99_MICROS = 900_000;

    /** @param queuedShare of the time, in which driver or server were ready to run and had no processor */
    private record Measured(int connections, Histogram response, double queuedShare) {}

    @Test
    void theStallIsSeenWholeWhateverTheSizeOfThePool() throws Exception {
        CompletableFuture<Measured> small = measured(50);
        CompletableFuture<Measured> large = measured(1_500);

        for (Measured measured : List.of(small.get(90, TimeUnit.SECONDS), large.get(90, TimeUnit.SECONDS))) {
            long p99 = measured.response().getValueAtPercentile(99);
            System.out.printf(
                    "a stall of 1 s in 10 s, %d samples, %d connections: p99 %.1f ms (truth 900 ms), run-queue share %.3f%n",
                    measured.response().getTotalCount(), measured.connections(), p99 / 1000.0, measured.queuedShare());
            assertThat(measured.response().getTotalCount()).isEqualTo(SAMPLES);
            assertThat((double) p99).isCloseTo(TRUE_P99_MICROS, withPercentage(2));
            assertThat(measured.response().getValueAtPercentile(50))
                    .as("nine in ten meet no stall")
                    .isLessThan(50_000);
        }
    }

    private static CompletableFuture<Measured> measured(int connections) throws Exception {
        EngineLoops loops = EngineLoops.open(1, Transport.forSockets(), System::nanoTime);
        EngineLoop loop = loops.all().getFirst();
        WarmUp.run(loops, 5_000, Duration.ofSeconds(5));
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
        LoopThread.Times driverBegan = loop.thread().times();
        LoopThread.Times serverBegan = server.thread().times();
        loop.post(() -> {
            recorder.measure(start, Long.MAX_VALUE);
            arrivals.start(connections, start);
        });
        return arrivals.result().thenApplyAsync(result -> {
            Collector collector = new Collector(List.of(recorder), 1);
            collector.drainMeasured();
            long elapsed = loop.nanoTime() - start;
            double queued = loop.thread().times().queuedShareSince(driverBegan, elapsed)
                    + server.thread().times().queuedShareSince(serverBegan, elapsed);
            loops.close();
            server.close();
            assertThat(result.failed()).isZero();
            return new Measured(connections, collector.response(0), queued);
        });
    }
}
