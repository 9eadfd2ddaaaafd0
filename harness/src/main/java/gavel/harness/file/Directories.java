package gavel.harness.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Directories with all that is in them. */
public final class Directories {
    private Directories() {}

    /**
     * Deletes one with its content. Links in it go; what they lead to stays.
     *
     * @throws IOException also where a directory in it cannot be read
     */
    public static void delete(Path directory) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(directory)) {
            files = all.sorted(Comparator.reverseOrder()).toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        for (Path file : files) {
            Files.deleteIfExists(file);
        }
    }
}
