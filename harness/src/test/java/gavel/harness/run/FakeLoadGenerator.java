package gavel.harness.run;

import gavel.driver.api.AgentLostException;
import gavel.driver.api.IntervalReport;
import gavel.driver.api.IntervalReport.OperationInterval;
import gavel.driver.api.LoadGenerator;
import gavel.driver.api.LoadReport;
import gavel.driver.api.LoadSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Runs a load in no time: one report for each second of each phase, then the report it was given. */
public class FakeLoadGenerator implements LoadGenerator {
    private static final OperationInterval HOME = new OperationInterval("Home", 10, 10, 0, 0, 500_000);
    private final FakeHost host;
    private final Supplier<LoadReport> report;
    private Runnable meanwhile = () -> {};
    private boolean endless;
    private LoadSpec spec;
    /** All that were asked for, in their order. */
    public final List<LoadSpec> specs = new ArrayList<>();

    /** @param report null for a driver that is lost */
    public FakeLoadGenerator(FakeHost host, LoadReport report) {
        this(host, () -> report);
    }

    /** @param report is asked at the end of each load; null where the driver is lost */
    public FakeLoadGenerator(FakeHost host, Supplier<LoadReport> report) {
        this.host = host;
        this.report = report;
    }

    public void meanwhile(Runnable happening) {
        meanwhile = happening;
    }

    /** Never comes to an end by itself. */
    public void endless() {
        endless = true;
    }

    public LoadSpec spec() {
        return spec;
    }

    @Override
    public void prepare(LoadSpec wanted) {
        spec = wanted;
        specs.add(wanted);
        host.note("prepare load");
    }

    @Override
    public Map<String, Long> limitMillis() {
        return Map.of("Home", 2_000L);
    }

    @Override
    public void start(Instant at, Consumer<IntervalReport> intervals) {
        host.note("start load");
        long second = 0;
        LoadSpec.Phases phases = spec.phases();
        second = phase(intervals, "RAMP", second, phases.rampSeconds());
        second = phase(intervals, "WARM_UP", second, phases.warmUpSeconds());
        second = phase(intervals, "MEASURE", second, phases.measureSeconds());
        if (!warmUp()) {
            meanwhile.run();
        }
        phase(intervals, "RAMP_DOWN", second, phases.rampDownSeconds());
    }

    /** Whether the load is there for the servers, and nobody is measured. */
    private boolean warmUp() {
        return spec.phases().measureSeconds() == 0;
    }

    private long phase(Consumer<IntervalReport> intervals, String phase, long from, int seconds) {
        for (int i = 1; i <= seconds; i++) {
            intervals.accept(new IntervalReport(
                    from + i, (from + i) * 1_000, phase, spec.users(), List.of(HOME), 0, 0, 0.1, 100, 10));
        }
        return from + seconds;
    }

    @Override
    public void users(int users, Duration ramp) {
        host.note("users " + users);
    }

    @Override
    public void stop(boolean drain) {
        host.note("stop load");
    }

    @Override
    public LoadReport awaitReport(Duration timeout) throws IOException, InterruptedException {
        LoadReport its = report.get();
        if (warmUp()) {
            return its;
        }
        if (its == null) {
            throw new AgentLostException("no word for 3 s", null);
        }
        if (endless) {
            Thread.currentThread().join();
        }
        return its;
    }

    @Override
    public void answeredBids(Path csv) throws IOException {
        Files.writeString(csv, "bidId,auctionId,lotId,accountId,amount,outcome,revision\n");
    }

    @Override
    public void close() {
        host.note("close load");
    }
}
