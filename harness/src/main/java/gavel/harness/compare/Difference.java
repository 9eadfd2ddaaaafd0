package gavel.harness.compare;

import java.util.List;
import java.util.stream.Stream;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * By how much one side is above another, as a share of the other, with the 90 % interval. Values are compared by their logarithms, so that
 * twice as much and half as much are equally far. Pure.
 *
 * @param lower end of the interval, and {@code upper} the other; NaN where noise is unknown because a side has one value
 * @param chance of a difference as large as this were there none; NaN where noise is unknown
 */
public record Difference(double share, double lower, double upper, double chance, Call call) {
    /** A share of the intervals this large misses the truth. */
    static final double LEVEL = 0.10;

    private static final double QUANTILE = 1 - LEVEL / 2;
    /** From there on the distribution is the normal one, to more digits than are printed. */
    private static final double MANY = 10_000;

    /** What is said of it. */
    public enum Call {
        UNKNOWN,
        /** The noise leaves open which side is larger. */
        NONE,
        /** It would be a difference were it the only row; of so many rows some are as far apart by chance. */
        ONE_OF_MANY,
        DIFFERENCE
    }

    /** Welch, "The generalization of 'Student's' problem when several different population variances are involved", 1947. */
    public static Difference welch(GroupEstimate base, GroupEstimate other) {
        double difference = other.logarithm() - base.logarithm();
        if (!base.hasInterval() || !other.hasInterval()) {
            return unknown(difference);
        }
        double a = base.error() * base.error();
        double b = other.error() * other.error();
        double degrees = a + b == 0
                ? base.degrees() + other.degrees()
                : (a + b) * (a + b) / (a * a / base.degrees() + b * b / other.degrees());
        return of(difference, new Error(Math.sqrt(a + b), degrees));
    }

    /**
     * Of two single figures, each at its own time. How far apart equal ones are at different times neither of them tells; the scatter that
     * this machine is known to have does, where it is the wider.
     *
     * @param known unknown where there were not enough
     */
    public static Difference ofSingles(Measurement base, Measurement other, Scatter known) {
        double difference = other.logarithm() - base.logarithm();
        if (!known.enough()) {
            return unknown(difference);
        }
        double scatter = known.deviation() * known.deviation();
        double variance = Math.max(scatter, base.variance()) + Math.max(scatter, other.variance());
        return of(difference, new Error(Math.sqrt(variance), known.degrees()));
    }

    /**
     * Of several figures above a single one, whose own error is that of its own time. The scatter of the several is one between times, which
     * the single figure has as well; what the machine is known to scatter by is pooled with it. The wider of the two is taken, so it holds
     * the truth at least as often as either does.
     */
    public static Difference ofOneAndSeveral(Measurement one, List<Measurement> several, Scatter known) {
        Scatter scatter = known.with(several.stream().map(Measurement::value).toList());
        double variance = scatter.deviation() * scatter.deviation();
        double mean = variance / several.size();
        double within = one.variance();
        double degrees = mean == 0
                ? MANY
                : Math.min(MANY, (within + mean) * (within + mean) / (mean * mean / scatter.degrees()));
        double ofSeveral =
                several.stream().mapToDouble(Measurement::logarithm).average().orElseThrow();
        return of(
                ofSeveral - one.logarithm(),
                new Error(Math.sqrt(within + mean), degrees),
                new Error(Math.sqrt(variance + mean), scatter.degrees()));
    }

    private static Difference unknown(double difference) {
        return new Difference(Math.expm1(difference), Double.NaN, Double.NaN, Double.NaN, Call.UNKNOWN);
    }

    /** Of the logarithm of a ratio. */
    private record Error(double deviation, double degrees) {
        double reach() {
            return TDistribution.of(degrees).inverseCumulativeProbability(QUANTILE) * deviation;
        }

        double chance(double difference) {
            return deviation > 0
                    ? 2 * TDistribution.of(degrees).survivalProbability(Math.abs(difference) / deviation)
                    : difference == 0 ? 1 : 0;
        }
    }

    /** By the error with the widest interval. */
    private static Difference of(double difference, Error... errors) {
        double reach = Stream.of(errors).mapToDouble(Error::reach).max().orElseThrow();
        double chance = Stream.of(errors)
                .mapToDouble(error -> error.chance(difference))
                .max()
                .orElseThrow();
        return of(difference, reach, chance);
    }

    private static Difference of(double difference, double reach, double chance) {
        boolean open = difference - reach <= 0 && difference + reach >= 0;
        return new Difference(
                Math.expm1(difference),
                Math.expm1(difference - reach),
                Math.expm1(difference + reach),
                chance,
                open ? Call.NONE : Call.DIFFERENCE);
    }

    /** By how much the other side is above this one. */
    Difference reversed() {
        return new Difference(inverse(share), inverse(upper), inverse(lower), chance, call);
    }

    private static double inverse(double share) {
        return -share / (1 + share);
    }

    /** The same as one of so many rows that it may be chance. */
    Difference oneOfMany() {
        return new Difference(share, lower, upper, chance, call == Call.DIFFERENCE ? Call.ONE_OF_MANY : call);
    }

    public boolean noiseKnown() {
        return call != Call.UNKNOWN;
    }

    /** Whether the noise leaves open which side is larger. */
    public boolean none() {
        return call == Call.NONE || call == Call.ONE_OF_MANY;
    }
}
