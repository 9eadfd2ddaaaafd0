package gavel.harness.run.peak;

import gavel.driver.api.IntervalReport;
import gavel.driver.api.IntervalReport.OperationInterval;
import gavel.driver.api.LoadGenerator;
import gavel.driver.api.LoadReport;
import gavel.driver.api.LoadSpec;
import gavel.harness.report.SampleResults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A driver and a system that bears so many users, in no time: up to the knee everything passes, beyond it everything is late. Where there
 * are several front doors, each bears so many.
 */
public final class FakeSystem implements LoadGenerator {
    /** A climb settles for 4 s and looks at 5 s, at 30 s more where it ends, and at 5 s more where they were bad; a rest looks for a minute then. */
    private static final int GOOD_STEP = 39;

    private static final int BAD_STEP = 70;
    private static final int WARM_UP = 600;
    private static final LoadReport PASSED = SampleResults.passed().load();
    private static final LoadReport OVERLOADED = SampleResults.overloaded().load();
    /** Climbs and probes; not the rests between them, nor what warms servers up. */
    public final List<LoadSpec> loads = new ArrayList<>();
    /** The others. */
    public final List<LoadSpec> besides = new ArrayList<>();

    /** All of them in their order. */
    public final List<LoadSpec> all = new ArrayList<>();

    private int kneeOfOne;
    private Consumer<IntervalReport> intervals;
    private Runnable beforeProbe = () -> {};
    private Runnable beforeClimb = () -> {};
    private Runnable onTheWay = () -> {};
    private int wayPoint = Integer.MAX_VALUE;
    private LoadReport report;
    private LoadSpec current;
    private long second;

    public FakeSystem(int kneeOfOne) {
        this.kneeOfOne = kneeOfOne;
    }

    private int knee() {
        return kneeOfOne * current.targets().size();
    }

    /** From now on it bears so many. */
    void bears(int users) {
        kneeOfOne = users;
    }

    /** The driver reports this of every probe. */
    public void reports(LoadReport always) {
        report = always;
    }

    /** Happens before each load but the climb begins. */
    public void beforeProbe(Runnable happening) {
        beforeProbe = happening;
    }

    /** Happens before each climb begins. */
    void beforeClimb(Runnable happening) {
        beforeClimb = happening;
    }

    /** Happens when a climb goes beyond so many users. */
    void afterClimbing(int users, Runnable happening) {
        wayPoint = users;
        onTheWay = happening;
    }

    @Override
    public void prepare(LoadSpec wanted) {
        current = wanted;
        all.add(wanted);
        (wanted.outputDirectory() == null ? besides : loads).add(wanted);
    }

    private static boolean endless(LoadSpec load) {
        return load.phases().measureSeconds() > 1_000;
    }

    @Override
    public Map<String, Long> limitMillis() {
        return Map.of("Home", 2_000L);
    }

    @Override
    public void start(Instant at, Consumer<IntervalReport> seconds) {
        intervals = seconds;
        if (!endless(current)) {
            beforeProbe.run();
        } else if (current.outputDirectory() != null) {
            beforeClimb.run();
        }
        seconds(current.users(), endless(current) ? asked(current) : 1);
    }

    @Override
    public void users(int users, Duration ramp) {
        if (users > wayPoint) {
            onTheWay.run();
        }
        seconds(users, step(users));
    }

    /** Of what is not kept, a search looks at as much as it likes. */
    private int asked(LoadSpec load) {
        return load.outputDirectory() == null ? WARM_UP : step(load.users());
    }

    private int step(int users) {
        return users > knee() ? BAD_STEP : GOOD_STEP;
    }

    private void seconds(int users, int count) {
        int late = users > knee() ? users : 0;
        for (int i = 0; i < count; i++) {
            second++;
            intervals.accept(new IntervalReport(
                    second,
                    1_000 * second,
                    "MEASURE",
                    users,
                    List.of(new OperationInterval("Home", users, users, late, 0, 1_000)),
                    0,
                    0,
                    0.1,
                    100,
                    users));
        }
    }

    @Override
    public void stop(boolean drain) {}

    @Override
    public LoadReport awaitReport(Duration timeout) {
        if (report != null) {
            return report;
        }
        return current.users() > knee() ? OVERLOADED : PASSED;
    }

    @Override
    public void answeredBids(Path csv) throws IOException {
        Files.writeString(csv, "bidId,auctionId,lotId,accountId,amount,outcome,revision\n");
    }

    @Override
    public void close() {}
}
