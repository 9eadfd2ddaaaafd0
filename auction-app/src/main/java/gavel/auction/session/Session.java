package gavel.auction.session;

import java.time.Instant;

/** Proof of a login, found by the hash of its token. */
record Session(long accountId, Instant createdAt, Instant expiresAt) {
    boolean isOver(Instant now) {
        return !now.isBefore(expiresAt);
    }
}
