package gavel.harness.peak;

import gavel.harness.peak.SimulatedSystem.Nature;
import gavel.harness.peak.pair.PairConclusion;
import gavel.harness.peak.pair.PairedSearch;
import gavel.harness.peak.pair.PairedSearch.Wanted;
import gavel.harness.peak.pair.Side;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * Two systems on one simulated machine whose speed may drift and step: compared by probes in turn, and by two searches one after the other.
 * {@code main} prints the table that docs/evidence/search.md quotes.
 */
public final class SimulatedPairs {
    /**
     * What the machine does.
     *
     * @param drift of its speed in an hour, as a share, up or down
     * @param step of its speed every half hour, likewise
     */
    record Machine(double drift, double step) {
        static final Machine AT_REST = new Machine(0, 0);
        static final Machine DRIFTS = new Machine(0.2, 0);
        static final Machine STEPS = new Machine(0, 0.1);
        static final Machine DRIFTS_AND_STEPS = new Machine(0.2, 0.1);
        static final List<Machine> ALL = List.of(AT_REST, DRIFTS, STEPS, DRIFTS_AND_STEPS);

        String words() {
            return drift == 0 ? step == 0 ? "at rest" : "steps" : step == 0 ? "drifts" : "drifts and steps";
        }
    }

    /** Seconds between two steps, on average. */
    private static final double BETWEEN_STEPS = 1_800;

    private static final double HOUR = 3_600;
    private static final double LONGEST = 12 * HOUR;
    private static final double MEASURE = 60;
    private static final double DEPLOY = 120;
    private static final double FIRST_KNEE = 1_000;
    /** Between two probes everybody leaves one system and comes to the other. */
    private static final double CHANGE = 10;

    private static final double LONGEST_PROBE = 150;

    /** Of so many seeds one is for two searches, which take long to simulate and are wrong by far. */
    private static final int APART = 10;

    private final double[] knees;
    private final double width;
    private final long seed;
    private final double slope;
    private final List<double[]> steps = new ArrayList<>();
    private double now;
    private long made;

    /**
     * @param ratio of the second system's knee to the first's
     * @param width of the transition from passes to fails, as a share of the knee
     */
    private SimulatedPairs(Machine machine, double ratio, double width, long seed) {
        this.knees = new double[] {FIRST_KNEE, FIRST_KNEE * ratio};
        this.width = width;
        this.seed = seed;
        SplittableRandom random = new SplittableRandom(seed * 7_919 + Math.round(1_000 * ratio));
        this.slope = random.nextBoolean() ? machine.drift() : -machine.drift();
        double at = 0;
        while (at < LONGEST && machine.step() > 0) {
            at -= BETWEEN_STEPS * Math.log(1 - random.nextDouble());
            steps.add(new double[] {at, random.nextBoolean() ? machine.step() : -machine.step()});
        }
    }

    private double speed(double seconds) {
        double speed = Math.exp(Math.log1p(slope) * seconds / HOUR);
        for (double[] step : steps) {
            speed *= step[0] <= seconds ? 1 + step[1] : 1;
        }
        return speed;
    }

    /** The system as it is now, for one load. */
    private SimulatedSystem system(Side side) {
        return new SimulatedSystem(
                new Nature(knees[side.ordinal()] * speed(now), width, 0, 0, false), seed * 10_007 + made++);
    }

    private Probe probe(Side side, int users) {
        SimulatedSystem system = system(side);
        Probe probe = new SimulatedProbes(system, MEASURE).probe(users);
        now += system.now();
        return probe;
    }

    private Climb climb(Side side, int from, int most) {
        SimulatedSystem system = system(side);
        Climb climb = new SimulatedProbes(system, MEASURE).climb(from, most);
        now += system.now();
        return climb;
    }

    /** @param ratio null where none was found */
    record Outcome(Double ratio, Double lower, Double upper, double truth, double minutes) {
        double error() {
            return Math.abs(ratio / truth - 1);
        }

        boolean right() {
            return ratio != null && error() <= 0.03;
        }

        boolean holds() {
            return lower <= truth && truth <= upper;
        }
    }

    private static SearchSettings settings(int probes, long seed) {
        return new SearchSettings(10, 100_000, SearchSettings.WIDTH, probes, Duration.ofHours(4), seed);
    }

    private Outcome paired() {
        SearchSettings settings = settings(PairedSearch.PROBES, seed);
        PairedSearch search = new PairedSearch(settings);
        now += 2 * DEPLOY;
        for (Side side : Side.values()) {
            search.climbed(side, climb(side, settings.from(), settings.most()));
        }
        for (Optional<Wanted> next = search.next(affordable()); next.isPresent(); next = search.next(affordable())) {
            Wanted wanted = next.get();
            now += CHANGE;
            search.probed(wanted.side(), probe(wanted.side(), wanted.users()));
        }
        PairConclusion found = search.conclusion();
        return found.ratio() == null
                ? outcome(null, null, null)
                : outcome(
                        found.ratio().middle(),
                        found.ratio().lower(),
                        found.ratio().upper());
    }

    /** Within an hour, deployments and climbs included. */
    private int affordable() {
        return (int) Math.max(0, (HOUR - now) / LONGEST_PROBE);
    }

    /** A search of each, one after the other. */
    private Outcome apart() {
        Map<Side, Conclusion> found = new EnumMap<>(Side.class);
        for (Side side : Side.values()) {
            SearchSettings settings = settings(SearchSettings.PROBES, seed);
            PeakSearch search = new PeakSearch(settings);
            now += DEPLOY;
            while (!found.containsKey(side)) {
                switch (search.next(100)) {
                    case Step.Ascend ascend -> search.climbed(climb(side, ascend.from(), ascend.most()));
                    case Step.Measure wanted -> search.probed(probe(side, wanted.users()), wanted.purpose());
                    case Step.Done done -> found.put(side, done.conclusion());
                }
            }
        }
        Peak first = found.get(Side.FIRST).peak();
        Peak second = found.get(Side.SECOND).peak();
        return first == null || second == null
                ? outcome(null, null, null)
                : outcome(
                        second.middle() / first.middle(),
                        second.lower() / first.upper(),
                        second.upper() / first.lower());
    }

    private Outcome outcome(Double ratio, Double lower, Double upper) {
        return new Outcome(ratio, lower, upper, knees[1] / knees[0], now / 60);
    }

    static List<Outcome> paired(Machine machine, double ratio, double width, int seeds) {
        return IntStream.range(0, seeds)
                .mapToObj(seed -> new SimulatedPairs(machine, ratio, width, seed).paired())
                .toList();
    }

    static List<Outcome> apart(Machine machine, double ratio, double width, int seeds) {
        return IntStream.range(0, seeds)
                .mapToObj(seed -> new SimulatedPairs(machine, ratio, width, seed).apart())
                .toList();
    }

    static double share(List<Outcome> outcomes, Predicate<Outcome> which) {
        return outcomes.stream().filter(which).count() / (double) outcomes.size();
    }

    static List<Outcome> found(List<Outcome> outcomes) {
        return outcomes.stream().filter(outcome -> outcome.ratio() != null).toList();
    }

    public static void main(String[] arguments) {
        int seeds = Integer.parseInt(arguments[0]);
        System.out.println(
                "| knee | machine | how | true ratio | a ratio | right within 3 % | median error | 90 % interval holds it | median width | minutes |");
        System.out.println("|---|---|---|---|---|---|---|---|---|---|");
        for (double width : new double[] {0.01, 0.03, 0.1}) {
            for (Machine machine : Machine.ALL) {
                for (double ratio : new double[] {1, 0.8}) {
                    print(width, machine, "in turn", ratio, paired(machine, ratio, width, seeds));
                }
            }
            for (double ratio : new double[] {1, 0.8}) {
                Machine machine = Machine.DRIFTS_AND_STEPS;
                print(width, machine, "two searches", ratio, apart(machine, ratio, width, seeds / APART));
            }
        }
    }

    private static void print(double width, Machine machine, String how, double ratio, List<Outcome> outcomes) {
        List<Outcome> found = found(outcomes);
        System.out.printf(
                Locale.ROOT,
                "| %.0f %% wide | %s | %s | %.1f | %.0f %% | %.1f %% | %.1f %% | %.1f %% | %.1f %% | %.0f |%n",
                100 * width,
                machine.words(),
                how,
                ratio,
                100.0 * found.size() / outcomes.size(),
                100 * share(found, Outcome::right),
                100
                        * SimulatedSearches.median(
                                found.stream().map(Outcome::error).toList()),
                100 * share(found, Outcome::holds),
                100
                        * SimulatedSearches.median(found.stream()
                                .map(outcome -> outcome.upper() - outcome.lower())
                                .toList()),
                SimulatedSearches.median(outcomes.stream().map(Outcome::minutes).toList()));
    }
}
