package gavel.harness.peak;

import gavel.harness.compare.Difference;
import gavel.harness.compare.GroupEstimate;
import gavel.harness.compare.Measurement;
import gavel.harness.peak.SimulatedSystem.Nature;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.ToIntFunction;

/**
 * Whole searches on simulated platforms that bear more or less each time they are searched, and the table about them that
 * docs/evidence/search.md quotes: run {@code main} with a number of platforms.
 */
public final class RepeatedSearches {
    private static final double[] SCATTERS = {0, 0.03, 0.05, 0.06, 0.10};
    private static final double WIDTH = 0.03;
    private static final int FEW = 3;
    private static final int SEVERAL = 5;
    private static final double MORE = 1.1;
    private static final double AT_SCATTER = 0.05;
    private static final double ONE_SIDED_95 = 1.6449;

    private RepeatedSearches() {}

    /** Five searches each of a platform, of an equal one, and, where that is asked, of one that bears a tenth more. */
    record Trial(double truth, List<Measurement> base, List<Measurement> equal, List<Measurement> more) {
        static Trial of(double scatter, long seed) {
            SplittableRandom random = new SplittableRandom(seed);
            double knee = SimulatedSearches.nature(WIDTH, seed).knee();
            return new Trial(
                    knee,
                    searches(knee, scatter, random),
                    searches(knee, scatter, random),
                    scatter == AT_SCATTER ? searches(MORE * knee, scatter, random) : List.of());
        }

        boolean held(int searches) {
            GroupEstimate estimate = GroupEstimate.of(base.subList(0, searches));
            return estimate.lower() <= truth && truth <= estimate.upper();
        }

        /** By the interval that a search gives itself. */
        boolean heldByOne() {
            Measurement one = base.getFirst();
            return Math.abs(Math.log(one.value() / truth)) <= ONE_SIDED_95 * one.deviation();
        }

        static boolean differ(List<Measurement> one, List<Measurement> other, int searches) {
            return Difference.welch(
                                    GroupEstimate.of(one.subList(0, searches)),
                                    GroupEstimate.of(other.subList(0, searches)))
                            .call()
                    == Difference.Call.DIFFERENCE;
        }
    }

    /** Each at another time: the platform bears so much more or less then, all through the search. */
    private static List<Measurement> searches(double knee, double scatter, SplittableRandom random) {
        List<Measurement> searches = new ArrayList<>();
        while (searches.size() < SEVERAL) {
            Nature now = new Nature(knee * Math.exp(scatter * random.nextGaussian()), WIDTH, 0, 0, false);
            Conclusion conclusion = SimulatedSearches.search(
                            now,
                            SimulatedSearches.MEASURE,
                            SimulatedSearches.settings(random.nextLong(), SearchSettings.PROBES))
                    .conclusion();
            // What is not found is made again, as people do.
            if (conclusion.kind() == Conclusion.Kind.FOUND) {
                Peak peak = conclusion.peak();
                searches.add(Measurement.of(peak.lower(), peak.middle(), peak.upper()));
            }
        }
        return searches;
    }

    public static void main(String[] arguments) {
        int platforms = Integer.parseInt(arguments[0]);
        // Fewer than thousands know a share less well: three standard errors of one in ten.
        double unknown = 3 * Math.sqrt(0.9 * 0.1 / platforms);
        System.out.println(
                "| scatter between searches | a search's own interval holds the platform's peak | interval of 3"
                        + " holds it | of 5 | equal ones called different, 3 searches each | 5 each | a tenth more found, 5 each |");
        System.out.println("|---|---|---|---|---|---|---|");
        List<String> missed = new ArrayList<>();
        for (double scatter : SCATTERS) {
            List<Trial> trials = new ArrayList<>();
            for (int i = 0; i < platforms; i++) {
                trials.add(Trial.of(scatter, i));
            }
            double few = share(trials, trial -> trial.held(FEW) ? 1 : 0);
            double several = share(trials, trial -> trial.held(SEVERAL) ? 1 : 0);
            double fewDiffer = share(trials, trial -> Trial.differ(trial.base(), trial.equal(), FEW) ? 1 : 0);
            double severalDiffer = share(trials, trial -> Trial.differ(trial.base(), trial.equal(), SEVERAL) ? 1 : 0);
            double found = scatter == AT_SCATTER
                    ? share(trials, trial -> Trial.differ(trial.base(), trial.more(), SEVERAL) ? 1 : 0)
                    : Double.NaN;
            System.out.printf(
                    Locale.ROOT,
                    "| %.0f %% | %.1f %% | %.1f %% | %.1f %% | %.1f %% | %.1f %% | %s |%n",
                    100 * scatter,
                    100 * share(trials, trial -> trial.heldByOne() ? 1 : 0),
                    100 * few,
                    100 * several,
                    100 * fewDiffer,
                    100 * severalDiffer,
                    scatter == AT_SCATTER ? String.format(Locale.ROOT, "%.1f %%", 100 * found) : "");
            String at = String.format(Locale.ROOT, " at a scatter of %.0f %%", 100 * scatter);
            for (double held : new double[] {few, several}) {
                if (held < 0.85 - unknown || held > 0.95 + unknown) {
                    missed.add(String.format(Locale.ROOT, "%.1f %% held", 100 * held) + at);
                }
            }
            if (Math.max(fewDiffer, severalDiffer) > 0.12 + unknown) {
                missed.add("equal ones are called different too often" + at);
            }
            if (scatter == AT_SCATTER && found < 0.80 - unknown) {
                missed.add("a tenth more is found too seldom" + at);
            }
        }
        missed.forEach(what -> System.out.println("NOT OK  " + what));
        System.exit(missed.isEmpty() ? 0 : 1);
    }

    private static double share(List<Trial> trials, ToIntFunction<Trial> counted) {
        return trials.stream().mapToInt(counted).sum() / (double) trials.size();
    }
}
