package gavel.harness.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;

/** A directory as a command that is killed would leave it, while the same one in a test stops everything and removes it. */
public record Snapshot(Path directory) {
    private Path kept() {
        return directory.resolveSibling(directory.getFileName() + "-kept");
    }

    public void take() {
        copy(directory, kept());
    }

    public void restore() {
        copy(kept(), directory);
    }

    /** Makes what is missing above it. */
    public static void copy(Path from, Path to) {
        try (Stream<Path> tree = Files.walk(from)) {
            List<Path> paths = tree.toList();
            for (Path path : paths) {
                Path target = to.resolve(from.relativize(path).toString());
                if (Files.isDirectory(path)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(path, target, StandardCopyOption.COPY_ATTRIBUTES, StandardCopyOption.REPLACE_EXISTING);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
