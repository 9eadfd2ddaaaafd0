package gavel.harness.platform;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;

/** Logs of processes on this machine. */
public final class LogFiles {
    private LogFiles() {}

    /** Appends what the process prints to its log, until it ends, and tells each line. */
    public static void copy(Process process, Path log, Consumer<String> lines) {
        try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8);
                BufferedWriter writer =
                        Files.newBufferedWriter(log, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                writer.write(line);
                writer.newLine();
                writer.flush();
                lines.accept(line);
            }
        } catch (IOException e) {
            lines.accept("(output ended: " + e.getMessage() + ")");
        }
    }
}
