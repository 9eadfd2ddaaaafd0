import io.hyperfoil.api.config.Benchmark;
import io.hyperfoil.api.statistics.StatisticsSnapshot;
import io.hyperfoil.core.impl.LocalBenchmarkData;
import io.hyperfoil.core.impl.LocalSimulationRunner;
import io.hyperfoil.core.parser.BenchmarkParser;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs a benchmark file inside this process, without controller and agents, and prints what Hyperfoil counted as one line of JSON. */
public final class PlainBenchmark {
    private PlainBenchmark() {}

    public static void main(String[] arguments) throws Exception {
        Path file = Path.of(arguments[0]);
        Benchmark benchmark;
        try (InputStream yaml = Files.newInputStream(file)) {
            benchmark = BenchmarkParser.instance().buildBenchmark(yaml, new LocalBenchmarkData(file.toAbsolutePath()), Map.of());
        }
        StatisticsSnapshot all = new StatisticsSnapshot();
        new LocalSimulationRunner(
                        benchmark,
                        (phase, step, metric, snapshot, countDown) -> {
                            synchronized (all) {
                                all.add(snapshot);
                            }
                        },
                        null,
                        null)
                .run();
        System.out.printf(
                Locale.ROOT,
                "{\"exchanges\": %d, \"failed\": %d, \"p99Micros\": %d, \"blockedSeconds\": %.3f}%n",
                all.responseCount,
                all.invalid + all.connectionErrors + all.requestTimeouts + all.internalErrors,
                TimeUnit.NANOSECONDS.toMicros(all.histogram.getValueAtPercentile(99)),
                all.blockedTime / 1e9);
        System.exit(0);
    }
}
