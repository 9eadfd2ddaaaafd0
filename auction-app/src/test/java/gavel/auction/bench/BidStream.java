package gavel.auction.bench;

import gavel.auction.bid.BidIds;
import gavel.auction.broker.BidMessage;
import gavel.auction.engine.BidRules;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/** Bids on the open lots of some auctions in turn, of which every fifth is accepted and the others are outbid. For one thread. */
final class BidStream {
    private static final int ACCEPTED_EVERY = 5;
    private static final BigDecimal TOO_LITTLE = new BigDecimal("1.00");

    /** What the nodes share, put into the database before they start. */
    static final byte[] SECRET = "a secret of all nodes together..".getBytes(StandardCharsets.US_ASCII);

    private static final BidIds IDS = new BidIds(SECRET);

    private final String prefix;
    private final List<OpenLot> lots;
    private final List<BigDecimal> minimumBids = new ArrayList<>();
    private final int accounts;
    private final InstantSource clock;
    private int made;
    private int accepted;

    /** An open lot without any bid. */
    record OpenLot(long auction, long lot, BigDecimal startingPrice) {}

    /**
     * @param prefix of the keys of these bids
     * @param accounts that bid: 2 up to this number, half of them with success
     */
    BidStream(String prefix, List<OpenLot> lots, int accounts, InstantSource clock) {
        this.prefix = prefix;
        this.lots = lots;
        this.accounts = accounts;
        this.clock = clock;
        lots.forEach(lot -> minimumBids.add(lot.startingPrice()));
    }

    BidMessage next(String replyTo) {
        int index = made % lots.size();
        boolean wins = made % ACCEPTED_EVERY == 0;
        int half = accounts / 2 - 1;
        long account = wins ? 2 + accepted++ % half : 2 + half + made % half;
        BigDecimal amount = wins ? minimumBids.get(index) : TOO_LITTLE;
        if (wins) {
            minimumBids.set(index, amount.add(BidRules.increment(amount)));
        }
        OpenLot lot = lots.get(index);
        String key = prefix + made++;
        return new BidMessage(
                IDS.of(account, key),
                account,
                lot.auction(),
                lot.lot(),
                amount,
                key,
                clock.instant().truncatedTo(ChronoUnit.MICROS),
                replyTo);
    }
}
