package gavel.auction.audit;

import gavel.auction.bid.BidIds;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** The id of a bid is made from its account and its idempotency key, so each of the three vouches for the others. Two hashes a bid. */
final class BidKeys implements Invariant {
    private static final int ROWS = 5_000;
    private static final String LOADED = "loaded-";

    @Override
    public InvariantResult check(Connection snapshot) throws SQLException {
        InvariantResult.Tally tally = new InvariantResult.Tally(
                "bid-keys", "the id of every bid is the one a node makes from its account and idempotency key");
        BidIds ids = ids(snapshot);
        try (Statement statement = snapshot.createStatement()) {
            statement.setFetchSize(ROWS);
            try (ResultSet bids =
                    statement.executeQuery("select bid_id, account_id, idempotency_key from bid_decision")) {
                while (bids.next()) {
                    tally.checked(1);
                    String bid = bids.getString(1);
                    String key = bids.getString(3);
                    long account = bids.getLong(2);
                    boolean own = bid.startsWith(LOADED)
                            ? key.equals(bid)
                            : ids != null && ids.of(account, key).equals(bid);
                    if (!own) {
                        tally.violation("bid " + bid + " of account " + account + ": not made from the key " + key
                                + (ids == null ? ", for the nodes share no secret" : ""));
                    }
                }
            }
        }
        return tally.result();
    }

    /** Null where no node has made the secret yet. */
    private static BidIds ids(Connection snapshot) throws SQLException {
        try (Statement statement = snapshot.createStatement();
                ResultSet row = statement.executeQuery(
                        "select value from shared_secret where name = '" + BidIds.SECRET + "'")) {
            return row.next() ? new BidIds(row.getBytes(1)) : null;
        }
    }
}
