package gavel.driver.room;

import java.math.BigDecimal;

/** A bid a person has decided on. */
public record BidIntent(AuctionRoom room, long lotId, BigDecimal amount) {}
