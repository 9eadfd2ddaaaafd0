package gavel.auction.audit;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the audit looks at, and what it does not, for every column and every field of a document; the file {@code coverage.txt}.
 *
 * @param where a column, a field, or another place where the application keeps something
 * @param invariants at least one of them breaks when it is damaged; none for what is not looked at
 * @param notLookedAt which part of it is not looked at, and why; empty when all of it is
 */
record Coverage(String where, List<String> invariants, String notLookedAt) {
    private static final String FILE = "coverage.txt";

    /**
     * Something the audit does not look at.
     *
     * @param why which part, and for what reason
     */
    record Omission(String why, List<String> where) {}

    static List<Coverage> all() {
        try (InputStream file = Coverage.class.getResourceAsStream(FILE)) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(Coverage::of)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Coverage of(String line) {
        String[] parts = line.split("\\|", -1);
        return new Coverage(
                parts[0].strip(),
                Arrays.stream(parts[1].split(","))
                        .map(String::strip)
                        .filter(name -> !name.isEmpty())
                        .toList(),
                parts.length > 2 ? parts[2].strip() : "");
    }

    /** By reason. */
    static List<Omission> omissions() {
        Map<String, List<String>> places = new LinkedHashMap<>();
        for (Coverage each : all()) {
            if (!each.notLookedAt.isEmpty()) {
                places.computeIfAbsent(each.notLookedAt, _ -> new ArrayList<>()).add(each.where);
            }
        }
        return places.entrySet().stream()
                .map(entry -> new Omission(entry.getKey(), List.copyOf(entry.getValue())))
                .toList();
    }
}
