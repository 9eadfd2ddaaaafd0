package gavel.driver.plain;

import gavel.driver.http.ClientSettings;
import gavel.driver.http.HttpClient;
import gavel.driver.loop.EngineLoop;
import gavel.driver.loop.EngineLoops;
import gavel.driver.loop.Transport;
import gavel.driver.record.Collector;
import gavel.driver.record.RecordedOperation;
import gavel.driver.record.Recorder;
import gavel.driver.warmup.WarmUp;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.HdrHistogram.Histogram;

/**
 * The driver's engine as a process of its own that does plain exchanges on one loop, for measurements beside other load generators:
 * the same client, timers, checks and recorder as a run has, without sessions.
 *
 * <pre>
 *   open   URI PER_SECOND SECONDS CONNECTIONS
 *   people URI NUMBER FIRST_MILLIS SPREAD_MILLIS CYCLE_MILLIS SECONDS
 * </pre>
 *
 * Prints one line of JSON at its end.
 */
final class PlainDriver {
    /** As the driver does before a run. */
    private static final long WARM_UP_EXCHANGES = 20_000;

    private static final Duration WARM_UP_AT_MOST = Duration.ofSeconds(3);

    private PlainDriver() {}

    public static void main(String[] arguments) throws Exception {
        try (EngineLoops loops = EngineLoops.open(1, Transport.forSockets(), System::nanoTime)) {
            WarmUp.run(loops, WARM_UP_EXCHANGES, WARM_UP_AT_MOST);
            EngineLoop loop = loops.all().getFirst();
            Recorder recorder = new Recorder(List.of(new RecordedOperation("exchange", false, 1_000_000_000L)));
            HttpClient client = HttpClient.open(loop, List.of(URI.create(arguments[1])), null, ClientSettings.DEFAULT);
            PlainLoad load = load(arguments, client, recorder);
            int number = Integer.parseInt(arguments[arguments[0].equals("open") ? 4 : 2]);
            loop.post(() -> {
                long start = loop.onGrid(loop.nanoTime());
                loop.onLateness(recorder::lateness);
                recorder.measure(start, Long.MAX_VALUE);
                load.start(number, start);
            });
            System.out.println(figures(collected(load.tally(), recorder), load.tally()));
        }
    }

    private static PlainLoad load(String[] arguments, HttpClient client, Recorder recorder) {
        if (arguments[0].equals("open")) {
            long perSecond = Long.parseLong(arguments[2]);
            return new PlainArrivals(client, perSecond, perSecond * Long.parseLong(arguments[3]), recorder);
        }
        PlainPeople.Plan plan = new PlainPeople.Plan(
                millis(arguments[3]), millis(arguments[4]), millis(arguments[5]), 1_000 * millis(arguments[6]));
        return new PlainPeople(client, plan, recorder);
    }

    private static long millis(String millis) {
        return TimeUnit.MILLISECONDS.toNanos(Long.parseLong(millis));
    }

    /** Looks at the recorder each second meanwhile, as a run does. */
    private static Collector collected(PlainTally tally, Recorder recorder) throws Exception {
        Collector collector = new Collector(List.of(recorder), 1);
        while (true) {
            try {
                tally.whenComplete().get(1, TimeUnit.SECONDS);
                collector.drainMeasured();
                return collector;
            } catch (TimeoutException goesOn) {
                collector.drainRecent();
                collector.drainMeasured();
            }
        }
    }

    private static String figures(Collector collector, PlainTally tally) {
        Histogram response = collector.response(0);
        return String.format(
                Locale.ROOT,
                "{\"exchanges\": %d, \"failed\": %d, \"blockedSeconds\": %.3f, \"p50Micros\": %d, \"p99Micros\": %d,"
                        + " \"serviceP99Micros\": %d, \"latenessP99Micros\": %d}",
                tally.ended(),
                tally.failed(),
                tally.blockedSeconds(),
                response.getValueAtPercentile(50),
                response.getValueAtPercentile(99),
                collector.service(0).getValueAtPercentile(99),
                collector.lateness().getValueAtPercentile(99));
    }
}
