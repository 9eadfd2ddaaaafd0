package gavel.harness.file;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Text that other programs write, in whatever encoding, or cut within a letter: a letter that is lost is better than all of it. */
public final class ForeignText {
    private ForeignText() {}

    public static String read(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    }

    public static List<String> lines(Path file) throws IOException {
        return read(file).lines().toList();
    }

    /** The last lines, at most {@code most}; none where there is no file, and what is wrong where it cannot be read. */
    public static List<String> tail(Path log, int most) {
        try {
            List<String> all = Files.isRegularFile(log) ? lines(log) : List.of();
            return all.subList(Math.max(0, all.size() - most), all.size());
        } catch (IOException e) {
            return List.of("(log cannot be read: " + e.getMessage() + ")");
        }
    }
}
