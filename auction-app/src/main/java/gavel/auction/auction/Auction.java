package gavel.auction.auction;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;

/**
 * An auction as it is described: the JSON body.
 *
 * @param lotCount lots of the present round
 * @param revision rises by one at every visible change of the live auction
 * @param version of the description, for edits by its owner
 */
record Auction(
        long id,
        String name,
        String category,
        long ownerId,
        Instant startsAt,
        State state,
        boolean recurring,
        int lotCount,
        long revision,
        int version) {

    static final String COLUMNS =
            "id, name, category, owner_id, starts_at, state, recurring, lot_count, revision, version";

    enum State {
        SCHEDULED,
        RUNNING,
        COMPLETE,
        CANCELLED;

        /** Whether it can be attended and given more lots. */
        boolean isOpen() {
            return this == SCHEDULED || this == RUNNING;
        }
    }

    static Auction of(ResultSet row) throws SQLException {
        return new Auction(
                row.getLong("id"),
                row.getString("name"),
                row.getString("category"),
                row.getLong("owner_id"),
                row.getObject("starts_at", OffsetDateTime.class).toInstant(),
                State.valueOf(row.getString("state")),
                row.getBoolean("recurring"),
                row.getInt("lot_count"),
                row.getLong("revision"),
                row.getInt("version"));
    }
}
