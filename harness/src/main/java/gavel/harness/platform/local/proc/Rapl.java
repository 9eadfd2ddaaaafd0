package gavel.harness.platform.local.proc;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * Reads the energy counters of the processors (Running Average Power Limit) as the kernel shows them below {@code /sys/class/powercap}: of each
 * package and of its memory. The zones within a package are part of it and not read. Counters begin anew at a value that each has; most kernels
 * show them to root alone. What is not there, as on most virtual machines, is no error.
 */
public final class Rapl {
    private final Path root;

    public Rapl() {
        this(Path.of("/sys/class/powercap"));
    }

    /** For another root than the machine's own. */
    public Rapl(Path root) {
        this.root = root;
    }

    /** @param value in microjoules, below {@code range} */
    private record Counter(long value, long range) {}

    /** All counters at one moment, by the names of their zones; empty where there are none. */
    public record Reading(Map<String, Counter> counters) {
        public static final Reading NONE = new Reading(Map.of());

        public Reading {
            counters = Collections.unmodifiableMap(new TreeMap<>(counters));
        }

        /** Since another reading, which is less than one round of a counter ago: some minutes. */
        public double joulesSince(Reading before) {
            double microjoules = 0;
            for (Map.Entry<String, Counter> counter : counters.entrySet()) {
                Counter earlier = before.counters.get(counter.getKey());
                if (earlier != null) {
                    long since = counter.getValue().value() - earlier.value();
                    microjoules +=
                            since >= 0 ? since : since + counter.getValue().range();
                }
            }
            return microjoules / 1e6;
        }

        /** What was read, for people; empty where nothing was. */
        public String zones() {
            return String.join(", ", counters.keySet());
        }
    }

    public Reading read() {
        Map<String, Counter> counters = new TreeMap<>();
        if (!Files.isDirectory(root)) {
            return Reading.NONE;
        }
        try (DirectoryStream<Path> zones = Files.newDirectoryStream(root, "intel-rapl:*")) {
            for (Path zone : zones) {
                add(counters, zone);
            }
        } catch (IOException unreadable) {
            return Reading.NONE;
        }
        return new Reading(counters);
    }

    private static void add(Map<String, Counter> counters, Path zone) {
        try {
            String name = text(zone.resolve("name"));
            boolean memory = name.equals("dram");
            if (name.startsWith("package") || memory) {
                String of = memory
                        ? "dram of package-" + zone.getFileName().toString().split(":")[1]
                        : name;
                counters.put(
                        of,
                        new Counter(
                                Long.parseLong(text(zone.resolve("energy_uj"))),
                                Long.parseLong(text(zone.resolve("max_energy_range_uj")))));
            }
        } catch (IOException | NumberFormatException unreadable) {
            // As if it were not there: most kernels show counters to root alone.
        }
    }

    private static String text(Path file) throws IOException {
        return Files.readString(file).strip();
    }
}
