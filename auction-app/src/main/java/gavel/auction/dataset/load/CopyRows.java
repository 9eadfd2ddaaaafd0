package gavel.auction.dataset.load;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

/** Streams rows through the text format of PostgreSQL's COPY. */
final class CopyRows implements TableRows {
    private static final int BUFFER = 64 * 1024;

    private final CopyIn copy;
    private final StringBuilder buffer = new StringBuilder(BUFFER + 8 * 1024);
    private boolean first = true;
    private long rows;

    CopyRows(Connection connection, String table, String columns) throws SQLException {
        this.copy = connection
                .unwrap(PGConnection.class)
                .getCopyAPI()
                .copyIn("copy " + table + " (" + columns + ") from stdin");
    }

    @Override
    public CopyRows add(long value) {
        separate().append(value);
        return this;
    }

    @Override
    public CopyRows add(Boolean value) {
        separate().append(value ? 't' : 'f');
        return this;
    }

    @Override
    public CopyRows add(BigDecimal value) {
        return plain(value == null ? null : value.toPlainString());
    }

    @Override
    public CopyRows add(Instant value) {
        return plain(value == null ? null : value.toString());
    }

    @Override
    public CopyRows add(Integer value) {
        return plain(value == null ? null : value.toString());
    }

    /** Backslashes and control characters are escaped. */
    @Override
    public CopyRows add(String value) {
        if (value == null) {
            return plain(null);
        }
        separate();
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            switch (c) {
                case '\\' -> buffer.append("\\\\");
                case '\n' -> buffer.append("\\n");
                case '\r' -> buffer.append("\\r");
                case '\t' -> buffer.append("\\t");
                default -> buffer.append(c);
            }
        }
        return this;
    }

    @Override
    public void endRow() throws SQLException {
        buffer.append('\n');
        first = true;
        rows++;
        if (buffer.length() >= BUFFER) {
            flush();
        }
    }

    @Override
    public long finish() throws SQLException {
        flush();
        copy.endCopy();
        return rows;
    }

    @Override
    public void close() throws SQLException {
        if (copy.isActive()) {
            copy.cancelCopy();
        }
    }

    private CopyRows plain(String text) {
        separate().append(text == null ? "\\N" : text);
        return this;
    }

    private StringBuilder separate() {
        if (!first) {
            buffer.append('\t');
        }
        first = false;
        return buffer;
    }

    private void flush() throws SQLException {
        byte[] bytes = buffer.toString().getBytes(StandardCharsets.UTF_8);
        copy.writeToCopy(bytes, 0, bytes.length);
        buffer.setLength(0);
    }
}
