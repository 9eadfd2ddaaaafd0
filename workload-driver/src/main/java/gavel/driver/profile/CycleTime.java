package gavel.driver.profile;

/**
 * Time from one action of a person to the next: a normal distribution from which values outside the cut are drawn again.
 *
 * @param mean and the others in seconds
 */
public record CycleTime(double mean, double deviation, double shortest, double longest) {
    public CycleTime {
        if (!(deviation >= 0 && shortest > 0 && shortest <= mean && mean <= longest)) {
            throw new IllegalArgumentException("needs deviation >= 0 and 0 < shortest <= mean <= longest: deviation "
                    + deviation + ", " + shortest + " <= " + mean + " <= " + longest);
        }
    }

    /** A cut that is symmetric about the mean, as the profile's is, leaves the mean where it was. */
    public boolean symmetric() {
        return Math.abs((mean - shortest) - (longest - mean)) < 1e-9;
    }

    public long drawNanos(Draws draws) {
        if (deviation == 0) {
            return (long) (mean * 1e9);
        }
        double seconds;
        do {
            seconds = mean + deviation * draws.normal();
        } while (seconds < shortest || seconds > longest);
        return (long) (seconds * 1e9);
    }
}
