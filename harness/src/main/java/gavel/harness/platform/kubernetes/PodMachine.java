package gavel.harness.platform.kubernetes;

import gavel.harness.config.machine.MachineSettings;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.images.Image;
import gavel.harness.images.ImageProgram;
import gavel.harness.platform.Machine.ClockOffset;
import gavel.harness.platform.ssh.connection.Tail;
import gavel.harness.platform.ssh.far.FarEnd;
import gavel.harness.platform.ssh.far.FarHost;
import gavel.harness.platform.ssh.far.FarStreams;
import gavel.harness.platform.ssh.far.Relay;
import gavel.harness.platform.ssh.host.Beat;
import gavel.harness.platform.ssh.host.ClockTrips;
import gavel.harness.platform.ssh.host.FarMachine;
import gavel.harness.platform.ssh.protocol.Caller;
import gavel.harness.platform.ssh.protocol.Frames;
import gavel.harness.platform.ssh.push.Push;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A pod as a far machine: its far end is a process that {@code kubectl exec} has started, and everything travels over that one's standard streams. So
 * nothing listens for Gavel in the cluster.
 */
final class PodMachine implements FarMachine {
    /** Of the heap, 64 MiB are what the memory of the node is timed with. It tells of the node, whatever the limits of the pod are. */
    private static final String FLAGS = "-Xmx160m -XX:-UseContainerSupport " + FarEnd.FLAGS;

    /** By these a tracer of the cluster gets into every program of a pod: it would be measured with ours. */
    private static final String UNSET = "unset JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS _JAVA_OPTIONS LD_PRELOAD";

    private static final int TAIL = 8_192;

    private final String name;
    private final Process process;
    private final FarHost far;
    private final ClockOffset clock;
    private final Map<String, Relay> relays = new HashMap<>();
    private final Beat beat;

    private PodMachine(MachineSettings settings, Process process, FarHost far, ClockOffset clock) {
        this.name = settings.name();
        this.process = process;
        this.far = far;
        this.clock = clock;
        this.beat = Beat.start(settings.name(), far, process);
    }

    /** What is started in the pod; the build is that of the jars which are there. */
    static List<String> command(Kubectl kubectl, String pod, Image image) {
        String jar = PodObjects.AGENT + "/gavel/harness.jar";
        String jars = jar + ImageProgram.place(image).map(place -> " " + place).orElse("");
        String script = "umask 077; " + UNSET + "; LC_ALL=C.UTF-8 exec " + PodObjects.AGENT + "/java/bin/java " + FLAGS
                + " -cp " + jar + " " + FarEnd.class.getName() + " " + PodObjects.KEPT + " $(cat " + jars
                + " | sha256sum | cut -c1-16) container";
        // In a session of its own: Ctrl-C in the terminal is for the harness.
        List<String> words = new ArrayList<>(List.of("setsid"));
        words.addAll(kubectl.command(
                "exec", "--stdin", pod, "--container=" + PodObjects.CONTAINER, "--", "sh", "-c", script));
        return words;
    }

    /**
     * Starts the far end, and returns when it has answered.
     *
     * @param command that starts it
     * @param build of this program
     * @throws EnvironmentException with host, cause and what to do
     */
    static PodMachine open(MachineSettings settings, List<String> command, String build, InstantSource here)
            throws InterruptedException {
        Process process;
        try {
            process = new ProcessBuilder(command).start();
        } catch (IOException e) {
            throw new EnvironmentException("kubectl cannot be started: " + e.getMessage(), e);
        }
        Tail errors = new Tail(process.getErrorStream(), TAIL);
        FarHost far = Caller.of(
                FarHost.class, settings.name(), build, new Frames(process.getInputStream(), process.getOutputStream()));
        try {
            far.clock();
            return new PodMachine(settings, process, far, ClockTrips.measure(here, far::clock));
        } catch (EnvironmentException e) {
            try {
                throw failure(settings.name(), e, errors.lines());
            } finally {
                // Not before: that closes the stream of errors, whether it has been read or not.
                process.destroy();
            }
        }
    }

    private static EnvironmentException failure(String host, EnvironmentException cause, List<String> said) {
        if (cause.getMessage().contains("another build")) {
            return new EnvironmentException(
                    "host " + host + ": its image is of another build than this program: `gavel images` makes them anew"
                            + " (platform kubernetes)",
                    cause);
        }
        return said.isEmpty()
                ? cause
                : new EnvironmentException(
                        "host " + host + ": its far end does not start: " + reason(said), said, cause);
    }

    /** The last line, but for that with which kubectl only repeats the exit code. */
    private static String reason(List<String> said) {
        return said.stream()
                .filter(line -> !line.startsWith("command terminated with exit code "))
                .reduce((_, last) -> last)
                .orElse(said.getLast())
                .strip();
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean alive() {
        return process.isAlive();
    }

    @Override
    public FarHost far() {
        return far;
    }

    /** Everything is in the images. */
    @Override
    public Push.Pushed pushed() {
        return new Push.Pushed(0, 0);
    }

    @Override
    public ClockOffset clock() {
        return clock;
    }

    @Override
    public synchronized int forward(String address, int port) {
        return relays.computeIfAbsent(address + ":" + port, _ -> new Relay(far, address, port))
                .port();
    }

    @Override
    public void send(Path file, String to) throws IOException {
        try (InputStream stream = Files.newInputStream(file)) {
            long sent = 0;
            byte[] part = stream.readNBytes(FarStreams.PART);
            do {
                far.add(to, sent, part);
                sent += part.length;
                part = stream.readNBytes(FarStreams.PART);
            } while (part.length > 0);
        }
    }

    @Override
    public void fetch(String from, Path to, long most) throws IOException {
        try (OutputStream stream = Files.newOutputStream(to)) {
            long had = 0;
            byte[] part = far.part(from, had);
            while (part.length > 0 && had < most) {
                stream.write(part, 0, (int) Math.min(part.length, most - had));
                had += part.length;
                part = far.part(from, had);
            }
        }
    }

    @Override
    public synchronized void close() {
        relays.values().forEach(Relay::close);
        beat.close();
    }
}
