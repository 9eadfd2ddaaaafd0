package gavel.auction.partition.relational;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;

/** Each column of many rows is one array. */
final class ArrayParameters extends Parameters {
    ArrayParameters(PreparedStatement statement) {
        super(statement);
    }

    @Override
    Parameters rows() {
        return this;
    }

    @Override
    String time(Instant value) {
        return value.toString();
    }

    @Override
    void column(String type, Object[] values) throws SQLException {
        object(statement().getConnection().createArrayOf(type, values));
    }
}
