package gavel.harness.platform.container;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Runs short commands of this machine to their end, an interrupt or not: a clean-up that is interrupted leaves something behind. */
@FunctionalInterface
public interface Shell {
    /** What one that is not there ends with. */
    int MISSING = 127;

    int TOO_LATE = 124;

    /**
     * @param out what it printed
     * @param errors what it printed as such, by lines
     */
    record Said(int code, String out, List<String> errors) {
        public Said {
            errors = List.copyOf(errors);
        }

        public boolean ok() {
            return code == 0;
        }

        /** The reason in one line. */
        public String reason() {
            return code == TOO_LATE
                    ? "no answer in time"
                    : errors.stream()
                            .filter(line -> !line.isBlank())
                            .reduce((_, last) -> last)
                            .map(String::strip)
                            .orElse("exit code " + code);
        }
    }

    Said say(Duration longest, List<String> command);

    /** In a process group of its own, as Ctrl-C in the terminal is for the harness; ended after the longest time. */
    static Said ofThisMachine(Duration longest, List<String> command) {
        List<String> bounded = new ArrayList<>(List.of("timeout", "-k", "5", Long.toString(longest.toSeconds())));
        bounded.addAll(command);
        try {
            Process process = new ProcessBuilder(bounded).start();
            process.getOutputStream().close();
            CompletableFuture<String> errors = new CompletableFuture<>();
            Thread.ofVirtual().start(() -> errors.complete(text(process.getErrorStream())));
            String out = text(process.getInputStream());
            int code = process.onExit().join().exitValue();
            return new Said(code, out, errors.join().lines().toList());
        } catch (IOException e) {
            return new Said(MISSING, "", List.of(String.valueOf(e.getMessage())));
        }
    }

    private static String text(InputStream stream) {
        try {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
