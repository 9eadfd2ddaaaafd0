package gavel.harness.compare;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The project's own searches of equal configuration, by series; the file names its source. */
final class RecordedSearches {
    private RecordedSearches() {}

    static List<List<Measurement>> series() {
        try (InputStream in = RecordedSearches.class.getResourceAsStream("recorded-searches.csv")) {
            Map<String, List<Measurement>> series = new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .skip(1)
                    .map(line -> line.split(","))
                    .collect(Collectors.groupingBy(
                            fields -> fields[0],
                            LinkedHashMap::new,
                            Collectors.mapping(RecordedSearches::search, Collectors.toList())));
            return List.copyOf(series.values());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static Measurement search(String[] fields) {
        return Measurement.of(
                Double.parseDouble(fields[1]), Double.parseDouble(fields[2]), Double.parseDouble(fields[3]));
    }
}
