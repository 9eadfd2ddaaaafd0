package gavel.harness.platform.local.host;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Finds installed programs: distributions put versions of a server side by side in directories that carry the number. */
final class Programs {
    private Programs() {}

    static Optional<Path> find(Path root, List<String> patterns) {
        return patterns.stream()
                .flatMap(pattern -> expand(root, pattern).stream())
                .findFirst();
    }

    /** Executables that fit, highest numbers first. */
    private static List<Path> expand(Path root, String pattern) {
        List<Path> found = List.of(root);
        for (Path part : Path.of(pattern)) {
            List<Path> next = new ArrayList<>();
            found.forEach(directory -> next.addAll(below(directory, part.toString())));
            found = next;
        }
        return found.stream()
                .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                .sorted(Comparator.comparing(Programs::padded).reversed())
                .toList();
    }

    private static List<Path> below(Path directory, String part) {
        if (!part.contains("*")) {
            return List.of(directory.resolve(part));
        }
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        List<Path> fitting = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory, part)) {
            entries.forEach(fitting::add);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot look for programs in " + directory, e);
        }
        return fitting;
    }

    /** Numbers with leading zeros, so that 9 comes before 15. */
    private static String padded(Path path) {
        StringBuilder text = new StringBuilder();
        for (String part : path.toString().split("(?<=\\D)(?=\\d)|(?<=\\d)(?=\\D)")) {
            text.append(Character.isDigit(part.charAt(0)) ? "0".repeat(Math.max(0, 9 - part.length())) + part : part);
        }
        return text.toString();
    }
}
