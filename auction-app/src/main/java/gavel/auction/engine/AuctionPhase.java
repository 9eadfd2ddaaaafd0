package gavel.auction.engine;

/** Where an auction is in its life. */
public enum AuctionPhase {
    SCHEDULED,
    RUNNING,
    COMPLETE,
    CANCELLED
}
