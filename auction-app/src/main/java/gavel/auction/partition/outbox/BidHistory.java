package gavel.auction.partition.outbox;

import java.util.List;

/** The bid history in the document store, to which the outbox of decisions is relayed. */
public interface BidHistory {
    /**
     * Writes the bids; returning means that they are stored. Called again with the same bids after a failure or a takeover, so a second
     * writing of a bid must change nothing.
     *
     * @throws RuntimeException when not all were stored; they are offered again later
     */
    void append(List<DecidedBid> bids);
}
