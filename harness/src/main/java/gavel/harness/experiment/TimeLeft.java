package gavel.harness.experiment;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * How much longer something of several parts goes on. What the parts took beside what was predicted of them counts for those that follow, the
 * more of them the more. Safe for several threads: one tells of the parts, others ask.
 */
public final class TimeLeft {
    /** Seconds of parts after which half of what counts is seen and half predicted: one that is slow by chance makes no other slow. */
    private static final double DOUBT = 360;
    /** More is only told where it is more by this factor, so that what is told falls but for a real surprise. */
    private static final double SURPRISE = 1.15;

    private final InstantSource clock;
    private double predicted = DOUBT;
    private double taken = DOUBT;
    private TimeRange part = TimeRange.NONE;
    private Instant since;
    private TimeRange after = TimeRange.NONE;
    private double told = Double.MAX_VALUE;

    public TimeLeft(InstantSource clock) {
        this.clock = clock;
    }

    /**
     * A part begins, and the one before has ended.
     *
     * @param itself what it takes, as predicted
     * @param following what comes after it, as predicted
     */
    public synchronized void begin(TimeRange itself, TimeRange following) {
        if (since != null) {
            predicted += part.middle();
            taken += elapsed();
        }
        part = itself;
        after = following;
        since = clock.instant();
    }

    private double elapsed() {
        return Duration.between(since, clock.instant()).toMillis() / 1_000.0;
    }

    /** Nothing before the first part begins. */
    public synchronized TimeRange left() {
        if (since == null) {
            return TimeRange.NONE;
        }
        double factor = taken / predicted;
        TimeRange whole = part.times(factor);
        double elapsed = elapsed();
        TimeRange left = new TimeRange(Math.max(0, whole.least() - elapsed), Math.max(0, whole.most() - elapsed))
                .plus(after.times(factor));
        told = left.most() < SURPRISE * told ? Math.min(told, left.most()) : left.most();
        return left.within(told);
    }

    /** For people: {@code 10 to 14 min left}. */
    public String words() {
        return left().words() + " left";
    }
}
