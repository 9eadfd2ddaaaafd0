package gavel.driver.profile;

import java.util.Arrays;

/** Zipf's law over ranks: rank r is chosen in proportion to r to the power of minus the skew. */
public final class Zipf {
    private Zipf() {}

    /** Cumulative probabilities of so many ranks; the last is 1. */
    public static double[] cumulative(int ranks, double skew) {
        double[] sums = new double[ranks];
        double sum = 0;
        for (int i = 0; i < ranks; i++) {
            sum += Math.pow(i + 1, -skew);
            sums[i] = sum;
        }
        for (int i = 0; i < ranks; i++) {
            sums[i] /= sum;
        }
        return sums;
    }

    /** The rank, from 0, that a uniform number of 0..1 picks. */
    public static int pick(double[] cumulative, double uniform) {
        int found = Arrays.binarySearch(cumulative, uniform);
        return Math.min(cumulative.length - 1, found < 0 ? -found - 1 : found + 1);
    }
}
