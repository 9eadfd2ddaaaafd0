package gavel.driver.command;

import gavel.driver.WorkloadDriver;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The driver's {@code run} as a process of its own, whose standard output is kept. Safe for several threads. */
final class DriverProcess implements AutoCloseable {
    static final int USERS = 50;
    private static final int MINUTES = 3;

    private final Process process;
    private final Thread reading;
    private final StringBuilder said = new StringBuilder();

    private DriverProcess(Process process) {
        this.process = process;
        this.reading = Thread.ofVirtual().start(this::read);
    }

    /**
     * @param wrapper a command that runs the command that follows it, or nothing
     * @param options beside the usual ones
     */
    static DriverProcess start(List<String> wrapper, URI target, String... options) throws IOException {
        List<String> command = new ArrayList<>(wrapper);
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                WorkloadDriver.class.getName()));
        command.addAll(List.of("run", "--target", target.toString(), "--accounts", "1000", "--ramp", "2s"));
        command.addAll(List.of("--warm-up", "3s", "--duration", "15s", "--ramp-down", "1s"));
        command.addAll(List.of(options));
        return new DriverProcess(
                new ProcessBuilder(command).redirectErrorStream(true).start());
    }

    long pid() {
        return process.pid();
    }

    /** Waits until the progress shows a phase, or the process has ended. */
    void await(String phase) throws InterruptedException {
        synchronized (said) {
            while (said.indexOf(" " + phase + " ") < 0 && reading.isAlive()) {
                said.wait(100);
            }
        }
    }

    /** Waits for the end of the process; its exit code. */
    int exitCode() throws InterruptedException {
        if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
            throw new IllegalStateException("the driver did not end: " + said());
        }
        reading.join();
        return process.exitValue();
    }

    String said() {
        synchronized (said) {
            return said.toString();
        }
    }

    /** Stops and continues it as a terminal's Ctrl-Z and {@code fg} do. */
    void signal(String name) {
        try {
            new ProcessBuilder("kill", "-" + name, Long.toString(pid())).start().waitFor();
        } catch (IOException failed) {
            throw new IllegalStateException("no command kill", failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void read() {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                synchronized (said) {
                    said.append(line).append('\n');
                    said.notifyAll();
                }
            }
        } catch (IOException gone) {
            synchronized (said) {
                said.append(gone).append('\n');
            }
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
