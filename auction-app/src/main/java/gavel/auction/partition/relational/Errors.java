package gavel.auction.partition.relational;

import gavel.auction.partition.deciding.RecordsException;
import java.sql.SQLException;

/** What an SQL state, or the number of an error where the state says nothing, means for the deciding loop. */
final class Errors {
    /** MariaDB: a lock was not to be had in time. */
    private static final int LOCK_WAIT = 1205;
    /** MariaDB: a key is there already; PostgreSQL's statements leave such a row out, and what is missing is counted. */
    private static final int DUPLICATE = 1062;

    private Errors() {}

    static RecordsException of(SQLException e) {
        String state = e.getSQLState() == null ? "" : e.getSQLState();
        if (state.equals("40001") || state.equals("40P01") || state.equals("55P03") || e.getErrorCode() == LOCK_WAIT) {
            return new RecordsException.Conflict(e.getMessage(), e);
        }
        if (e.getErrorCode() == DUPLICATE) {
            return new RecordsException.Changed(e.getMessage());
        }
        if (state.startsWith("22") || state.startsWith("23")) {
            return new RecordsException.BadData(e.getMessage(), e);
        }
        return new RecordsException.Unavailable(e.getMessage(), e);
    }
}
