package gavel.harness.platform.ssh.connection;

import gavel.harness.failure.EnvironmentException;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One connection to a machine, over which commands and forwarded ports travel. It is a process of {@code ssh} whose standard input this
 * process holds: it ends when this one does, however that happens. Any thread may use it.
 */
public final class SshConnection implements AutoCloseable {
    private static final Duration OPENING = Duration.ofSeconds(25);
    private static final Duration SHORT = Duration.ofSeconds(10);
    private static final int TAIL = 8_192;
    private static final int LONGEST_ANSWER = 1 << 20;
    private static final int LONGEST_BANNER = 1 << 16;
    private static final int ATTEMPTS = 5;
    private static final int LEAST_PAUSE_MILLIS = 300;
    private static final int MOST_PAUSE_MILLIS = 1_500;
    private static final String READY = "gavel-shell-ready";
    private static final String LOOPBACK = "127.0.0.1";

    private final SshTarget target;
    private final SshProgram program;
    private final Path socket;
    private final Process master;
    private final Tail errors;
    private final int attempt;

    private SshConnection(SshTarget target, SshProgram program, Path socket, Process master, int attempt) {
        this.target = target;
        this.program = program;
        this.socket = socket;
        this.master = master;
        this.errors = new Tail(master.getErrorStream(), TAIL);
        this.attempt = attempt;
    }

    /** What a command said. */
    public record Answer(int code, String text) {}

    /** Gives the body of a command. */
    @FunctionalInterface
    public interface Body {
        void writeTo(OutputStream stream) throws IOException;
    }

    /**
     * Connects; returns when a shell has answered.
     *
     * @throws EnvironmentException with host, cause and what to do
     */
    public static SshConnection open(SshTarget target, SshProgram program, ControlDirectory directory)
            throws InterruptedException {
        SplittableRandom random = new SplittableRandom(target.name().hashCode());
        List<String> said = List.of();
        for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
            SshConnection connection = begin(target, program, directory.socket(), attempt);
            try {
                said = connection.awaitShell();
            } catch (EnvironmentException | InterruptedException e) {
                connection.close();
                throw e;
            }
            if (said.isEmpty()) {
                return connection;
            }
            connection.close();
            if (attempt < ATTEMPTS) {
                // Logins that were turned away together come again one by one.
                Thread.sleep((long) attempt * random.nextInt(LEAST_PAUSE_MILLIS, MOST_PAUSE_MILLIS));
            }
        }
        throw new EnvironmentException(SshFailure.text(target, "connect", said));
    }

    private static SshConnection begin(SshTarget target, SshProgram program, Path socket, int attempt) {
        List<String> master = List.of("-M", "-S", socket.toString(), "-o", "ClearAllForwardings=yes");
        // Ends with its input, so with the process that holds it.
        String script = shell("echo " + READY + "; exec cat > /dev/null");
        Process process = start(target, program.to(target, master, List.of(script)));
        return new SshConnection(target, program, socket, process, attempt);
    }

    /** @return what was said where an sshd on the way takes no more logins at the moment; nothing where a shell answers */
    private List<String> awaitShell() throws InterruptedException {
        Banner banner = new Banner(master.getInputStream(), READY, LONGEST_BANNER);
        return switch (banner.await(OPENING)) {
            case FOUND -> List.of();
            case ENDED -> {
                List<String> said = new ArrayList<>(errors.lines());
                said.addAll(banner.lines());
                if (SshFailure.turnedAway(said)) {
                    yield said;
                }
                throw failure("connect", said);
            }
            case TOO_LONG ->
                throw new EnvironmentException(about() + "connect: the login printed more than " + LONGEST_BANNER
                        + " bytes before any command ran; make it silent where no terminal is");
            case TIMED_OUT ->
                throw new EnvironmentException(about() + "connect: no shell answered within " + OPENING.toSeconds()
                        + " s; try `" + target.typed() + "` by hand");
        };
    }

    /** Logins that were tried until this one was taken, this one too. */
    public int attempts() {
        return attempt;
    }

    public SshTarget target() {
        return target;
    }

    public boolean alive() {
        return master.isAlive();
    }

    /** A script of one line without single quotes, as any login shell hands it on to a POSIX one. */
    static String shell(String script) {
        if (script.matches("(?s).*['!\\n\\\\].*")) {
            throw new IllegalArgumentException("no login shell hands this on unchanged: " + script);
        }
        return "exec sh -c '" + script + "'";
    }

    /** Runs a script of one line to its end. */
    public Answer run(String script, Duration limit) throws InterruptedException {
        return run(script, OutputStream::flush, limit);
    }

    /**
     * @param body standard input of the script
     * @param limit after the last of it was taken
     */
    public Answer run(String script, Body body, Duration limit) throws InterruptedException {
        try (Remote remote = stream(script)) {
            remote.write(body);
            if (!remote.ended(limit)) {
                throw new EnvironmentException(
                        about() + "a command did not end within " + limit.toSeconds() + " s; look at the machine");
            }
            return remote.answer();
        }
    }

    /** Runs a script that has to end well. */
    public String good(String doing, String script, Body body, Duration limit) throws InterruptedException {
        try (Remote remote = stream(script)) {
            remote.write(body);
            if (!remote.ended(limit)) {
                throw new EnvironmentException(
                        about() + doing + ": did not end within " + limit.toSeconds() + " s; look at the machine");
            }
            Answer answer = remote.answer();
            if (answer.code() != 0) {
                List<String> said = new ArrayList<>(remote.errors());
                said.addAll(answer.text().lines().toList());
                throw failure(doing, said);
            }
            return answer.text();
        }
    }

    /** A command over the connection, whose streams are the caller's to use. */
    public Process start(String script) {
        return start(target, program.to(target, attached(), List.of(shell(script))));
    }

    /** Keeps what a script prints in a file, at most so many bytes, and leaves out what the login prints before it. */
    public void fetch(String script, Path to, long most, Duration limit) throws IOException, InterruptedException {
        String doing = "fetch " + to.getFileName();
        Process process = start("echo " + READY + "; " + script);
        Tail said = new Tail(process.getErrorStream(), TAIL);
        FutureTask<Boolean> keeping = new FutureTask<>(() -> kept(process, to, most));
        Thread.ofVirtual().start(keeping);
        try {
            boolean begun = keeping.get(limit.toMillis(), TimeUnit.MILLISECONDS);
            if (!process.waitFor(SHORT.toSeconds(), TimeUnit.SECONDS) || process.exitValue() != 0 || !begun) {
                throw failure(doing, said.lines());
            }
        } catch (TimeoutException e) {
            throw new EnvironmentException(
                    about() + doing + ": did not end within " + limit.toSeconds() + " s; look at the machine", e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException known ? known : new IOException(e.getCause());
        } finally {
            process.destroy();
        }
    }

    /** @return whether it has begun to print: else the file stays as it was */
    private static boolean kept(Process process, Path to, long most) throws IOException, InterruptedException {
        try (InputStream stream = process.getInputStream()) {
            process.getOutputStream().close();
            if (new Banner(stream, READY, LONGEST_BANNER).await(OPENING) != Banner.Outcome.FOUND) {
                return false;
            }
            try (OutputStream file = Files.newOutputStream(to)) {
                byte[] some = new byte[1 << 16];
                long left = most;
                for (int n = stream.read(some); n >= 0 && left > 0; n = stream.read(some)) {
                    file.write(some, 0, (int) Math.min(n, left));
                    left -= n;
                }
            }
            return true;
        }
    }

    private Remote stream(String script) {
        return new Remote(start(script));
    }

    private List<String> attached() {
        // Where the master is gone, no second connection is made in its place.
        return List.of(
                "-S",
                socket.toString(),
                "-o",
                "ControlMaster=no",
                "-o",
                "ProxyCommand=false",
                // Those of the user's configuration would be asked of the master, and a port that is taken ends the
                // command.
                "-o",
                "ClearAllForwardings=yes");
    }

    private static Process start(SshTarget target, List<String> command) {
        try {
            return new ProcessBuilder(command).start();
        } catch (IOException e) {
            throw new EnvironmentException(
                    "host " + target.name() + ": ssh cannot be started: " + e.getMessage() + "; install openssh-client",
                    e);
        }
    }

    /**
     * Lets a port of the far machine be reached from here.
     *
     * @param address as the far machine knows it
     * @return port of the loopback here
     */
    public int forward(String address, int port) throws InterruptedException {
        String said = "";
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            int here = freePort();
            String way = LOOPBACK + ":" + here + ":" + address + ":" + port;
            // Without the user's configuration: its own forwardings would be asked for, too.
            List<String> options = List.of("-F", "none", "-S", socket.toString(), "-O", "forward", "-L", way);
            try (Remote remote = new Remote(start(target, program.to(target, options, List.of())))) {
                if (remote.ended(SHORT) && remote.answer().code() == 0) {
                    return here;
                }
                said = String.join(" ", remote.errors());
            }
        }
        throw failure("forward port " + port, List.of(said));
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName(LOOPBACK))) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new EnvironmentException("no port is free on the loopback: " + e.getMessage(), e);
        }
    }

    public EnvironmentException failure(String doing, List<String> said) {
        return new EnvironmentException(SshFailure.text(target, doing, said));
    }

    private String about() {
        return "host " + target.name() + " (" + target.address() + "): ";
    }

    /** Ends it with everything that travels over it; what runs far away goes on. */
    @Override
    public void close() {
        try {
            master.getOutputStream().close();
        } catch (IOException ended) {
            master.destroy();
        }
        boolean interrupted = false;
        try {
            if (!master.waitFor(2, TimeUnit.SECONDS)) {
                master.destroy();
            }
        } catch (InterruptedException e) {
            interrupted = true;
            master.destroy();
        }
        try {
            // The next connection makes another.
            Files.deleteIfExists(socket);
        } catch (IOException left) {
            socket.toFile().deleteOnExit();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** One command and what it says, within bounds. */
    private static final class Remote implements AutoCloseable {
        private final Process process;
        private final Tail output;
        private final Tail errors;
        /** Bytes of its input. */
        private final AtomicLong taken = new AtomicLong();

        Remote(Process process) {
            this.process = process;
            this.output = new Tail(process.getInputStream(), LONGEST_ANSWER);
            this.errors = new Tail(process.getErrorStream(), TAIL);
        }

        /** Beside its caller, who waits for a limit. A command that ends before it has read everything is told by its exit code. */
        void write(Body body) {
            Thread.ofVirtual().start(() -> {
                try (OutputStream stream = counted(process.getOutputStream(), taken)) {
                    body.writeTo(stream);
                } catch (IOException ended) {
                    process.onExit();
                }
            });
        }

        private static OutputStream counted(OutputStream stream, AtomicLong taken) {
            return new FilterOutputStream(stream) {
                @Override
                public void write(byte[] some, int from, int length) throws IOException {
                    out.write(some, from, length);
                    taken.addAndGet(length);
                }
            };
        }

        /** The limit begins anew while the command takes what is written: a slow way is no silence. */
        boolean ended(Duration limit) throws InterruptedException {
            long before;
            do {
                before = taken.get();
                if (process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                    return true;
                }
            } while (taken.get() > before);
            return false;
        }

        Answer answer() throws InterruptedException {
            return new Answer(process.exitValue(), String.join("\n", output.lines()));
        }

        List<String> errors() throws InterruptedException {
            return errors.lines();
        }

        @Override
        public void close() {
            process.destroy();
        }
    }
}
