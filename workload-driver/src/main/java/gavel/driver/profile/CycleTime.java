package gavel.driver.profile;

import org.apache.commons.statistics.distribution.TruncatedNormalDistribution;

/**
 * Time from one action of a person to the next: a normal distribution from which values outside the cut are drawn again.
 *
 * @param mean of the normal distribution; it and the others in seconds
 * @param from what they are counted
 */
public record CycleTime(double mean, double deviation, double shortest, double longest, From from) {
    private static final int LONGEST_SECONDS = 86_400;

    /** The moment of an action from which the next one is timed. */
    public enum From {
        /** Its intended start: a slow answer takes from the pause that follows, so the load stays the same until answers outlast cycles. */
        START,
        /** Its end: time to think. A slow answer makes the person act less often. */
        END
    }

    public CycleTime(double mean, double deviation, double shortest, double longest) {
        this(mean, deviation, shortest, longest, From.START);
    }

    public CycleTime {
        if (!(deviation >= 0 && shortest > 0 && shortest <= mean && mean <= longest)) {
            throw new IllegalArgumentException("needs deviation >= 0 and 0 < shortest <= mean <= longest: deviation "
                    + deviation + ", " + shortest + " <= " + mean + " <= " + longest);
        }
        if (longest > LONGEST_SECONDS || deviation > longest - shortest) {
            throw new IllegalArgumentException("needs longest <= " + LONGEST_SECONDS
                    + " and deviation <= longest - shortest, or hardly a value falls between them: " + longest + ", "
                    + deviation);
        }
    }

    /** The mean of what is drawn. A cut that is symmetric about the mean, as the built-in profiles' are, leaves it where it was. */
    public double drawnMean() {
        boolean symmetric = Math.abs((mean - shortest) - (longest - mean)) < 1e-9;
        return deviation == 0 || symmetric
                ? mean
                : TruncatedNormalDistribution.of(mean, deviation, shortest, longest)
                        .getMean();
    }

    /** Deviation over mean of what is drawn, at most: a cut only narrows a normal distribution. */
    public double variation() {
        return deviation / drawnMean();
    }

    /** When a cycle that was drawn is over. */
    public long overNanos(long intendedNanos, long completedNanos, long cycleNanos) {
        return (from == From.START ? intendedNanos : completedNanos) + cycleNanos;
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
