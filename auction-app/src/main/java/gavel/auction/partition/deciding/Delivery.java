package gavel.auction.partition.deciding;

import gavel.auction.broker.AuctionCommand;
import gavel.auction.broker.BidMessage;
import gavel.auction.engine.Event;

/**
 * One message as it came from a bid queue.
 *
 * @param tag names it within its subscription
 * @param arrivedNanos when, by the nano clock
 * @param body as it was sent, for the dead letters
 */
public record Delivery(int partition, long tag, long arrivedNanos, Content content, byte[] body) {

    /** What is in it. */
    public sealed interface Content {
        record Bid(BidMessage message) implements Content {}

        record Command(AuctionCommand command) implements Content {}

        /** It cannot be applied. */
        record Unreadable(String reason) implements Content {}
    }

    /** The event it stands for; null for what is unreadable. */
    Event event() {
        return switch (content) {
            case Content.Bid(BidMessage message) -> new Event.Bid(message);
            case Content.Command(AuctionCommand command) ->
                switch (command.kind()) {
                    case CANCEL -> new Event.Cancel(command.auctionId());
                    case REFRESH -> new Event.Refresh(command.auctionId());
                };
            case Content.Unreadable unreadable -> null;
        };
    }
}
