package gavel.harness.platform.ssh.host;

import static java.util.Locale.ROOT;

import gavel.harness.config.machine.MachineSettings;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.platform.Machine.ClockOffset;
import gavel.harness.platform.ssh.connection.ControlDirectory;
import gavel.harness.platform.ssh.connection.Plain;
import gavel.harness.platform.ssh.connection.SshConnection;
import gavel.harness.platform.ssh.connection.SshProgram;
import gavel.harness.platform.ssh.connection.SshTarget;
import gavel.harness.platform.ssh.connection.Tail;
import gavel.harness.platform.ssh.far.FarEnd;
import gavel.harness.platform.ssh.far.FarHost;
import gavel.harness.platform.ssh.protocol.Caller;
import gavel.harness.platform.ssh.protocol.Frames;
import gavel.harness.platform.ssh.push.Build;
import gavel.harness.platform.ssh.push.Push;
import gavel.harness.platform.ssh.push.RuntimeImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** A machine that is reached by ssh. */
public final class SshHost implements FarMachine {
    private static final String FLAGS = "-Xmx256m " + FarEnd.FLAGS;
    private static final int TAIL = 8_192;

    private final String name;
    private final SshConnection connection;
    private final Push.Pushed pushed;
    private final Process process;
    private final Tail errors;
    private final FarHost far;
    private final ClockOffset clock;
    private final Map<String, Integer> forwarded = new HashMap<>();
    private final Beat beat;

    /**
     * What hosts of one command share.
     *
     * @param directory on each of them
     */
    public record Means(
            SshProgram program,
            ControlDirectory sockets,
            String directory,
            Build build,
            RuntimeImage runtime,
            InstantSource clock) {}

    private SshHost(MachineSettings settings, SshConnection connection, Means means, Consumer<String> lines)
            throws InterruptedException {
        this.name = settings.name();
        this.connection = connection;
        if (connection.attempts() > 1) {
            lines.accept("host " + settings.name() + ": login " + connection.attempts()
                    + " was taken, those before were turned away (MaxStartups of sshd)");
        }
        long begun = System.nanoTime();
        this.pushed = new Push(connection, means.directory(), means.build(), means.runtime()).run();
        if (pushed.bytes() > 0) {
            lines.accept(String.format(
                    ROOT, "host %s: %s in %.1f s", settings.name(), pushed.words(), (System.nanoTime() - begun) / 1e9));
        }
        this.process = connection.start(starting(means.directory(), means.build()));
        this.errors = new Tail(process.getErrorStream(), TAIL);
        this.far = Caller.of(
                FarHost.class,
                settings.name(),
                means.build().id(),
                new Frames(process.getInputStream(), process.getOutputStream()));
        this.clock = firstAnswer(means.clock());
        this.beat = Beat.start(settings.name(), far, process);
    }

    /**
     * Connects, brings what is missing, and starts the far end.
     *
     * @param lines takes what was done, for the reader
     * @throws EnvironmentException with host, cause and what to do
     */
    public static SshHost open(MachineSettings settings, Means means, Consumer<String> lines)
            throws InterruptedException {
        SshConnection connection = SshConnection.open(target(settings), means.program(), means.sockets());
        try {
            return new SshHost(settings, connection, means, lines);
        } catch (EnvironmentException | InterruptedException e) {
            connection.close();
            throw e;
        }
    }

    /** What the login's environment tells every JVM is for neither the far end nor the servers that it starts. */
    static String starting(String directory, Build build) {
        return ("cd %1$s && umask 077 && unset JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS _JAVA_OPTIONS"
                        + " && LANGUAGE= LC_ALL=C.UTF-8 exec %2$s/java/bin/java %3$s -cp %2$s/harness/target/harness.jar %4$s %1$s %5$s")
                .formatted(directory, build.below(directory), FLAGS, FarEnd.class.getName(), build.id());
    }

    public static SshTarget target(MachineSettings settings) {
        return new SshTarget(
                settings.name(),
                settings.destination(),
                settings.user(),
                settings.port() == null ? 0 : settings.port(),
                settings.identity());
    }

    private ClockOffset firstAnswer(InstantSource here) throws InterruptedException {
        try {
            far.clock();
        } catch (EnvironmentException e) {
            List<String> said = new ArrayList<>(errors.lines());
            process.destroy();
            throw said.isEmpty() ? e : connection.failure("start the far end", said);
        }
        return ClockTrips.measure(here, far::clock);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean alive() {
        return connection.alive() && process.isAlive();
    }

    @Override
    public FarHost far() {
        return far;
    }

    @Override
    public Push.Pushed pushed() {
        return pushed;
    }

    @Override
    public ClockOffset clock() {
        return clock;
    }

    @Override
    public synchronized int forward(String address, int port) throws InterruptedException {
        String there = address + ":" + port;
        Integer known = forwarded.get(there);
        if (known == null) {
            known = connection.forward(address, port);
            forwarded.put(there, known);
        }
        return known;
    }

    @Override
    public void send(Path file, String to) throws IOException, InterruptedException {
        long bytes = Files.size(file);
        String path = Plain.path(to);
        connection.good(
                "copy " + file.getFileName(),
                "umask 077; cat > %1$s.part && [ $(wc -c < %1$s.part) -eq %2$s ] && mv %1$s.part %1$s || { rm -f %1$s.part; exit 1; }"
                        .formatted(path, bytes),
                stream -> Files.copy(file, stream),
                Duration.ofSeconds(60 + bytes / 100_000));
    }

    @Override
    public void fetch(String from, Path to, long most) throws IOException, InterruptedException {
        connection.fetch(
                "head -c %s %s".formatted(most, Plain.path(from)), to, most, Duration.ofSeconds(60 + most / 100_000));
    }

    @Override
    public void close() {
        beat.close();
        connection.close();
    }
}
