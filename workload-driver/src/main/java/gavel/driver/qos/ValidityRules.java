package gavel.driver.qos;

import gavel.driver.api.LoadReport.DriverHealth;
import gavel.driver.api.LoopCapacity;
import gavel.driver.api.RuleOutcome;
import gavel.driver.api.RuleOutcome.Status;
import gavel.driver.health.Descriptors;
import gavel.driver.profile.CycleTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Whether the measurement can be trusted. A busy or starved driver only lengthens what it measures. Where everything passed the pass
 * stands, and a failure stands where it is the server's beyond doubt; then these rules inform. What concerns what was asked of the server
 * (cycle times, refused exchanges, bugs of the driver) forbids any judgement.
 */
final class ValidityRules {
    private static final double RUN_QUEUE = 0.02;
    private static final double STOLEN = 0.02;
    /** A pause makes everything late that falls into it, and of that a hundredth is permitted. */
    private static final double COLLECTING = 0.01;

    private static final double CYCLE = 0.01;
    /** Three would call one good run in a thousand invalid. */
    private static final double DEVIATIONS = 4;
    /** With fewer, the tolerance is a tenth of the cycle or more. */
    private static final int FEW_CYCLES = 100;

    private static final int START_MILLIS = 100;
    private static final int END_MILLIS = 1_000;
    private static final String MORE_CPU = "give the driver more CPU or loops, or fewer users";

    private ValidityRules() {}

    /** @param judged the outcomes of the quality rules, which decide whether the driver's load matters */
    static List<RuleOutcome> judge(Measurement measured, CycleTime cycle, List<RuleOutcome> judged) {
        List<DriverState> drivers = measured.drivers();
        boolean doubtful = judged.stream().anyMatch(outcome -> outcome.status() == Status.INVALID);
        boolean broken = judged.stream().anyMatch(Judgement::byServer);
        List<RuleOutcome> outcomes = new ArrayList<>();
        outcomes.addAll(faults(drivers));
        drivers.forEach(driver -> outcomes.add(whole(driver)));
        drivers.forEach(driver -> outcomes.addAll(loads(driver, doubtful)));
        outcomes.add(cycles(drivers, cycle));
        drivers.forEach(driver -> outcomes.add(refused(driver)));
        drivers.forEach(driver -> outcomes.add(descriptors(driver)));
        drivers.forEach(driver -> outcomes.add(accounts(driver, broken)));
        if (drivers.size() > 1) {
            drivers.forEach(driver -> outcomes.add(began(driver)));
            drivers.forEach(driver -> outcomes.add(ended(driver)));
        }
        outcomes.addAll(CourseRule.judge(measured.course()));
        boolean failed = doubtful || judged.stream().anyMatch(outcome -> outcome.status() == Status.FAIL);
        outcomes.add(SteadyState.judge(measured, failed));
        return outcomes;
    }

    /** A cause before what follows from it. */
    private static List<RuleOutcome> loads(DriverState driver, boolean doubtful) {
        DriverHealth health = driver.health();
        return List.of(
                load(
                        "driverSteal",
                        driver,
                        health.cpuStealShare(),
                        STOLEN,
                        doubtful,
                        "the hypervisor took CPU from the driver's machine",
                        "give the machine dedicated cores, or measure when other virtual machines are idle"),
                load(
                        "driverCollections",
                        driver,
                        health.gcShare(),
                        COLLECTING,
                        doubtful,
                        "the driver stood still for garbage collections",
                        "give the driver more memory (drivers.memory), or fewer users"),
                load(
                        "driverBusy",
                        driver,
                        health.busyShare(),
                        LoopCapacity.PERMITTED_BUSY_SHARE,
                        doubtful,
                        "event loops were busy",
                        MORE_CPU),
                load(
                        "runQueue",
                        driver,
                        health.runQueueShare(),
                        RUN_QUEUE,
                        doubtful,
                        "loop threads waited for a CPU",
                        MORE_CPU));
    }

    private static RuleOutcome load(
            String rule, DriverState driver, double share, double limit, boolean doubtful, String what, String advice) {
        Status status = share <= limit ? Status.PASS : doubtful ? Status.INVALID : Status.INFO;
        String message = told(driver) + what + " for " + Words.percent(share) + " of the time";
        return new RuleOutcome(
                rule,
                driver.name(),
                status,
                Words.percent(share),
                "at most " + Words.percent(limit),
                switch (status) {
                    case PASS -> message;
                    case INFO -> message + RuleOutcome.CHANGED_NO_VERDICT;
                    default -> message + ": " + advice;
                });
    }

    /** Which one is meant, where there are several. */
    private static String told(DriverState driver) {
        return driver.name().equals("driver") ? "" : driver.name() + ": ";
    }

    /** Ended by hand, it is not what was asked for, however good. */
    private static RuleOutcome whole(DriverState driver) {
        boolean whole = driver.missingMillis() == 0;
        return new RuleOutcome(
                "wholeMeasurement",
                driver.name(),
                whole ? Status.PASS : Status.INVALID,
                Words.number(driver.missingMillis() / 1000.0) + " s missing",
                "none",
                whole
                        ? told(driver) + "the whole measurement was made"
                        : told(driver) + "was stopped before the end of the measurement: run it again");
    }

    /** A server that is too slow makes sessions longer and their accounts rare: then it is the server that failed. */
    private static RuleOutcome accounts(DriverState driver, boolean broken) {
        boolean none = driver.withoutAccount() == 0;
        return new RuleOutcome(
                "accounts",
                driver.name(),
                none ? Status.PASS : broken ? Status.INFO : Status.INVALID,
                Words.plural(driver.withoutAccount(), "session"),
                "none",
                none
                        ? told(driver) + "there was an account for every session"
                        : told(driver)
                                + "sessions did not begin, as every account was in use: load data for more users (data.users)");
    }

    static List<RuleOutcome> faults(List<DriverState> drivers) {
        return drivers.stream().map(ValidityRules::faults).toList();
    }

    private static RuleOutcome faults(DriverState driver) {
        boolean none = driver.faults() == 0;
        return new RuleOutcome(
                "driverFault",
                driver.name(),
                none ? Status.PASS : Status.INVALID,
                Words.plural(driver.faults(), "error"),
                "none",
                none
                        ? told(driver) + "no error within the driver"
                        : told(driver)
                                + "errors within the driver: report them with the seed; the first: "
                                + driver.firstFault());
    }

    /** Several drivers draw from one distribution: their cycles are looked at together. */
    private static RuleOutcome cycles(List<DriverState> drivers, CycleTime cycle) {
        long count = drivers.stream().mapToLong(DriverState::cycles).sum();
        double seconds = drivers.stream()
                .mapToDouble(driver -> driver.cycleMeanSeconds() * driver.cycles())
                .sum();
        double mean = count == 0 ? 0 : seconds / count;
        double expected = cycle.drawnMean();
        double tolerance = Math.max(CYCLE * expected, DEVIATIONS * cycle.deviation() / Math.sqrt(Math.max(1, count)));
        boolean within = count == 0 || Math.abs(mean - expected) <= tolerance;
        Status status = !within ? Status.INVALID : count < FEW_CYCLES ? Status.TOO_FEW : Status.PASS;
        return new RuleOutcome(
                "fidelity",
                "cycle times",
                status,
                String.format(Locale.ROOT, "%.3f s", mean),
                String.format(Locale.ROOT, "%.3f s ± %.3f s", expected, tolerance),
                within
                        ? status == Status.PASS
                                ? "cycle times are as the profile says"
                                : "only " + count + " cycles: too few to say whether they are as the profile says"
                        : "cycle times are not as the profile says: a defect of the driver; report it with the seed");
    }

    private static RuleOutcome refused(DriverState driver) {
        boolean none = driver.refused() == 0;
        return new RuleOutcome(
                "ports",
                driver.name(),
                none ? Status.PASS : Status.INVALID,
                driver.refused() + " exchanges",
                "none",
                none
                        ? told(driver) + "no exchange lacked a descriptor, a port or a connection"
                        : told(driver)
                                + "exchanges lacked a descriptor, a port or a connection:"
                                + " raise `ulimit -n` or drivers.maxConnections (--max-connections),"
                                + " add targets or agents, or use fewer users");
    }

    private static RuleOutcome descriptors(DriverState driver) {
        DriverHealth health = driver.health();
        long usable = health.descriptorLimit() - Descriptors.RESERVE;
        boolean enough = health.descriptorLimit() <= 0 || health.openDescriptorsMax() <= usable;
        return new RuleOutcome(
                "descriptors",
                driver.name(),
                enough ? Status.PASS : Status.INVALID,
                health.openDescriptorsMax() + " open",
                "at most " + Math.max(0, usable) + " of " + health.descriptorLimit(),
                enough
                        ? told(driver) + "descriptors sufficed"
                        : told(driver) + "descriptors ran out: raise `ulimit -n`, or use fewer users or more agents");
    }

    /** What one driver counts in a ten seconds, another must not count in the next. */
    private static RuleOutcome began(DriverState driver) {
        boolean together = driver.startApartMillis() <= START_MILLIS;
        return new RuleOutcome(
                "agentStart",
                driver.name(),
                together ? Status.PASS : Status.INVALID,
                "at most " + Words.number(driver.startApartMillis()) + " ms",
                "at most " + START_MILLIS + " ms",
                together
                        ? driver.name() + " began with the others"
                        : driver.name()
                                + " did not begin with the others, or its clock offset is not known exactly enough:"
                                + " synchronise the machines' clocks (NTP), or use a faster network");
    }

    private static RuleOutcome ended(DriverState driver) {
        boolean together = driver.endApartMillis() <= END_MILLIS;
        return new RuleOutcome(
                "agentEnd",
                driver.name(),
                together ? Status.PASS : Status.INVALID,
                Words.number(driver.endApartMillis()) + " ms",
                "at most " + END_MILLIS + " ms",
                together
                        ? driver.name() + " measured until the others did"
                        : driver.name() + " measured longer than another, which was reached too late:"
                                + " give the drivers more CPU, or use a faster network");
    }
}
