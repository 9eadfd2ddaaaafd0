package gavel.harness.platform.local.host;

import gavel.harness.failure.EnvironmentException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** A command that changes this machine, such as an installation. It ends, with everything it started, within its time. */
record Administration(List<String> command, Duration longest) {
    private static final Duration LAST_WORDS = Duration.ofSeconds(5);

    /** @return its exit code */
    int run(Consumer<String> lines) throws InterruptedException {
        Process process;
        try {
            process = new ProcessBuilder(command).redirectErrorStream(true).start();
            process.getOutputStream().close();
        } catch (IOException e) {
            throw new EnvironmentException(command.getFirst() + " cannot be started: " + e.getMessage(), e);
        }
        Thread reader = Thread.ofVirtual().start(() -> read(process, lines));
        try {
            if (!process.waitFor(longest.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new EnvironmentException(
                        command.getFirst() + " did not end within " + longest.toSeconds() + " s, and was stopped");
            }
            // One of its children may hold the output for good.
            reader.join(LAST_WORDS);
            return process.exitValue();
        } finally {
            end(process);
        }
    }

    /**
     * Asked at first: an installation takes away what it has put in place for its time. It is asked before its children, as it could take the end
     * of one of them for the end of its work.
     */
    private static void end(Process process) {
        List<ProcessHandle> all = Stream.concat(Stream.of(process.toHandle()), process.descendants())
                .toList();
        all.forEach(ProcessHandle::destroy);
        CompletableFuture.allOf(all.stream().map(ProcessHandle::onExit).toArray(CompletableFuture[]::new))
                .completeOnTimeout(null, LAST_WORDS.toSeconds(), TimeUnit.SECONDS)
                .join();
        all.forEach(ProcessHandle::destroyForcibly);
    }

    private static void read(Process process, Consumer<String> lines) {
        try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                lines.accept(line);
            }
        } catch (IOException e) {
            lines.accept("(output ended: " + e.getMessage() + ")");
        }
    }
}
