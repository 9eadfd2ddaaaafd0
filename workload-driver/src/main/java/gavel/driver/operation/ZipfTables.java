package gavel.driver.operation;

import gavel.driver.profile.Zipf;

/** Keeps the table of the last number of ranks: the number of running auctions rarely changes. Owned by the loop. */
final class ZipfTables {
    private final double skew;
    private double[] table = {1};

    ZipfTables(double skew) {
        this.skew = skew;
    }

    int pick(int ranks, double uniform) {
        if (table.length != ranks) {
            table = Zipf.cumulative(ranks, skew);
        }
        return Zipf.pick(table, uniform);
    }
}
