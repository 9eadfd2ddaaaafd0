package gavel.auction.broker;

import java.math.BigDecimal;
import java.time.Instant;

/**
 * A bid on its way from the node that took it to the owner of its auction's partition.
 *
 * @param bidId made by the server, the same for the same account and idempotency key
 * @param replyTo name of the reply queue of the node that took the bid
 */
public record BidMessage(
        String bidId,
        long accountId,
        long auctionId,
        long lotId,
        BigDecimal amount,
        String idempotencyKey,
        Instant placedAt,
        String replyTo) {}
