package gavel.harness.experiment;

/** Measurements that are made again because they do not count: one for every three that are asked for. Pure. */
public final class Replacements {
    private static final int ASKED_FOR_ONE = 3;

    private Replacements() {}

    /**
     * @param asked measurements there are to be; of fewer than three one is made again too
     * @param lost that do not count
     * @return how many of those are replaced
     */
    public static int of(int asked, long lost) {
        return (int) Math.min(lost, (asked + ASKED_FOR_ONE - 1) / ASKED_FOR_ONE);
    }
}
