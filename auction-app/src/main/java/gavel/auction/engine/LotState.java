package gavel.auction.engine;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;

/**
 * One lot as it was committed.
 *
 * @param price the last accepted bid, null before the first; it only rises
 * @param leader account of the last accepted bid, null before the first
 * @param closesAt deadline of the present phase, null while queued
 */
public record LotState(
        long id,
        long itemId,
        String title,
        int round,
        int position,
        BigDecimal startingPrice,
        BigDecimal price,
        Long leader,
        String lastBidId,
        int bidCount,
        LotPhase phase,
        Instant openedAt,
        Instant closesAt,
        Instant closedAt) {

    public static LotState queued(
            long id, long itemId, String title, int round, int position, BigDecimal startingPrice) {
        return new LotState(
                id,
                itemId,
                title,
                round,
                position,
                startingPrice,
                null,
                null,
                null,
                0,
                LotPhase.QUEUED,
                null,
                null,
                null);
    }

    public BigDecimal minimumBid() {
        return BidRules.minimumBid(startingPrice, price);
    }

    public boolean isDue(Instant now) {
        return phase.isOpen() && !closesAt.isAfter(now);
    }

    LotState open(Instant now, LotTiming timing) {
        return in(LotPhase.OPEN, now, now.plus(timing.lastCallAfter()), null);
    }

    LotState lastCall(Instant now, LotTiming timing) {
        return in(LotPhase.LAST_CALL, openedAt, now.plus(timing.closeAfter()), null);
    }

    LotState accept(String bidId, long bidder, BigDecimal amount, Instant deadline) {
        return new LotState(
                id,
                itemId,
                title,
                round,
                position,
                startingPrice,
                amount,
                bidder,
                bidId,
                bidCount + 1,
                LotPhase.OPEN,
                openedAt,
                deadline,
                null);
    }

    LotState close(LotPhase end, Instant now) {
        return in(end, openedAt, closesAt, now);
    }

    /** Time in which bidding was impossible is given back, but never more than a whole phase. */
    LotState extend(Duration lost, Instant now, LotTiming timing) {
        Instant longest = now.plus(timing.of(phase));
        Instant extended = closesAt.plus(lost);
        Instant deadline = extended.isAfter(longest) ? longest : extended;
        return deadline.isAfter(closesAt) ? in(phase, openedAt, deadline, null) : this;
    }

    LotState offerAgain(long newId, int newRound, int newPosition) {
        return queued(newId, itemId, title, newRound, newPosition, startingPrice);
    }

    private LotState in(LotPhase next, Instant opened, Instant deadline, Instant closed) {
        return new LotState(
                id,
                itemId,
                title,
                round,
                position,
                startingPrice,
                price,
                leader,
                lastBidId,
                bidCount,
                next,
                opened,
                deadline,
                closed);
    }
}
