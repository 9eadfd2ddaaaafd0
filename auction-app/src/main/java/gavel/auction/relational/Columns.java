package gavel.auction.relational;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/** Columns of types that JDBC gives otherwise than the application has them. */
public final class Columns {
    private Columns() {}

    /** One with a time zone; null where it is. */
    public static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
        return instant(row.getObject(column, OffsetDateTime.class));
    }

    /** The same by its number, from 1. */
    public static @Nullable Instant instant(ResultSet row, int column) throws SQLException {
        return instant(row.getObject(column, OffsetDateTime.class));
    }

    private static @Nullable Instant instant(@Nullable OffsetDateTime at) {
        return at == null ? null : at.toInstant();
    }
}
