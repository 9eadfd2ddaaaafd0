package gavel.harness.peak;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Where half of the intervals pass, from probes and their distances to the limit. Each interval has a knee of its own, normal in ln users
 * around the true one with deviation sigma. So the pass probability is the S-shaped curve of a probit (or, nearly the same, logit)
 * regression. Near the limit the figure that is judged grows by a power of the users: ln(figure / limit) = beta (ln users - ln knee). A
 * figure twenty times below or above its limit only tells on which side the knee was (a censored observation). Knee, sigma and beta are
 * unknown: Bayes' rule on a grid finds them. So a handful of probes gives an honest interval where the maximum of the likelihood would not
 * exist. Before any probe every ln knee near the climb's is as likely as another, and so is every ln beta of the grid. A larger sigma is
 * slightly likelier than a smaller one. Immutable.
 */
final class KneeFit {
    private static final int KNEES = 400;
    /** Of the transition from 90 to 10 % passes, as a share of the knee. */
    private static final double[] WIDTHS = {0.005, 0.0075, 0.01, 0.015, 0.02, 0.03, 0.045, 0.065, 0.09, 0.12, 0.16};

    private static final double WIDTH_IN_DEVIATIONS = 2.563;
    private static final double[] BETAS = {4, 6, 9, 13, 18, 25, 36, 50, 70, 100, 150, 220};
    /** In ln users, beyond what the climb saw, and beyond the levels between or beside which the knee must be. */
    private static final double BEYOND_CLIMB = Math.log(2.5);

    private static final double BEYOND_PROBES = 0.3;
    /** How far, in ln users, a climb may be wrong: its windows are short and the system is cold. */
    private static final double CLIMB_ERROR = 0.10;
    /** Figures this much below or above the limit, in ln, are censored. */
    private static final double NEAR = Math.log(20);
    /**
     * Chance that an outcome has nothing to do with the curve, as where somebody disturbs one probe. Of simulated searches in which that
     * happens to a tenth of the probes, the error is half as large as with a thousandth; others lose nothing (docs/evidence/search.md).
     */
    static final double LAPSE = 0.05;
    /** Of a pair, whose probes of both sides are disturbed together, and too few on each to tell which. */
    static final double LAPSE_OF_PAIRS = 0.001;

    private static final double LOGIT_OF_PROBIT = 1.702;
    private static final double SAME = 1e-9;
    /** Where a probit's odds, in logits, are as good as certain: to the last digit of a number. */
    private static final double CERTAIN = 40;
    /** A weight so much below the largest, in ln, comes to nothing. */
    private static final double NOTHING = 30;
    /** Probes whose likelihoods are multiplied before their logarithm is taken: a hundred lapses are still a number. */
    private static final int AT_ONCE = 100;
    /** A width is as likely as this power of it, so that searches that end when their interval is narrow do not believe their luck. */
    private static final double CAUTION = 0.25;
    /** Student's t of 1, 2, … degrees of freedom, one-sided 99 %. */
    private static final double[] SURELY = {31.8, 6.96, 4.54, 3.75, 3.36, 3.14, 3.0, 2.9, 2.82, 2.76};

    private final Peak peak;
    private final double sigma;

    private KneeFit(Peak peak, double sigma) {
        this.peak = peak;
        this.sigma = sigma;
    }

    /** @param lapse one of the two above */
    static KneeFit of(Climb first, List<Probe> all, double lapse) {
        List<Probe> probes = all.stream().filter(Probe::valid).toList();
        Climb climb = corrected(first, probes);
        Grid grid = new Grid(climb, probes, lapse);
        double[][] weights = new double[WIDTHS.length * BETAS.length][];
        for (int row = 0; row < weights.length; row++) {
            weights[row] = grid.row(WIDTHS[row / BETAS.length], BETAS[row % BETAS.length]);
        }
        return summed(weights, grid);
    }

    /**
     * People who wait for each other's work do as much of it as the system can, however many they are (the asymptotic bound of closed
     * systems: Denning and Buzen, The Operational Analysis of Queueing Network Models, 1978). So the work that was done tells a distance
     * where the limits tell none, because an interval is so far beyond them. It tells it better than the short windows of a climb that saw
     * a higher knee.
     */
    private static Climb corrected(Climb climb, List<Probe> probes) {
        return probes.stream()
                .filter(probe -> !probe.passed() && Math.log(probe.worst()) >= NEAR && probe.served() < 1)
                .min(Comparator.comparingInt(Probe::users))
                .map(probe -> probe.users() * probe.served())
                .filter(borne -> borne < climb.good())
                .map(borne -> new Climb(
                        (int) Math.max(1, borne * (1 - CLIMB_ERROR)), (int) Math.ceil(borne * (1 + CLIMB_ERROR))))
                .orElse(climb);
    }

    Peak peak() {
        return peak;
    }

    /** Median of the deviation of an interval's own knee, in ln users. */
    double sigma() {
        return sigma;
    }

    private static double[] range(Climb climb, List<Probe> probes) {
        double good = Math.log(Math.max(1, climb.good()));
        double bad = climb.reachedTheEnd() ? good : Math.log(climb.bad());
        double lowestFail = Double.POSITIVE_INFINITY;
        double highestPass = Double.NEGATIVE_INFINITY;
        for (Probe probe : probes) {
            double users = Math.log(probe.users());
            if (probe.passed()) {
                highestPass = Math.max(highestPass, users);
            } else {
                lowestFail = Math.min(lowestFail, users);
            }
        }
        double low = Math.min(lowestFail, highestPass);
        double high = Math.max(lowestFail, highestPass);
        return Double.isInfinite(low) || Double.isInfinite(high)
                ? new double[] {
                    Math.min(Math.min(good, low(low, good)) - BEYOND_CLIMB, lowestFail - BEYOND_PROBES),
                    Math.max(Math.max(bad, low(high, bad)) + BEYOND_CLIMB, highestPass + BEYOND_PROBES)
                }
                : new double[] {low - BEYOND_PROBES, high + BEYOND_PROBES};
    }

    /**
     * Whether the figures may grow with the users among the passes and among the fails: a figure that only jumps at the knee tells no
     * distance. They may unless their common slope is surely below the least steepness (Student's t, one-sided 99 %).
     */
    private static boolean graded(List<Probe> probes) {
        double slope = 0;
        double spread = 0;
        double squares = 0;
        int free = -1;
        for (boolean passed : new boolean[] {true, false}) {
            List<Probe> side = probes.stream()
                    .filter(probe -> probe.passed() == passed && near(probe))
                    .toList();
            double users = mean(side, Probe::users);
            double figures = mean(side, Probe::worst);
            for (Probe probe : side) {
                double beside = Math.log(probe.users()) - users;
                double beyond = Math.log(probe.worst()) - figures;
                slope += beside * beyond;
                spread += beside * beside;
                squares += beyond * beyond;
            }
            free += Math.max(0, side.size() - 1);
        }
        if (spread < SAME || squares < SAME || free < 1) {
            return spread < SAME || squares >= SAME;
        }
        double error = Math.sqrt(Math.max(0, squares - slope * slope / spread) / free / spread);
        return slope / spread + SURELY[Math.min(free, SURELY.length) - 1] * error >= BETAS[0];
    }

    private static double mean(List<Probe> side, ToDoubleFunction<Probe> figure) {
        return side.stream()
                .mapToDouble(probe -> Math.log(figure.applyAsDouble(probe)))
                .average()
                .orElse(0);
    }

    private static boolean near(Probe probe) {
        return probe.passed() == probe.worst() <= 1 && probe.worst() > 0 && Math.abs(Math.log(probe.worst())) < NEAR;
    }

    private static double low(double bound, double otherwise) {
        return Double.isInfinite(bound) ? otherwise : bound;
    }

    private static double seenByClimb(Climb climb, double knee, double lapse) {
        double good = Math.log(Math.max(1, climb.good()));
        return logLikely((knee - good) / CLIMB_ERROR, lapse)
                + (climb.reachedTheEnd() ? 0 : logLikely((Math.log(climb.bad()) - knee) / CLIMB_ERROR, lapse));
    }

    private static double logLikely(double z, double lapse) {
        return Math.log(lapse + (1 - 2 * lapse) / (1 + Math.exp(-z)));
    }

    /** The knees that are looked at, in equal steps of ln users from the first, and what the climb says of each. One thread. */
    private static final class Grid {
        private final double first;
        private final double step;
        private final double lapse;
        private final boolean graded;
        private final List<Probe> near;
        private final List<Probe> censored;
        private final double[] prior = new double[KNEES];
        private final double[] likely = new double[KNEES];
        private double most = Double.NEGATIVE_INFINITY;

        Grid(Climb climb, List<Probe> probes, double lapse) {
            this.lapse = lapse;
            double[] range = range(climb, probes);
            first = range[0];
            step = (range[1] - range[0]) / (KNEES - 1);
            graded = graded(probes);
            near = probes.stream().filter(probe -> graded && near(probe)).toList();
            censored = probes.stream().filter(probe -> !graded || !near(probe)).toList();
            for (int i = 0; i < KNEES; i++) {
                prior[i] = seenByClimb(climb, first + i * step, lapse);
            }
        }

        /** ln of each knee's weight at one width and steepness; of those that come to nothing beside the likeliest so far, more than it is. */
        double[] row(double width, double beta) {
            double sigma = width / WIDTH_IN_DEVIATIONS;
            double[] own = near.stream()
                    .mapToDouble(probe -> Math.log(probe.users()) - Math.log(probe.worst()) / beta)
                    .toArray();
            double mean = Arrays.stream(own).average().orElse(0);
            double squares = Arrays.stream(own)
                    .map(each -> (each - mean) * (each - mean))
                    .sum();
            double constant = CAUTION * Math.log(width) - own.length * Math.log(beta * sigma);
            double[] row = new double[KNEES];
            int from = KNEES;
            int to = KNEES;
            for (int i = 0; i < KNEES; i++) {
                double beside = first + i * step - mean;
                row[i] = prior[i] + constant - (own.length * beside * beside + squares) / (2 * sigma * sigma);
                if (row[i] >= most - NOTHING) {
                    from = Math.min(from, i);
                    to = i + 1;
                }
            }
            for (int i = 0; i < censored.size(); i += AT_ONCE) {
                Arrays.fill(likely, from, to, 1);
                for (Probe probe : censored.subList(i, Math.min(i + AT_ONCE, censored.size()))) {
                    censor(probe, sigma, beta, from, to);
                }
                for (int knee = from; knee < to; knee++) {
                    row[knee] += Math.log(likely[knee]);
                }
            }
            for (int i = from; i < to; i++) {
                most = Math.max(most, row[i]);
            }
            return row;
        }

        /** Beside a level at which it is as likely as not the odds change by the same factor from one knee to the next; further away they are certain. */
        private void censor(Probe probe, double sigma, double beta, int from, int to) {
            // A rule without a figure, such as the mix, may have decided against what the figures say.
            boolean agree = graded && probe.passed() == probe.worst() <= 1;
            double sign = probe.passed() ? 1 : -1;
            double even = (Math.log(probe.users()) + (agree ? sign * NEAR / beta : 0) - first) / step;
            double pace = LOGIT_OF_PROBIT * step / sigma;
            int begin = (int) Math.clamp(Math.ceil(even - CERTAIN / pace), from, to);
            int end = (int) Math.clamp(Math.ceil(even + CERTAIN / pace), begin, to);
            double below = probe.passed() ? lapse : 1 - lapse;
            for (int i = from; i < begin; i++) {
                likely[i] *= below;
            }
            double odds = Math.exp(sign * pace * (even - begin));
            double change = Math.exp(-sign * pace);
            for (int i = begin; i < end; i++, odds *= change) {
                likely[i] *= lapse + (1 - 2 * lapse) / (1 + odds);
            }
            for (int i = end; i < to; i++) {
                likely[i] *= 1 - below;
            }
        }
    }

    private static KneeFit summed(double[][] weights, Grid grid) {
        double[] knees = new double[KNEES];
        double[] widths = new double[WIDTHS.length];
        for (int row = 0; row < weights.length; row++) {
            for (int i = 0; i < KNEES; i++) {
                double beside = weights[row][i] - grid.most;
                double weight = beside < -NOTHING ? 0 : Math.exp(beside);
                knees[i] += weight;
                widths[row / BETAS.length] += weight;
            }
        }
        int w = (int) Math.round(position(widths, 0.5));
        double sigma = WIDTHS[Math.clamp(w, 0, WIDTHS.length - 1)] / WIDTH_IN_DEVIATIONS;
        return new KneeFit(
                new Peak(
                        Math.exp(grid.first + position(knees, 0.05) * grid.step),
                        Math.exp(grid.first + position(knees, 0.5) * grid.step),
                        Math.exp(grid.first + position(knees, 0.95) * grid.step)),
                sigma);
    }

    /** Of a quantile among cells of given weights; cell i reaches from i - 0.5 to i + 0.5. */
    private static double position(double[] weights, double quantile) {
        double left = quantile * Arrays.stream(weights).sum();
        int i = 0;
        while (i < weights.length - 1 && left > weights[i]) {
            left -= weights[i++];
        }
        return i - 0.5 + left / weights[i];
    }
}
