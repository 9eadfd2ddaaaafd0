package gavel.auction.partition.postgres;

import gavel.auction.partition.deciding.RecordsException;
import java.sql.SQLException;

/** What an SQL state means for the deciding loop. */
final class Errors {
    private Errors() {}

    static RecordsException of(SQLException e) {
        String state = e.getSQLState() == null ? "" : e.getSQLState();
        if (state.equals("40001") || state.equals("40P01") || state.equals("55P03")) {
            return new RecordsException.Conflict(e.getMessage(), e);
        }
        if (state.startsWith("22") || state.startsWith("23")) {
            return new RecordsException.BadData(e.getMessage(), e);
        }
        return new RecordsException.Unavailable(e.getMessage(), e);
    }
}
