package gavel.harness.peak;

/**
 * Users at which a full-length interval passes with probability one half.
 *
 * @param lower end of the 90 % interval
 * @param middle the estimate
 * @param upper end of the 90 % interval
 */
public record Peak(double lower, double middle, double upper) {
    /** Of the interval, as a share of its middle. */
    public double width() {
        return (upper - lower) / middle;
    }
}
