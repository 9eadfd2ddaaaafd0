package gavel.harness.evidence;

import gavel.driver.api.LoadReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;

/** Holds the histograms that the drivers wrote beside the result against those within it. */
final class HistogramLogCheck {
    private static final String ALL = "driver.hlog";
    private static final long MOST_BYTES = 256 << 20;

    private final Path directory;
    private final LoadReport load;
    private final Findings findings;

    HistogramLogCheck(Path directory, LoadReport load, Findings findings) {
        this.directory = directory;
        this.load = load;
        this.findings = findings;
    }

    /** @param told within the result, by their tags */
    void check(Map<String, Histogram> told) {
        read(ALL).ifPresent(raw -> {
            told.forEach((tag, histogram) -> findings.that(
                    histogram.equals(raw.get(tag)),
                    ALL,
                    "its distribution " + tag + " is another one than the result's"));
            raw.keySet().stream()
                    .filter(tag -> !told.containsKey(tag))
                    .forEach(tag -> findings.contradiction(ALL, "the result has no distribution " + tag));
        });
        if (load.drivers().size() > 1) {
            each(told);
        }
    }

    /** Those of all drivers add up to the whole. */
    private void each(Map<String, Histogram> told) {
        Map<String, Histogram> sums = new HashMap<>();
        for (LoadReport.DriverShare driver : load.drivers()) {
            var raw = read(driver.name() + ".hlog");
            if (raw.isEmpty()) {
                return;
            }
            raw.get()
                    .forEach((tag, histogram) -> sums.merge(tag, histogram.copy(), (sum, more) -> {
                        sum.add(more);
                        return sum;
                    }));
        }
        told.forEach((tag, histogram) -> findings.that(
                histogram.equals(sums.get(tag)), ALL, "the drivers' own distributions do not add up to " + tag));
    }

    private Optional<Map<String, Histogram>> read(String name) {
        Path file = directory.resolve(name);
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            findings.missing(name, "the raw distributions are not there");
            return Optional.empty();
        }
        try {
            if (Files.size(file) > MOST_BYTES) {
                throw new IOException("it is larger than any driver writes");
            }
            Map<String, Histogram> byTag = new HashMap<>();
            try (HistogramLogReader reader = new HistogramLogReader(file.toFile())) {
                while (reader.nextIntervalHistogram() instanceof Histogram histogram) {
                    if (byTag.put(String.valueOf(histogram.getTag()), histogram) != null) {
                        throw new IOException("it has two distributions " + histogram.getTag());
                    }
                }
            }
            return Optional.of(byTag);
        } catch (IOException | RuntimeException damaged) {
            findings.contradiction(name, "it cannot be read: " + damaged.getMessage());
            return Optional.empty();
        }
    }
}
