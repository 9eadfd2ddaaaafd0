package gavel.harness.peak;

import java.util.Locale;

/**
 * What a continuous climb found: a rough place of the knee.
 *
 * @param good highest number of users whose window was within the limits; 0 when not even the first was
 * @param bad first number of users whose window was not; 0 when the climb came to its end
 */
public record Climb(int good, int bad) {
    public Climb {
        if (good < 0 || bad < 0 || good == 0 && bad == 0) {
            throw new IllegalArgumentException("a climb must have come somewhere: " + good + ", " + bad);
        }
    }

    /** What it found, within a sentence. */
    String words() {
        String bore = good == 0 ? "not even carry" : String.format(Locale.ROOT, "carry %,d users", good);
        return bad == 0
                ? bore + " and went no further"
                : bore + String.format(Locale.ROOT, good == 0 ? " %,d users" : " and not %,d", bad);
    }

    public boolean reachedTheEnd() {
        return bad == 0;
    }
}
