package gavel.auction.engine;

import gavel.auction.broker.BidMessage;
import java.time.Duration;

/** Something an auction has to answer; all but a bid may be applied twice without harm. */
public sealed interface Event {
    long auctionId();

    record Bid(BidMessage message) implements Event {
        @Override
        public long auctionId() {
            return message.auctionId();
        }
    }

    /** The auction's time has come. */
    record Start(long auctionId) implements Event {}

    /** The present phase of the open lot may be over. */
    record Deadline(long auctionId) implements Event {}

    record Cancel(long auctionId) implements Event {}

    /** The auction was read again: act on what is found there. */
    record Refresh(long auctionId) implements Event {}

    /** Bids could not be decided for a while: there was no owner, no database or no broker. */
    record Extend(long auctionId, Duration lost) implements Event {}
}
