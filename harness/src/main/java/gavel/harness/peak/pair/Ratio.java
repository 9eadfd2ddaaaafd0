package gavel.harness.peak.pair;

/**
 * Peak of the second configuration over that of the first.
 *
 * @param lower end of the 90 % interval
 * @param middle the estimate
 * @param upper end of the 90 % interval
 */
public record Ratio(double lower, double middle, double upper) {
    /** Whether the interval leaves open that both are the same. */
    public boolean holdsOne() {
        return lower <= 1 && 1 <= upper;
    }

    /** As far from 1 as the interval goes, as a share. */
    public double farthest() {
        return Math.max(upper - 1, 1 - lower);
    }

    /** Of the interval, as a share of its middle. */
    public double width() {
        return (upper - lower) / middle;
    }
}
