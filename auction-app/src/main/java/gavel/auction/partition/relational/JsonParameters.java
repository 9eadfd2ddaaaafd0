package gavel.auction.partition.relational;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import tools.jackson.databind.json.JsonMapper;

/** Many rows are one JSON text: an array of rows, each an array of its columns. */
final class JsonParameters extends Parameters {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSS").withZone(ZoneOffset.UTC);

    private final List<Object[]> columns = new ArrayList<>();

    JsonParameters(PreparedStatement statement) {
        super(statement);
    }

    @Override
    Parameters uuid(UUID value) throws SQLException {
        return text(value.toString());
    }

    @Override
    Parameters rows() throws SQLException {
        Object[][] rows = new Object[columns.getFirst().length][columns.size()];
        for (int column = 0; column < columns.size(); column++) {
            for (int row = 0; row < rows.length; row++) {
                rows[row][column] = columns.get(column)[row];
            }
        }
        columns.clear();
        return text(JSON.writeValueAsString(rows));
    }

    @Override
    String time(Instant value) {
        return TIME.format(value);
    }

    @Override
    void column(String type, Object[] values) {
        columns.add(values);
    }
}
