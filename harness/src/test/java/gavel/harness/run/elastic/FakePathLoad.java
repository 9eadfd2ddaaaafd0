package gavel.harness.run.elastic;

import gavel.driver.api.IntervalReport;
import gavel.driver.api.IntervalReport.OperationInterval;
import gavel.driver.api.LoadGenerator;
import gavel.driver.api.LoadReport;
import gavel.driver.api.LoadSpec;
import gavel.driver.api.RuleOutcome;
import gavel.harness.report.SampleResults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** A load whose seconds are told at once, and which is over when they have passed. */
final class FakePathLoad implements LoadGenerator {
    private final QuietTime time;
    final List<LoadSpec> specs = new ArrayList<>();
    /** Loads that fail, by their numbers from 1; every other one passes. */
    Set<Integer> overloaded = Set.of();

    /** Likewise of drivers that had too little CPU. */
    Set<Integer> busy = Set.of();

    /** Likewise of drivers that nothing is heard of afterwards. */
    Set<Integer> lost = Set.of();

    /** Where somebody ends the work: the load of that number. */
    int interrupted;

    Runnable interrupt = () -> {};

    private LoadSpec spec;
    private Instant end;

    FakePathLoad(QuietTime time) {
        this.time = time;
    }

    @Override
    public void prepare(LoadSpec wanted) {
        spec = wanted;
        specs.add(wanted);
    }

    @Override
    public Map<String, Long> limitMillis() {
        return Map.of("Home", 2_000L);
    }

    @Override
    public void start(Instant at, Consumer<IntervalReport> intervals) {
        LoadSpec.Phases phases = spec.phases();
        int before = phases.rampSeconds() + phases.warmUpSeconds();
        end = at.plusSeconds(before + phases.measureSeconds());
        for (int second = 1; second <= before + phases.measureSeconds(); second++) {
            int users =
                    spec.shape().constant() ? spec.users() : spec.shape().path().users(second - before);
            intervals.accept(new IntervalReport(
                    second,
                    at.plusSeconds(second).toEpochMilli(),
                    second <= before ? "WARM_UP" : "MEASURE",
                    users,
                    List.of(new OperationInterval("Home", 20, 20, 0, 0, 1_000)),
                    0,
                    0,
                    0.1,
                    100,
                    20));
        }
    }

    @Override
    public void users(int users, Duration ramp) {}

    @Override
    public void stop(boolean drain) {}

    @Override
    public LoadReport awaitReport(Duration timeout) throws InterruptedException {
        if (specs.size() == interrupted) {
            interrupt.run();
        }
        time.pause(Duration.between(time.instant(), end));
        if (lost.contains(specs.size())) {
            return null;
        }
        if (busy.contains(specs.size())) {
            return SampleResults.passed(new RuleOutcome(
                            "driverBusy",
                            "driver",
                            RuleOutcome.Status.INFO,
                            "93 %",
                            "80 %",
                            "event loops were busy" + RuleOutcome.CHANGED_NO_VERDICT))
                    .load();
        }
        return overloaded.contains(specs.size())
                ? SampleResults.overloaded().load()
                : SampleResults.passed().load();
    }

    @Override
    public void answeredBids(Path csv) throws IOException {
        Files.writeString(csv, "bidId,auctionId,lotId,accountId,amount,outcome,revision\n");
    }

    @Override
    public void close() {}
}
