package gavel.harness.platform.compose;

import gavel.harness.failure.EnvironmentException;
import gavel.harness.file.ForeignText;
import gavel.harness.platform.LogFiles;
import java.io.IOException;
import java.nio.file.Path;
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
            Thread copier = Thread.ofVirtual().start(() -> LogFiles.copy(process, log, lines));
            if (!process.waitFor(longest.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new EnvironmentException(
                        name + " did not end within " + longest.toSeconds() + " s",
                        ForeignText.tail(log, LINES_OF_A_FAILURE),
                        null);
            }
            copier.join(Duration.ofSeconds(5));
            return process.exitValue();
        } finally {
            process.destroy();
        }
    }
}
