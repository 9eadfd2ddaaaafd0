package gavel.harness.platform.power;

import gavel.harness.config.machine.MachineSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Runs hooks in a shell, each with a log of its own: {@code power-NAME.log}. A hook finds the name of its machine in {@code GAVEL_HOST} and its
 * address in {@code GAVEL_ADDRESS}.
 *
 * @param logs directory of this machine
 */
public record ShellHooks(Path logs) implements Hooks {
    /** Of a log that is searched for its last line. */
    private static final int MOST_BYTES = 1 << 20;

    @Override
    public Outcome run(MachineSettings machine, String name, String command, Duration limit)
            throws InterruptedException {
        try {
            Path log = Files.createDirectories(logs).resolve("power-" + machine.name() + ".log");
            long before = Files.exists(log) ? Files.size(log) : 0;
            ProcessBuilder builder = new ProcessBuilder("sh", "-c", command)
                    .redirectErrorStream(true)
                    .redirectInput(Path.of("/dev/null").toFile())
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
            builder.environment().put("GAVEL_HOST", machine.name());
            builder.environment().put("GAVEL_ADDRESS", machine.address());
            Process hook = builder.start();
            boolean ended = false;
            try {
                ended = hook.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
            } finally {
                if (!ended) {
                    List<ProcessHandle> below = hook.descendants().toList();
                    hook.destroyForcibly();
                    below.forEach(ProcessHandle::destroyForcibly);
                }
            }
            return new Outcome(ended ? hook.exitValue() : null, limit, last(log, before));
        } catch (IOException e) {
            return new Outcome(1, limit, name + " cannot be run: " + e.getMessage());
        }
    }

    private static String last(Path log, long before) throws IOException {
        long size = Files.size(log);
        try (var stream = Files.newInputStream(log)) {
            stream.skipNBytes(Math.max(before, size - MOST_BYTES));
            return new String(stream.readNBytes(MOST_BYTES), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank())
                    .reduce("", (_, later) -> later.strip());
        }
    }
}
