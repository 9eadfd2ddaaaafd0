package gavel.harness.result;

import java.util.Arrays;
import java.util.stream.Collectors;

/** Lines of comma-separated values (RFC 4180), ended by a line feed. */
public final class Csv {
    private Csv() {}

    public static String line(Object... values) {
        return Arrays.stream(values).map(Csv::field).collect(Collectors.joining(",", "", "\n"));
    }

    private static String field(Object value) {
        String text = value == null ? "" : value.toString();
        boolean plain = text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
        return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
    }
}
