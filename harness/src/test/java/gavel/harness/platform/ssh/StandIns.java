package gavel.harness.platform.ssh;

import gavel.harness.platform.ssh.connection.SshProgram;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/**
 * Machines for tests, made on this one by {@code bench/stand-ins.sh}: {@code si1}, {@code si2}, … with an sshd each. Says loudly when they cannot
 * be made, for then something is not tested.
 */
public final class StandIns implements AutoCloseable {
    private static final Path SCRIPT =
            Path.of("../bench/stand-ins.sh").toAbsolutePath().normalize();
    private static final Path DIRECTORY = Path.of("/var/tmp/gavel-stand-ins");
    private static final int NETWORK_PART = 10;

    /** Locked while they stand. */
    private final FileChannel lock;

    private StandIns(FileChannel lock) {
        this.lock = lock;
    }

    /** So many of them; waits while another JVM of the tests has some. */
    public static StandIns up(int count) throws IOException, InterruptedException {
        require(System.getProperty("user.name").equals("root"), "only root can make stand-ins for other machines");
        require(
                Files.exists(DIRECTORY.resolve("base/complete")),
                "there is no disk for stand-ins; `bench/stand-ins.sh base` makes it");
        FileChannel lock =
                FileChannel.open(DIRECTORY.resolve("tests.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            lock.lock();
            require(
                    !Files.exists(Path.of("/sys/class/net/gavel-si")),
                    "somebody else uses stand-ins; `bench/stand-ins.sh down`");
            StandIns made = new StandIns(lock);
            made.script("up", Integer.toString(count));
            return made;
        } catch (IOException | InterruptedException | RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    private static void require(boolean met, String otherwise) {
        if (!met) {
            System.err.println("NOT TESTED: " + otherwise);
        }
        Assumptions.assumeTrue(met, otherwise);
    }

    public String address(int number) {
        return "10.251.7." + (NETWORK_PART + number);
    }

    /** The file by which a user of them has set up his ssh. */
    public Path configuration() {
        return DIRECTORY.resolve("ssh_config");
    }

    /** As a user of them has set up his ssh; more options before it win. */
    public SshProgram ssh(String... options) {
        List<String> command = new ArrayList<>(List.of("ssh"));
        command.addAll(List.of(options));
        command.addAll(List.of("-F", configuration().toString()));
        return new SshProgram(command);
    }

    /** As somebody has it whom they do not know: host keys are right, and nothing else. */
    public SshProgram sshWithout(String... options) {
        List<String> command = new ArrayList<>(
                List.of("ssh", "-F", "/dev/null", "-o", "UserKnownHostsFile=" + DIRECTORY.resolve("known_hosts")));
        command.addAll(List.of(options));
        return new SshProgram(command);
    }

    /** The disk of one of them, as this machine sees it. */
    public Path disk(int number) {
        return DIRECTORY.resolve("si" + number).resolve("root");
    }

    public void off(int number) throws IOException, InterruptedException {
        script("off", "si" + number);
    }

    public void on(int number) throws IOException, InterruptedException {
        script("on", "si" + number);
    }

    public void cut(int number) throws IOException, InterruptedException {
        script("cut", "si" + number);
    }

    public void mend(int number) throws IOException, InterruptedException {
        script("mend", "si" + number);
    }

    private void script(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(SCRIPT.toString()));
        command.addAll(List.of(arguments));
        Path log = Files.createTempFile("stand-ins", ".log");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
                throw new IOException(String.join(" ", command) + " failed: " + Files.readString(log));
            }
        } finally {
            process.destroyForcibly();
            Files.deleteIfExists(log);
        }
    }

    @Override
    public void close() throws IOException, InterruptedException {
        try {
            script("down");
        } finally {
            lock.close();
        }
    }
}
