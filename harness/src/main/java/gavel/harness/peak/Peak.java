package gavel.harness.peak;

/**
 * Users at which a full-length interval passes with probability one half.
 *
 * @param lower end of the 90 % interval
 * @param middle the estimate
 * @param upper end of the 90 % interval
 */
public record Peak(double lower, double middle, double upper) {
    /** Below it one user is more than a percent, and users that were found have a decimal. */
    public static final double FEW = 99.95;

    /** So many users as every report shows them, which a gate of a pipeline decides by. */
    public static Number shown(double users) {
        if (users < FEW) {
            return Math.round(10 * users) / 10.0;
        }
        return (int) Math.round(users);
    }

    /** The interval as a table for programs shows it. */
    public String interval() {
        return shown(lower) + " to " + shown(upper);
    }

    /** Of the interval, as a share of its middle. */
    public double width() {
        return (upper - lower) / middle;
    }
}
