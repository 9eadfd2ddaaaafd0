package gavel.harness.platform.compose;

import gavel.harness.failure.EnvironmentException;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A tool that is run to its end while its lines are read.
 *
 * @param command that ends with it
 * @param log each line is written to
 */
record AttachedTool(String name, List<String> command, Path log) {
    private static final int LINES_OF_A_FAILURE = 20;

    /**
     * @return its exit code
     * @throws EnvironmentException where it takes too long
     */
    int run(Consumer<String> lines, Duration longest) throws IOException, InterruptedException {
        List<String> own = new ArrayList<>(List.of("setsid"));
        own.addAll(command);
        // In a session of its own: Ctrl-C in the terminal is for the harness.
        Process process = new ProcessBuilder(own).redirectErrorStream(true).start();
        try {
            process.getOutputStream().close();
            Thread copier = Thread.ofVirtual().start(() -> copy(process, lines));
            if (!process.waitFor(longest.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new EnvironmentException(
                        name + " did not end within " + longest.toSeconds() + " s", last(), null);
            }
            copier.join(Duration.ofSeconds(5));
            return process.exitValue();
        } finally {
            process.destroy();
        }
    }

    private void copy(Process process, Consumer<String> lines) {
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

    private List<String> last() throws IOException {
        List<String> all = Files.exists(log) ? Files.readAllLines(log) : List.of();
        return all.subList(Math.max(0, all.size() - LINES_OF_A_FAILURE), all.size());
    }
}
