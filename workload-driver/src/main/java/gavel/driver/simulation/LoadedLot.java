package gavel.driver.simulation;

import gavel.driver.profile.Draws;
import gavel.driver.profile.Profile;
import java.util.Arrays;

/**
 * The first lot of a running auction as the data set has it. It is met in mid-life, after 40 bidders who play by the rules of profile
 * {@code liveauction} (see docs/loading.md). Money is in cents.
 *
 * @param price 0 before the first bid
 * @param silent seconds since the last bid, or since it opened
 */
record LoadedLot(long start, long price, double age, double silent) {
    private static final int BIDDERS = 40;
    private static final double SECONDS_BETWEEN_BIDS = 5 / 0.15 / 0.75;
    private static final int LOTS_LOOKED_AT = 6;

    /** A lot from opening to hammer. */
    private record Life(double[] moments, long[] prices, double length) {
        LoadedLot at(long start, double moment) {
            int found = Arrays.binarySearch(moments, moment);
            int bids = found < 0 ? -found - 1 : found + 1;
            return bids == 0
                    ? new LoadedLot(start, 0, moment, moment)
                    : new LoadedLot(start, prices[bids - 1], moment, moment - moments[bids - 1]);
        }
    }

    /** What an item of the set costs at first: log-normal around 40, within 5 to 900, in whole units. */
    static long startingPrice(Draws draws) {
        return 100 * Math.round(Math.clamp(40 * Math.exp(0.8 * draws.normal()), 5, 900));
    }

    /** One percent more, at least 1.00. */
    static long minimumAfter(long price) {
        return price + Math.max(100, (price + 99) / 100);
    }

    /** A lot in the given part of its life, from 0; the last part is last call. Lots that take longer are met more often. */
    static LoadedLot draw(Profile.Auctions timing, int part, int parts, Draws draws) {
        long start = startingPrice(draws);
        Life life = met(start, timing.lastCallSeconds() + timing.closeSeconds(), draws);
        double from = part == parts - 1 ? life.length - timing.closeSeconds() : life.length * part / parts;
        return life.at(start, draws.between(from, life.length * (part + 1) / parts));
    }

    private static Life met(long start, double silence, Draws draws) {
        Life[] lives = new Life[LOTS_LOOKED_AT];
        double total = 0;
        for (int i = 0; i < lives.length; i++) {
            lives[i] = live(start, silence, draws);
            total += lives[i].length;
        }
        double moment = draws.unit() * total;
        int met = 0;
        while (met < lives.length - 1 && moment >= lives[met].length) {
            moment -= lives[met++].length;
        }
        return lives[met];
    }

    private static Life live(long start, double silence, Draws draws) {
        double[] ceilings = new double[BIDDERS];
        Arrays.setAll(ceilings, _ -> start * Math.exp(1 + 0.5 * draws.normal()));
        double[] moments = new double[64];
        long[] prices = new long[64];
        int bids = 0;
        int leader = -1;
        double now = 0;
        while (true) {
            long minimum = bids == 0 ? start : minimumAfter(prices[bids - 1]);
            int[] willing = willing(ceilings, minimum, leader);
            double pause = willing.length == 0
                    ? Double.POSITIVE_INFINITY
                    : -Math.log1p(-draws.unit()) * SECONDS_BETWEEN_BIDS / willing.length;
            if (pause >= silence) {
                return new Life(Arrays.copyOf(moments, bids), Arrays.copyOf(prices, bids), now + silence);
            }
            if (bids == moments.length) {
                moments = Arrays.copyOf(moments, 2 * bids);
                prices = Arrays.copyOf(prices, 2 * bids);
            }
            now += pause;
            leader = willing[draws.below(willing.length)];
            double raise = Math.clamp(0.02 + 0.02 * draws.normal(), 0, 0.06);
            long wish = minimum + Math.round(raise * (bids == 0 ? start : prices[bids - 1]));
            moments[bids] = now;
            prices[bids++] = Math.max(minimum, Math.min(wish, (long) ceilings[leader]));
        }
    }

    private static int[] willing(double[] ceilings, long minimum, int leader) {
        int[] found = new int[ceilings.length];
        int count = 0;
        for (int i = 0; i < ceilings.length; i++) {
            if (i != leader && ceilings[i] >= minimum) {
                found[count++] = i;
            }
        }
        return Arrays.copyOf(found, count);
    }
}
