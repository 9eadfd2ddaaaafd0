package gavel.harness.images;

import gavel.harness.failure.EnvironmentException;
import gavel.harness.file.ForeignText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Docker's own command and the programs that images are made with, so that the user's contexts, credentials and engines are used as they are.
 *
 * @param log everything they say
 * @param engine program that is started for {@code docker}
 */
record Docker(Path log, String engine) {
    static final String PROGRAM = "docker";
    private static final int TOLD_LINES = 20;
    private static final Duration LONGEST = Duration.ofMinutes(10);

    /** Whether the engine has an image of that name. */
    boolean has(String image) throws IOException, InterruptedException {
        return exit(List.of("docker", "image", "inspect", image), Map.of()) == 0;
    }

    void reached() throws IOException, InterruptedException {
        if (exit(List.of("docker", "version"), Map.of()) != 0) {
            boolean denied =
                    ForeignText.tail(log, TOLD_LINES).stream().anyMatch(line -> line.contains("permission denied"));
            throw failed(
                    denied
                            ? "user " + System.getProperty("user.name")
                                    + " may not use the Docker engine: add it to the group docker, and log in again"
                            : "there is no Docker engine: start one, or name it in DOCKER_HOST",
                    List.of("docker", "version"));
        }
    }

    void run(String... command) throws IOException, InterruptedException {
        run(List.of(command));
    }

    void run(List<String> command) throws IOException, InterruptedException {
        run(command, Map.of());
    }

    /** @throws EnvironmentException with the last lines when it fails */
    void run(List<String> command, Map<String, String> environment) throws IOException, InterruptedException {
        if (exit(command, environment) != 0) {
            throw failed("failed", command);
        }
    }

    private EnvironmentException failed(String what, List<String> command) {
        return new EnvironmentException(
                what + ": " + String.join(" ", command.subList(0, Math.min(3, command.size()))) + " (log: " + log + ")",
                ForeignText.tail(log, TOLD_LINES),
                null);
    }

    private int exit(List<String> command, Map<String, String> environment) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(command);
        if (words.getFirst().equals(PROGRAM)) {
            words.set(0, engine);
        }
        ProcessBuilder builder = new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        // The builder that every engine has; it needs no plug-in.
        builder.environment().put("DOCKER_BUILDKIT", "0");
        builder.environment().putAll(environment);
        Process process;
        try {
            process = builder.start();
        } catch (IOException e) {
            throw new EnvironmentException(
                    command.getFirst() + " is needed and cannot be started: " + e.getMessage() + "; install it", e);
        }
        try {
            process.getOutputStream().close();
            if (!process.waitFor(LONGEST.toSeconds(), TimeUnit.SECONDS)) {
                throw failed("took more than " + LONGEST.toMinutes() + " minutes", command);
            }
            return process.exitValue();
        } finally {
            process.descendants().forEach(ProcessHandle::destroy);
            process.destroy();
        }
    }

    /** What a command says; empty where it fails. */
    static String said(String... command) throws IOException, InterruptedException {
        try {
            Process process = new ProcessBuilder(Arrays.asList(command))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return process.waitFor() == 0 ? text : "";
        } catch (IOException notThere) {
            return "";
        }
    }
}
