package gavel.driver.health;

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

    static int connections(int asked, long limit, long open) {
        if (limit <= 0) {
            return asked;
        }
        int room = (int) Math.clamp(limit - open - RESERVE, 1, Integer.MAX_VALUE);
        return asked == 0 ? room : Math.min(asked, room);
    }
}
