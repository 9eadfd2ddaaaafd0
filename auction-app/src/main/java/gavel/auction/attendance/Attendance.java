package gavel.auction.attendance;

import java.time.Instant;

/**
 * That the caller attends an auction: the JSON body.
 *
 * @param revision of the auction when that was read
 */
record Attendance(long auctionId, long revision, Instant joinedAt) {}
