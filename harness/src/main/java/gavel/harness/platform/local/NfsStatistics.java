package gavel.harness.platform.local;

import gavel.harness.collect.metrics.Scraper;
import gavel.harness.collect.metrics.ServerStatistics;
import gavel.harness.file.ForeignText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What the kernel's NFS client says of one mount ({@code mountstats}): bytes read from and written to the server. Of each kind of request
 * it says how often it was made and sent again, and how long it took to be answered.
 *
 * @param mountPoint where it is mounted
 */
public record NfsStatistics(Path mountPoint) implements ServerStatistics {
    private static final Path SOURCE = Path.of("/proc/self/mountstats");
    private static final List<String> REQUESTS =
            List.of("READ", "WRITE", "COMMIT", "OPEN", "RENAME", "REMOVE", "LOOKUP", "GETATTR");

    /** Of the mount a directory is on; empty where that is no NFS mount. */
    public static Optional<NfsStatistics> of(Path directory) {
        try {
            return mountOf(ForeignText.lines(SOURCE), directory.toRealPath()).map(NfsStatistics::new);
        } catch (IOException expected) {
            return Optional.empty();
        }
    }

    @Override
    public Reading read(Scraper scraper) throws IOException {
        return reading(ForeignText.lines(SOURCE), mountPoint);
    }

    /** The deepest mount point wins, whatever is mounted there. */
    static Optional<Path> mountOf(List<String> mounts, Path directory) {
        String deepest = mounts.stream()
                .filter(line -> line.startsWith("device ") && directory.startsWith(pointOf(line)))
                .reduce((one, other) ->
                        pointOf(one).getNameCount() > pointOf(other).getNameCount() ? one : other)
                .orElse("");
        return deepest.contains(" with fstype nfs") ? Optional.of(pointOf(deepest)) : Optional.empty();
    }

    private static Path pointOf(String line) {
        String after = line.substring(line.indexOf(" mounted on ") + " mounted on ".length());
        return Path.of(after.substring(0, after.indexOf(" with fstype ")));
    }

    static Reading reading(List<String> mounts, Path mountPoint) throws IOException {
        Map<String, Long> counters = new LinkedHashMap<>();
        String device = null;
        for (String line : mounts) {
            if (line.startsWith("device ")) {
                if (device != null) {
                    break;
                }
                device = pointOf(line).equals(mountPoint) ? line : null;
            } else if (device != null) {
                count(line.strip(), counters);
            }
        }
        if (device == null) {
            throw new IOException(mountPoint + " is not mounted any more");
        }
        return new Reading(device.substring("device ".length(), device.indexOf(" mounted on ")), counters, Map.of());
    }

    private static void count(String line, Map<String, Long> counters) {
        String[] words = line.split("\\s+");
        String name = words[0].replace(":", "");
        if (name.equals("bytes") && words.length > 6) {
            counters.put("readBytes", Long.parseLong(words[5]));
            counters.put("writtenBytes", Long.parseLong(words[6]));
        } else if (REQUESTS.contains(name) && words.length > 8) {
            String request = name.toLowerCase(Locale.ROOT);
            long made = Long.parseLong(words[1]);
            counters.put(request + "Requests", made);
            counters.put(request + "Millis", Long.parseLong(words[8]));
            counters.merge("sentAgain", Math.max(0, Long.parseLong(words[2]) - made), Long::sum);
        }
    }
}
