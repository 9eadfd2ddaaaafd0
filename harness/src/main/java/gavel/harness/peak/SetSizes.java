package gavel.harness.peak;

/**
 * For how many users the data sets of a search are made. A set that is too large takes time to load, and its auctions without visitors load
 * the system. So each is twice as large as the users that the one before supported. Pure.
 */
public final class SetSizes {
    private static final int GROWTH = 2;
    private static final double AROUND_A_PROBE = 1.5;
    private static final double BEYOND_KNOWN = 1.3;

    private SetSizes() {}

    /** After a climb that came to the end of its set. */
    public static int afterPassing(int users, int top) {
        return (int) Math.min(top, (long) GROWTH * users);
    }

    /** For a probe with more users than the set is for, so that others around it find room. */
    public static int around(int users, int top) {
        return (int) Math.min(top, Math.round(AROUND_A_PROBE * users));
    }

    /**
     * Of a search that goes on after an interruption.
     *
     * @param first of a search that begins
     * @param seen most users of a probe, or of a climb with an end
     * @param passed users a climb bore on a set that was made for no more; 0 where none did
     */
    public static int resumed(int first, int seen, int passed, int top) {
        long wanted = Math.max(Math.round(BEYOND_KNOWN * seen), passed == 0 ? 0 : afterPassing(passed, top));
        return wanted <= first ? first : (int) Math.min(wanted, top);
    }
}
