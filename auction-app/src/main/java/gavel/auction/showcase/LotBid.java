package gavel.auction.showcase;

import java.math.BigDecimal;
import java.time.Instant;

/** An accepted bid as every attendee has seen it. */
record LotBid(long bidderId, BigDecimal amount, Instant decidedAt) {}
