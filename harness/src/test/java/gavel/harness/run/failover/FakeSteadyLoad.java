package gavel.harness.run.failover;

import gavel.driver.api.IntervalReport;
import gavel.driver.api.IntervalReport.OperationInterval;
import gavel.driver.api.LoadGenerator;
import gavel.driver.api.LoadReport;
import gavel.driver.api.LoadSpec;
import gavel.harness.collect.Sample;
import gavel.harness.report.SampleResults;
import gavel.harness.run.Console;
import gavel.harness.run.FakeTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/** A load that always gets 100 operations a second, in no time: the next second passes as soon as somebody has looked at the last one. */
final class FakeSteadyLoad implements LoadGenerator {
    private final FakeTime time;
    private LongConsumer meanwhile = second -> {};
    private Consumer<IntervalReport> intervals;
    private Instant start;
    private long second;
    /** The driver tells nothing of the second after this one. */
    long asleep = -1;
    /** Half of the operations fail until then. */
    long unsteady = -1;

    LoadSpec spec;

    FakeSteadyLoad(FakeTime time) {
        this.time = time;
    }

    /** Happens before each second. */
    void meanwhile(LongConsumer happening) {
        meanwhile = happening;
    }

    /** The same console, which lets the next second pass. */
    Console listening(Console console) {
        return new Console() {
            @Override
            public void line(String text) {
                console.line(text);
            }

            @Override
            public void status(String text) {
                console.status(text);
            }

            @Override
            public int width() {
                return 0;
            }

            @Override
            public void second(IntervalReport interval, Sample sample) {
                next();
            }
        };
    }

    private void next() {
        second += second == asleep ? 2 : 1;
        meanwhile.accept(second);
        Instant end = start.plusSeconds(second);
        if (time.instant().isBefore(end)) {
            try {
                time.pause(Duration.between(time.instant(), end));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        intervals.accept(new IntervalReport(
                second,
                end.toEpochMilli(),
                "MEASURE",
                100,
                List.of(new OperationInterval("Home", 100, 100, 0, second <= unsteady ? 100 : 0, 1_000)),
                0,
                0,
                0.1,
                100,
                100,
                0L,
                Collections.nCopies(10, 10)));
    }

    @Override
    public void prepare(LoadSpec wanted) {
        spec = wanted;
        second = 0;
    }

    @Override
    public Map<String, Long> limitMillis() {
        return Map.of("Home", 2_000L);
    }

    @Override
    public void start(Instant at, Consumer<IntervalReport> seconds) {
        start = at;
        intervals = seconds;
        next();
    }

    @Override
    public void users(int users, Duration ramp) {}

    @Override
    public void stop(boolean drain) {}

    @Override
    public LoadReport awaitReport(Duration timeout) {
        return SampleResults.passed().load();
    }

    @Override
    public void answeredBids(Path csv) throws IOException {
        Files.writeString(csv, "bidId,auctionId,lotId,accountId,amount,outcome,revision\n");
    }

    @Override
    public void close() {}
}
