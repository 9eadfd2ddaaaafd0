package gavel.auction.dataset.plan;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.random.RandomGenerator;

/** Arithmetic of planned prices, in whole cents. */
final class Price {
    private static final int LOWEST_INCREMENT = 100;

    private Price() {}

    static BigDecimal ofCents(long cents) {
        return BigDecimal.valueOf(cents, 2);
    }

    /** A log-normal price around 40, within 5..900, in whole units. */
    static long drawStart(RandomGenerator random) {
        double units = 40 * Math.exp(random.nextGaussian() * 0.8);
        return 100L * Math.round(Math.clamp(units, 5, 900));
    }

    /** One percent more, at least 1.00; rounded up, so that it satisfies the rule however that is rounded. */
    static long minimumAfter(long cents) {
        long onePercent =
                ofCents(cents).movePointLeft(2).setScale(2, RoundingMode.CEILING).unscaledValue().longValueExact();
        return cents + Math.max(LOWEST_INCREMENT, onePercent);
    }

    /** What a simulated user bids: the minimum and N(2 %, 2 %) of the price on top, cut to 0..6 % (profile {@code liveauction}). */
    static long drawBid(long minimum, long price, RandomGenerator random) {
        double share = Math.clamp(random.nextGaussian(0.02, 0.02), 0, 0.06);
        return minimum + Math.round(price * share);
    }
}
