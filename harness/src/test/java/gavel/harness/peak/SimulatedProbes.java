package gavel.harness.peak;

import java.time.Duration;
import java.util.List;

/**
 * Carries out on a simulated system what a search asks for, with the times the real one takes. Between two probes half the users of the
 * next level stay for a while, but not where the one before passed with fewer. A ramp at the pace of a run leads to it, and a warm-up that
 * lasts until the system bears them. A measurement ends early only by the bounds of its share of late operations.
 */
final class SimulatedProbes {
    private static final double CLIMB_SETTLES = 4;
    private static final int CLIMB_WINDOWS = 2;
    private static final double CLIMB_GROWTH = 1.5;
    private static final double CLIMB_LIMIT = 0.05;
    private static final double REST = 10;
    private static final double RAMP = 60;
    private static final double WARM_UP = 60;
    private static final double HOLD = 6;
    private static final double BATCH = 10;
    private static final double ONE_SIDED_95 = 1.6449;

    private final SimulatedSystem system;
    private final double measure;
    /** Users of the probe before, when it passed; 0 otherwise. */
    private int passed;

    SimulatedProbes(SimulatedSystem system, double measure) {
        this.system = system;
        this.measure = measure;
    }

    /** A whole search. */
    Conclusion run(PeakSearch search, SearchSettings settings) {
        while (true) {
            switch (search.next(affordable(settings.budget()))) {
                case Step.Ascend ascend -> search.climbed(climb(ascend.from(), ascend.most()));
                case Step.Measure wanted -> search.probed(probe(wanted.users()), wanted.purpose());
                case Step.Done done -> {
                    return done.conclusion();
                }
            }
        }
    }

    private int affordable(Duration budget) {
        return (int) ((budget.toSeconds() - system.now())
                / (REST + RAMP / 2 + ProbeTimes.WINDOW + ProbeTimes.warmUp(WARM_UP, true) + measure + HOLD));
    }

    Climb climb(int from, int most) {
        int good = 0;
        for (double users = from; ; users *= CLIMB_GROWTH) {
            int level = (int) Math.min(users, most);
            if (!settled(level, CLIMB_WINDOWS)) {
                settled(Math.max(1, good), ProbeTimes.MOST_WINDOWS);
                if (!settled(level, CLIMB_WINDOWS)) {
                    return new Climb(good, level);
                }
            }
            good = level;
            if (level == most) {
                return new Climb(good, 0);
            }
        }
    }

    private boolean settled(int users, int windows) {
        system.load(users, CLIMB_SETTLES);
        return borne(users, windows);
    }

    /** Whether one of so many windows shows no trouble. */
    private boolean borne(int users, int windows) {
        for (int i = 0; i < windows; i++) {
            if (system.measure(users, ProbeTimes.WINDOW).share() <= CLIMB_LIMIT) {
                return true;
            }
        }
        return false;
    }

    Probe probe(int users) {
        double present = passed;
        if (passed == 0 || passed >= users) {
            present = users / 2.0;
            system.load(present, REST);
        }
        double coming = ProbeTimes.coming(present, users);
        system.load((present + users) / 2, ProbeTimes.ramp(RAMP, coming));
        boolean borne = borne(users, ProbeTimes.MOST_WINDOWS);
        system.load(users, ProbeTimes.warmUp(WARM_UP, borne));
        // Ten seconds can be looked at when their last operations have had as long as the longest limit; then the next
        // have begun.
        int earliest = (int) Math.ceil(ProbeTimes.earliestEnd((int) measure) / BATCH);
        SimulatedSystem.Interval interval = system.measure(
                users, measure, batches -> batches.size() <= earliest || open(batches.subList(0, batches.size() - 1)));
        system.load(users, HOLD);
        passed = interval.passed() ? users : 0;
        return new Probe(
                users,
                interval.passed() ? Probe.Outcome.PASS : Probe.Outcome.FAIL,
                interval.share() / SimulatedSystem.LIMIT);
    }

    /** Whether the one-sided 95 % bounds, Wilson's with the variance of the batches, leave both answers open. */
    private static boolean open(List<long[]> batches) {
        double starts = batches.stream().mapToLong(batch -> batch[0]).sum();
        double late = batches.stream().mapToLong(batch -> batch[1]).sum();
        double share = late / starts;
        double inflation = 1;
        if (late > 0 && late < starts) {
            double squares = batches.stream()
                    .mapToDouble(batch -> Math.pow(batch[1] - share * batch[0], 2))
                    .sum();
            inflation = Math.max(1, squares / (batches.size() - 1) / (starts / batches.size() * share * (1 - share)));
        }
        double n = starts / inflation;
        double z2 = ONE_SIDED_95 * ONE_SIDED_95;
        double centre = (share + z2 / (2 * n)) / (1 + z2 / n);
        double half = ONE_SIDED_95 / (1 + z2 / n) * Math.sqrt(share * (1 - share) / n + z2 / (4 * n * n));
        return centre - half < SimulatedSystem.LIMIT && SimulatedSystem.LIMIT < centre + half;
    }
}
