package gavel.driver.health;

import gavel.driver.api.OpenConnections;
import java.math.BigDecimal;
import java.util.Locale;

/**
 * How many connections this process may open: all its descriptors but a reserve, because a JVM that has none left can neither load a
 * class nor write a report.
 */
public final class Descriptors {
    /** Kept for the JVM itself. */
    public static final int RESERVE = 64;

    private Descriptors() {}

    /** @param asked for by the run, 0 for as many as there are descriptors */
    public static int connections(int asked) {
        ProcessStats now = ProcessStats.now();
        return connections(asked, now.descriptorLimit(), now.openDescriptors());
    }

    /**
     * For how many users the descriptors of this process suffice, in a sentence.
     *
     * @param users wanted; 0 when none were asked for yet
     * @param asked connections at most, 0 for as many as there are descriptors
     */
    public static String words(OpenConnections each, int users, int asked) {
        ProcessStats now = ProcessStats.now();
        return words(each, users, asked, now.descriptorLimit(), now.openDescriptors());
    }

    static String words(OpenConnections each, int users, int asked, long limit, long open) {
        if (limit <= 0) {
            return "descriptors: unknown";
        }
        int room = connections(asked, limit, open);
        String bears = String.format(
                Locale.ROOT,
                "descriptors: %d, enough for %d users with %s connections each (%d if all have %s)",
                limit,
                each.usersWithin(room),
                plain(each.usual()),
                each.usersAlwaysWithin(room),
                plain(each.most()));
        return users <= each.usersWithin(room)
                ? bears
                : "! " + bears + "; " + users + " are asked for: raise `ulimit -n`, or use HTTP/2 or more agents";
    }

    private static String plain(double number) {
        return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
    }

    static int connections(int asked, long limit, long open) {
        if (limit <= 0) {
            return asked;
        }
        int room = (int) Math.clamp(limit - open - RESERVE, 1, Integer.MAX_VALUE);
        return asked == 0 ? room : Math.min(asked, room);
    }
}
