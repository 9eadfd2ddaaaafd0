package gavel.driver.qos;

import gavel.driver.api.RuleOutcome;
import gavel.driver.api.RuleOutcome.Status;
import gavel.driver.profile.CycleTime;
import java.util.ArrayList;
import java.util.List;

/**
 * Whether the measurement can be trusted. A busy or starved driver only lengthens what it measures: where everything passed the pass
 * stands, and where a failure is the server's beyond doubt it stands too; then these rules inform. What concerns what was asked of the
 * server (cycle times, refused exchanges, bugs of the driver) forbids any judgement.
 */
final class ValidityRules {
    private static final double BUSY = 0.8;
    private static final double RUN_QUEUE = 0.02;
    private static final double CYCLE = 0.01;
    private static final double DESCRIPTORS = 0.95;
    private static final double DEVIATIONS = 3;

    private ValidityRules() {}

    /** @param judged the outcomes of the quality rules, which decide whether the driver's load matters */
    static List<RuleOutcome> judge(Measurement measured, CycleTime cycle, List<RuleOutcome> judged) {
        DriverState driver = measured.driver();
        boolean doubtful = judged.stream().anyMatch(outcome -> outcome.status() == Status.INVALID);
        List<RuleOutcome> outcomes = new ArrayList<>();
        outcomes.add(faults(driver));
        outcomes.add(load("driverBusy", driver.busyShare(), BUSY, doubtful, "event loops were busy"));
        outcomes.add(load("runQueue", driver.runQueueShare(), RUN_QUEUE, doubtful, "loop threads waited for a CPU"));
        outcomes.add(cycles(driver, cycle));
        outcomes.add(refused(driver));
        outcomes.add(descriptors(driver));
        boolean failed = doubtful || judged.stream().anyMatch(outcome -> outcome.status() == Status.FAIL);
        outcomes.add(SteadyState.judge(measured, failed));
        return outcomes;
    }

    private static RuleOutcome load(String rule, double share, double limit, boolean doubtful, String what) {
        Status status = share <= limit ? Status.PASS : doubtful ? Status.INVALID : Status.INFO;
        String message = what + " for " + Words.percent(share) + " of the time";
        return new RuleOutcome(
                rule,
                "driver",
                status,
                Words.percent(share),
                "at most " + Words.percent(limit),
                switch (status) {
                    case PASS -> message;
                    case INFO -> message + ", which changed no verdict: it only lengthens what was measured";
                    default -> message + ": give the driver more CPU or loops, or fewer users";
                });
    }

    private static RuleOutcome faults(DriverState driver) {
        boolean none = driver.faults() == 0;
        return new RuleOutcome(
                "driverFault",
                "driver",
                none ? Status.PASS : Status.INVALID,
                driver.faults() + " errors",
                "none",
                none
                        ? "no error within the driver"
                        : "errors within the driver, so what it did is not what was asked for: report it with the seed; the first: "
                                + driver.firstFault());
    }

    private static RuleOutcome cycles(DriverState driver, CycleTime cycle) {
        double tolerance = Math.max(
                CYCLE * cycle.mean(), DEVIATIONS * cycle.deviation() / Math.sqrt(Math.max(1, driver.cycles())));
        boolean within = driver.cycles() == 0
                || !cycle.symmetric()
                || Math.abs(driver.cycleMeanSeconds() - cycle.mean()) <= tolerance;
        return new RuleOutcome(
                "fidelity",
                "cycle times",
                within ? Status.PASS : Status.INVALID,
                Words.number(driver.cycleMeanSeconds()) + " s",
                Words.number(cycle.mean()) + " s ± " + Words.number(tolerance) + " s",
                within
                        ? "cycle times are as the profile says"
                        : "cycle times are not as the profile says: a defect of the driver; report it with the seed");
    }

    private static RuleOutcome refused(DriverState driver) {
        boolean none = driver.refused() == 0;
        return new RuleOutcome(
                "ports",
                "driver",
                none ? Status.PASS : Status.INVALID,
                driver.refused() + " exchanges",
                "none",
                none
                        ? "no exchange lacked a descriptor, a port or a connection"
                        : "exchanges were not made for want of a descriptor, a local port or a connection under the cap:"
                                + " raise `ulimit -n` or the cap, add targets or agents, or use fewer users");
    }

    private static RuleOutcome descriptors(DriverState driver) {
        boolean enough =
                driver.descriptorLimit() <= 0 || driver.descriptorsMax() <= DESCRIPTORS * driver.descriptorLimit();
        return new RuleOutcome(
                "descriptors",
                "driver",
                enough ? Status.PASS : Status.INVALID,
                driver.descriptorsMax() + " open",
                "at most 95 % of " + driver.descriptorLimit(),
                enough
                        ? "descriptors sufficed"
                        : "descriptors ran out: raise `ulimit -n`, or use fewer users or more agents");
    }
}
