package gavel.driver.news;

/**
 * A bid of this driver that was accepted, told to every loop so that each can say when its followers heard of it.
 *
 * @param revision of the auction after the bid
 * @param intendedNanos intended start of the bid, and {@code firstWriteNanos} when it was written; on the engine's clock
 * @param bidder number of the user that bid: its own screen is shown apart
 */
public record AcceptedBid(long auctionId, long revision, long intendedNanos, long firstWriteNanos, long bidder) {}
