package gavel.harness.command.options;

import gavel.harness.result.JsonFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A file that an option names for what a command says. */
public final class NamedFile {
    private NamedFile() {}

    /**
     * What is wrong with it; directories are never made, as a misspelt one would never be found.
     *
     * @param what it is for, such as {@code the outcome}
     */
    static List<String> problems(Path file, String what, String option) {
        if (file == null) {
            return List.of();
        }
        if (Files.isDirectory(file)) {
            return List.of(what + " needs a file, and this is a directory: " + file + " (" + option + ")");
        }
        Path directory = file.toAbsolutePath().getParent();
        return Files.isDirectory(directory)
                ? List.of()
                : List.of("the directory of " + what + " does not exist: " + directory + " (" + option + ")");
    }

    /** A device or a pipe, also one that leads to a file as /dev/stdout may, stays what it is. A file in /dev/shm is one. */
    public static boolean replaceable(Path file) {
        Path absolute = file.toAbsolutePath().normalize();
        boolean leads = Files.isSymbolicLink(file) && (absolute.startsWith("/dev") || absolute.startsWith("/proc"));
        return !leads && (Files.isRegularFile(file) || !Files.exists(file));
    }

    /** Completely or not at all, where there is a file; a link stays one. */
    static void write(Path file, String text) throws IOException {
        if (replaceable(file)) {
            JsonFile.replace(Files.isSymbolicLink(file) && Files.exists(file) ? file.toRealPath() : file, text);
        } else {
            Files.writeString(file, text);
        }
    }
}
