package gavel.harness.isolate;

import java.util.List;

/** How evenly something is shared. Pure. */
public final class Fairness {
    private Fairness() {}

    /**
     * Jain's index (Jain, Chiu and Hawe, DEC-TR-301, 1984): 1 where all have the same, 1/n where one has everything. Never told alone: where
     * one of twenty has nothing it is still 0.95.
     *
     * @param shares of each, >= 0 and not all of them 0
     */
    public static double jain(List<Double> shares) {
        double sum = 0;
        double squares = 0;
        for (double share : shares) {
            if (!(share >= 0)) {
                throw new IllegalArgumentException("shares must be >= 0: " + shares);
            }
            sum += share;
            squares += share * share;
        }
        if (sum == 0) {
            throw new IllegalArgumentException("one share at least must be > 0: " + shares);
        }
        return sum * sum / (shares.size() * squares);
    }
}
