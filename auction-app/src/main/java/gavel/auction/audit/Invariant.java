package gavel.auction.audit;

import java.sql.Connection;
import java.sql.SQLException;

/** Something that must be true of the stores whatever happened to the nodes. */
interface Invariant {
    /** @param snapshot a transaction in which every invariant sees the same rows */
    InvariantResult check(Connection snapshot) throws SQLException;
}
