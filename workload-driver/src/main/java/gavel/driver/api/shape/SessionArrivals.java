package gavel.driver.api.shape;

import java.math.BigDecimal;

/**
 * Open arrivals: people come whatever becomes of those before them, have one session and go. How many are there at once follows from how
 * long sessions take.
 *
 * @param process equal or random distances in time
 * @param perSecond sessions that begin, of the whole run
 */
public record SessionArrivals(Process process, double perSecond) {
    private static final double MOST = 100_000;

    /** How the moments lie: at equal distances, or at random with exponential gaps. */
    public enum Process {
        CONSTANT,
        POISSON
    }

    public SessionArrivals {
        if (!(perSecond > 0 && perSecond <= MOST)) {
            throw new IllegalArgumentException(
                    "sessions per second must be > 0 and at most " + (long) MOST + ": " + perSecond);
        }
    }

    public String words() {
        String rate = BigDecimal.valueOf(perSecond).stripTrailingZeros().toPlainString();
        return rate + (perSecond == 1 ? " session" : " sessions") + " a second"
                + (process == Process.POISSON ? " at random" : "");
    }
}
