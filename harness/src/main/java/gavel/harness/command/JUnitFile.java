package gavel.harness.command;

import gavel.harness.failure.EnvironmentException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where a pipeline wants to find the outcome. */
final class JUnitFile {
    private JUnitFile() {}

    /** @param file null when nobody wants one */
    static void write(Path file, String xml) {
        if (file == null) {
            return;
        }
        try {
            Path parent = file.toAbsolutePath().getParent();
            Files.createDirectories(parent);
            Files.writeString(file, xml);
        } catch (IOException e) {
            throw new EnvironmentException("the outcome cannot be written to " + file + ": " + e + " (--junit)", e);
        }
    }
}
