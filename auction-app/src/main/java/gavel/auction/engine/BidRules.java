package gavel.auction.engine;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * The arithmetic of bids: the first reaches the starting price, later ones top the price by 1 %, at least by 1.00. Which bid wins is decided
 * in {@link AuctionRules}.
 */
public final class BidRules {
    private static final BigDecimal SHARE = new BigDecimal("0.01");
    private static final BigDecimal SMALLEST = new BigDecimal("1.00");

    private BidRules() {}

    /** Rounded up to the cent, so that the increment is never below 1 %. */
    public static BigDecimal increment(BigDecimal price) {
        return price.multiply(SHARE).setScale(2, RoundingMode.CEILING).max(SMALLEST);
    }

    /**
     * The smallest amount the next bid must reach.
     *
     * @param price the last accepted bid, null before the first
     */
    public static BigDecimal minimumBid(BigDecimal startingPrice, BigDecimal price) {
        return price == null ? startingPrice : price.add(increment(price));
    }
}
