package gavel.harness.peak.pair;

import java.util.Arrays;

/**
 * The middle of differences and its exact 90 % interval, whatever their distribution is, as long as it is symmetrical: the median of the means
 * of all pairs (Hodges and Lehmann, "Estimates of Location Based on Rank Tests", 1963) and the interval that Wilcoxon's signed ranks give. One
 * difference in ten that is far off, such as one within which the machine changed its speed, moves it by next to nothing. Pure.
 *
 * @param lower end of the interval, the smallest mean where there are fewer than {@link #FEWEST} differences
 */
record SignedRanks(double lower, double middle, double upper) {
    /** Of fewer not even all together are rarer than 10 %. */
    static final int FEWEST = 5;

    private static final double ONE_SIDE = 0.05;

    static SignedRanks of(double[] differences) {
        int n = differences.length;
        if (n == 0) {
            throw new IllegalArgumentException("there must be a difference");
        }
        double[] means = new double[n * (n + 1) / 2];
        int next = 0;
        for (int i = 0; i < n; i++) {
            for (int j = i; j < n; j++) {
                means[next++] = (differences[i] + differences[j]) / 2;
            }
        }
        Arrays.sort(means);
        int beyond = Math.max(0, beyond(n) - 1);
        return new SignedRanks(means[beyond], median(means), means[means.length - 1 - beyond]);
    }

    private static double median(double[] sorted) {
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }

    /** So many sums of ranks, from 0 on, have together at most 5 %. */
    private static int beyond(int n) {
        double[] chance = new double[n * (n + 1) / 2 + 1];
        chance[0] = 1;
        for (int rank = 1; rank <= n; rank++) {
            for (int sum = chance.length - 1; sum >= 0; sum--) {
                chance[sum] = (chance[sum] + (sum >= rank ? chance[sum - rank] : 0)) / 2;
            }
        }
        double together = 0;
        int sums = 0;
        while (sums < chance.length && together + chance[sums] <= ONE_SIDE) {
            together += chance[sums++];
        }
        return sums;
    }
}
