package gavel.auction.dataset.stores;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/** How far each stage of a load or a reset came, so that it can go on after a kill. */
public final class LoadProgress {
    private final Stores stores;

    public LoadProgress(Stores stores) {
        this.stores = stores;
    }

    /** Units done, 0 for a stage that was not begun. */
    public long done(String stage) throws SQLException {
        try (Connection connection = stores.connection();
                PreparedStatement query =
                        connection.prepareStatement("select done from load_progress where stage = ?")) {
            query.setString(1, stage);
            try (ResultSet row = query.executeQuery()) {
                return row.next() ? row.getLong(1) : 0;
            }
        }
    }

    public void record(String stage, long done) throws SQLException {
        try (Connection connection = stores.connection()) {
            record(connection, stage, done);
        }
    }

    /** Within the caller's transaction, so that work and record are one. */
    public void record(Connection connection, String stage, long done) throws SQLException {
        String sql = stores.dialect().upsert("load_progress", "stage", List.of("done"));
        try (PreparedStatement upsert = connection.prepareStatement(sql)) {
            upsert.setString(1, stage);
            upsert.setLong(2, done);
            upsert.executeUpdate();
        }
    }

    public void forget(String stage) throws SQLException {
        try (Connection connection = stores.connection();
                PreparedStatement delete = connection.prepareStatement("delete from load_progress where stage = ?")) {
            delete.setString(1, stage);
            delete.executeUpdate();
        }
    }
}
