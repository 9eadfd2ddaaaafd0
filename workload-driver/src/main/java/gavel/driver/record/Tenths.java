package gavel.driver.record;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How many operations ended well in each tenth of a second, of the last ones only, so that a load of hours takes no more room. Owned by one
 * loop.
 */
final class Tenths {
    static final long NANOS = 100_000_000L;
    private static final int IN_A_SECOND = 10;
    private static final int KEPT = 16 * IN_A_SECOND;

    private final long[] tenths = new long[KEPT];
    private final int[] counts = new int[KEPT];
    private long originNanos;

    /** Counts anew from this moment. */
    void begin(long nanos) {
        originNanos = nanos;
        Arrays.fill(tenths, 0);
        Arrays.fill(counts, 0);
    }

    void add(long nanos) {
        if (nanos < originNanos) {
            return;
        }
        long tenth = (nanos - originNanos) / NANOS;
        int at = (int) (tenth % KEPT);
        if (tenths[at] != tenth) {
            tenths[at] = tenth;
            counts[at] = 0;
        }
        counts[at]++;
    }

    /**
     * Of the ten tenths of a second that is over; empty where that is so long ago that later ones took their place.
     *
     * @param second from 1
     */
    List<Integer> second(long second) {
        List<Integer> all = new ArrayList<>(IN_A_SECOND);
        for (long tenth = (second - 1) * IN_A_SECOND; tenth < second * IN_A_SECOND; tenth++) {
            int at = (int) (tenth % KEPT);
            if (tenths[at] > tenth) {
                return List.of();
            }
            all.add(tenths[at] == tenth ? counts[at] : 0);
        }
        return all;
    }
}
