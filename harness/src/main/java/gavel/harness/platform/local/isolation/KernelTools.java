package gavel.harness.platform.local.isolation;

import gavel.harness.failure.EnvironmentException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Runs short commands such as {@code ip} to their end. An interrupt does not reach them: none leaves half of its work. */
final class KernelTools {
    private KernelTools() {}

    /** @throws EnvironmentException with what it printed when it fails */
    static String run(List<String> command) {
        Result result = attempt(command);
        if (result.code() != 0) {
            throw new EnvironmentException(
                    "`" + String.join(" ", command) + "` failed with exit code " + result.code(),
                    result.output().lines().toList(),
                    null);
        }
        return result.output();
    }

    record Result(int code, String output) {}

    static Result attempt(List<String> command) {
        // A session of its own: Ctrl-C in the terminal is for the harness.
        List<String> whole = new ArrayList<>(List.of("setsid"));
        whole.addAll(command);
        try {
            Process process =
                    new ProcessBuilder(whole).redirectErrorStream(true).start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Result(process.onExit().join().exitValue(), output);
        } catch (IOException e) {
            return new Result(127, String.valueOf(e.getMessage()));
        }
    }
}
