package gavel.driver.arrival;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import gavel.driver.http.ClientSettings;
import gavel.driver.http.HttpClient;
import gavel.driver.loop.EngineLoop;
import gavel.driver.loop.Transport;
import gavel.driver.message.RequestTemplate;
import gavel.driver.record.Collector;
import gavel.driver.record.RecordedOperation;
import gavel.driver.record.Recorder;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.DoubleStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * The driver's percentiles against those of a server that knows how long it took: service times spread exponentially, mean 20 ms. A
 * first round is for the JVM to compile what the last one needs. In between, answers that come at once tell how long this machine takes now
 * for the way there and back, which the server does not see. That is 0.1 ms, and 1 ms while others use its cores.
 */
@Isolated("measures how long answers take")
class PercentileTruthIT {
    private static final long WARM_UP = 5_000;
    /** Five times each of the thousand service times: the same times again move no percentile. */
    private static final long ARRIVALS = 5_000;

    private static final long AT_ONCE = 2_000;
    private static final int ROUNDS = 3;
    private static final double[] PERCENTILES = {50, 99, 99.9};
    private static final double MEAN_NANOS = 20e6;
    /** What two threads and the loopback may add. */
    private static final double MICROS = 200;

    @Test
    void percentilesAreThoseOfTheServer() throws Exception {
        EngineLoop loop = new EngineLoop(0, Transport.forSockets(), System::nanoTime);
        try (loop;
                DelayingServer server = new DelayingServer((n, now) -> now + exponential(n));
                DelayingServer prompt = new DelayingServer((_, now) -> now)) {
            measured(loop, server, WARM_UP);
            server.forget();
            double road = measured(loop, prompt, AT_ONCE).getValueAtPercentile(50);

            Histogram service = measured(loop, server, ARRIVALS);
            // Others may use the cores for a while; a driver that is wrong is wrong in every round.
            for (int again = 0; again < ROUNDS && !agree(service, server.truthMicros(), road); again++) {
                server.forget();
                service = measured(loop, server, ARRIVALS);
            }
            Histogram truth = server.truthMicros();
            assertThat(service.getTotalCount()).isEqualTo(ARRIVALS);
            System.out.printf("there and back: %.2f ms%n", road / 1000);
            for (double percentile : PERCENTILES) {
                double expected = truth.getValueAtPercentile(percentile);
                System.out.printf(
                        "p%s: %.2f ms, by the server's own account %.2f ms%n",
                        percentile, service.getValueAtPercentile(percentile) / 1000.0, expected / 1000);
                assertThat((double) service.getValueAtPercentile(percentile))
                        .as("p%s", percentile)
                        .isCloseTo(expected, offset(allowed(expected, road)));
            }
        }
    }

    private static boolean agree(Histogram service, Histogram truth, double road) {
        return DoubleStream.of(PERCENTILES).allMatch(percentile -> {
            double expected = truth.getValueAtPercentile(percentile);
            return Math.abs(service.getValueAtPercentile(percentile) - expected) <= allowed(expected, road);
        });
    }

    private static double allowed(double expected, double road) {
        return road + Math.max(0.02 * expected, MICROS);
    }

    private static Histogram measured(EngineLoop loop, DelayingServer server, long count) throws Exception {
        Recorder recorder = new Recorder(List.of(new RecordedOperation("known", false, 1_000_000_000L)));
        HttpClient client = HttpClient.open(loop, List.of(server.uri()), null, ClientSettings.DEFAULT);
        OpenArrivals arrivals = new OpenArrivals(
                client,
                ArrivalSchedule.constant(1_000),
                count,
                RequestTemplate.get("/").request(),
                recorder);
        loop.post(() -> {
            long start = loop.onGrid(loop.nanoTime() + 100_000_000);
            recorder.measure(start, Long.MAX_VALUE);
            arrivals.start(200, start);
        });
        assertThat(arrivals.result().get(60, TimeUnit.SECONDS).failed()).isZero();
        Collector collector = new Collector(List.of(recorder), 1);
        collector.drainMeasured();
        return collector.service(0);
    }

    /** Quantile (n + 0.5) / 1000 of the exponential distribution, in an order that mixes long and short. */
    private static long exponential(long n) {
        double quantile = (Math.floorMod(n * 619, 1000L) + 0.5) / 1000;
        return Math.round(-MEAN_NANOS * Math.log(1 - quantile));
    }
}
