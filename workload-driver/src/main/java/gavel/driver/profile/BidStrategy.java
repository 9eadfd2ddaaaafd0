package gavel.driver.profile;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;

/**
 * How people bid: whether they wish to, how far they would go for a lot, and how much they offer.
 *
 * @param probability that a follower that may bid wishes to when it is asked
 * @param raiseMean of the normal distribution of what is offered above the minimum bid, as a share of the price
 * @param raiseHighest where that share is cut; below it is cut at 0
 * @param ceilingMean of the logarithm of ceiling over starting price
 */
public record BidStrategy(
        double probability,
        double raiseMean,
        double raiseDeviation,
        double raiseHighest,
        double ceilingMean,
        double ceilingDeviation) {
    /** A ceiling of the starting price times e to the power of this is beyond every credit. */
    private static final int MOST = 10;

    public BidStrategy {
        if (!(probability >= 0 && probability <= 1)) {
            throw new IllegalArgumentException("probability must be within 0..1: " + probability);
        }
        if (!(raiseDeviation >= 0 && raiseHighest >= 0 && ceilingDeviation >= 0)) {
            throw new IllegalArgumentException("deviations and the highest raise must not be negative: "
                    + raiseDeviation + ", " + raiseHighest + ", " + ceilingDeviation);
        }
        if (!within(MOST, raiseMean, raiseDeviation, raiseHighest, ceilingMean, ceilingDeviation)) {
            throw new IllegalArgumentException("raise and ceiling must be within -" + MOST + ".." + MOST + ": "
                    + raiseMean + ", " + raiseDeviation + ", " + raiseHighest + ", " + ceilingMean + ", "
                    + ceilingDeviation);
        }
    }

    private static boolean within(double most, double... values) {
        return Arrays.stream(values).allMatch(value -> Math.abs(value) <= most);
    }

    /** The most one person would pay for one lot; drawn once. */
    public BigDecimal ceiling(BigDecimal startingPrice, Draws draws) {
        double factor = Math.exp(ceilingMean + ceilingDeviation * draws.normal());
        return startingPrice.multiply(BigDecimal.valueOf(factor)).setScale(2, RoundingMode.DOWN);
    }

    /** What is offered: at least the minimum bid, at most the ceiling, which must not be below the minimum bid. */
    public BigDecimal amount(BigDecimal minimumBid, BigDecimal price, BigDecimal ceiling, Draws draws) {
        double raise = Math.clamp(raiseMean + raiseDeviation * draws.normal(), 0.0, raiseHighest);
        BigDecimal wished =
                minimumBid.add(price.multiply(BigDecimal.valueOf(raise))).setScale(2, RoundingMode.DOWN);
        return wished.min(ceiling).max(minimumBid);
    }
}
