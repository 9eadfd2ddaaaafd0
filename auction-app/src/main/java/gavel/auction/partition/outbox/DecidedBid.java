package gavel.auction.partition.outbox;

import java.math.BigDecimal;
import java.time.Instant;

/** One decided bid on its way to its bidder's history. */
public record DecidedBid(
        String bidId,
        long accountId,
        long auctionId,
        long lotId,
        BigDecimal amount,
        String outcome,
        Instant placedAt,
        Instant decidedAt) {}
