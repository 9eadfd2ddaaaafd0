package gavel.auction.partition.relational;

import gavel.auction.relational.Dialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * The engine's tables and how to speak with them.
 *
 * @param sessions that end soon when they idle in a transaction
 */
public record EngineTables(DataSource sessions, Dialect dialect) {
    Statements statements() {
        return dialect == Dialect.MARIADB ? MariaDbStatements.ALL : PostgresStatements.ALL;
    }

    Parameters parameters(PreparedStatement statement) {
        return dialect == Dialect.MARIADB ? new JsonParameters(statement) : new ArrayParameters(statement);
    }

    interface Work<T> {
        T apply(PreparedStatement statement) throws SQLException;
    }

    /** Runs one statement outside of a transaction. */
    <T> T with(String sql, Work<T> work) {
        try (Connection connection = sessions.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            return work.apply(statement);
        } catch (SQLException e) {
            throw Errors.of(e);
        }
    }
}
