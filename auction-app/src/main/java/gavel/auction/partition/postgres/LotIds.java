package gavel.auction.partition.postgres;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.LongSupplier;
import javax.sql.DataSource;

/** Ids for the lots of next rounds, drawn from the table's sequence a hundred at a time. For one thread. */
public final class LotIds implements LongSupplier {
    private static final String NEXT =
            "select nextval(pg_get_serial_sequence('lot', 'id')) from generate_series(1, 100)";

    private final DataSource database;
    private final Queue<Long> drawn = new ArrayDeque<>();

    public LotIds(DataSource database) {
        this.database = database;
    }

    @Override
    public long getAsLong() {
        if (drawn.isEmpty()) {
            draw();
        }
        return drawn.remove();
    }

    private void draw() {
        try (Connection connection = database.getConnection();
                ResultSet ids = connection.createStatement().executeQuery(NEXT)) {
            while (ids.next()) {
                drawn.add(ids.getLong(1));
            }
        } catch (SQLException e) {
            throw Errors.of(e);
        }
    }
}
