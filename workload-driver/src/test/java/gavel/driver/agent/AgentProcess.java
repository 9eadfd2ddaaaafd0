package gavel.driver.agent;

import gavel.driver.WorkloadDriver;
import gavel.driver.api.AgentClient;
import gavel.driver.api.key.AgentKey;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/** The agent as a process of its own; it ends with its standard input. */
public record AgentProcess(Process process, BufferedReader said) implements AutoCloseable {
    private static final String KEY = "0123456789abcdef0123456789abcdef";
    private static final String READY = "agent ready on ";

    public static AgentProcess start(Path directory) throws IOException {
        Path key = ownersAlone(directory.resolve("key"), KEY);
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        WorkloadDriver.class.getName(),
                        "agent",
                        "--port",
                        "0",
                        "--key-file",
                        key.toString()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        return new AgentProcess(
                process, new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)));
    }

    /** A file that holds a secret, as agents want it. */
    public static Path ownersAlone(Path file, String secret) throws IOException {
        Files.writeString(file, secret + "\n");
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    /** Waits until it is ready. */
    public AgentClient client() throws IOException {
        String ready = said.readLine();
        if (ready == null || !ready.startsWith(READY)) {
            throw new IOException("the agent is not ready, it said: " + ready);
        }
        return new AgentClient(URI.create(ready.substring(READY.length())), AgentKey.of(KEY));
    }

    void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .start()
                .waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
