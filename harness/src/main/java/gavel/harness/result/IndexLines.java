package gavel.harness.result;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads the end of {@code index.csv}: the newest results, without opening them. */
public final class IndexLines {
    private static final int MOST_BYTES = 256 << 10;

    private IndexLines() {}

    /**
     * @param results directory of all results
     * @return the fields of each line by the names of the header, by the name of the result; empty when there is no index
     */
    public static Map<String, Map<String, String>> byId(Path results) throws IOException {
        Path file = results.resolve(IndexCsv.FILE);
        Map<String, Map<String, String>> lines = new LinkedHashMap<>();
        if (!Files.isRegularFile(file)) {
            return lines;
        }
        List<String> columns = fields(IndexCsv.HEADER.strip());
        for (String line : end(file).split("\n")) {
            List<String> fields = fields(line);
            if (fields.size() == columns.size() && !fields.equals(columns)) {
                Map<String, String> named = new LinkedHashMap<>();
                for (int i = 0; i < fields.size(); i++) {
                    named.put(columns.get(i), fields.get(i));
                }
                lines.put(fields.getFirst(), named);
            }
        }
        return lines;
    }

    /** A line that is cut in two has not all of its fields, or an id that no result has. */
    private static String end(Path file) throws IOException {
        try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "r")) {
            long from = Math.max(0, open.length() - MOST_BYTES);
            byte[] bytes = new byte[Math.toIntExact(open.length() - from)];
            open.seek(from);
            open.readFully(bytes);
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }

    /** Fields of one line (RFC 4180); none of the index holds a line break. */
    static List<String> fields(String line) {
        List<String> fields = new ArrayList<>();
        StringBuilder field = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (quoted && c == '"' && i + 1 < line.length() && line.charAt(i + 1) == '"') {
                field.append('"');
                i++;
            } else if (c == '"') {
                quoted = !quoted;
            } else if (c == ',' && !quoted) {
                fields.add(field.toString());
                field.setLength(0);
            } else {
                field.append(c);
            }
        }
        fields.add(field.toString());
        return fields;
    }
}
