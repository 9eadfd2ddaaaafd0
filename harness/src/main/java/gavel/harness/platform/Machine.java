package gavel.harness.platform;

import gavel.harness.config.placement.Partition;
import gavel.harness.failure.EnvironmentException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** A machine that instances may run on, asked beside any deployment. Nothing is changed on it. Any thread may use it. */
public interface Machine {
    /** As plans and messages say it; {@code localhost} for this one. */
    String name();

    HostFacts facts();

    HostDescription description();

    /** What keeps it from being divided into these parts, in words; empty when nothing does. */
    List<String> obstacles(List<Partition> parts);

    /**
     * Where a program is that is not Gavel's own.
     *
     * @param patterns absolute paths, each part with {@code *} for any text; the first that fits wins, of several the one with the highest
     *     numbers
     */
    Optional<Path> program(List<String> patterns);

    /** What a short command prints; empty when it cannot be started. Not recorded, as it has ended when this returns. */
    String ask(List<String> command);

    /** How a short command ended and what it printed; not recorded either. */
    Said tried(List<String> command);

    /**
     * Runs a command that may take long, such as an installation; not recorded, and ended with everything it started when its time is over.
     *
     * @param lines takes each line it prints as it comes
     * @return its exit code
     * @throws EnvironmentException where it cannot be started, or takes too long
     */
    int administer(List<String> command, Duration longest, Consumer<String> lines) throws InterruptedException;

    /** @param lines of output and errors together, in their order */
    record Said(int code, List<String> lines) {}

    /** Whether a service could listen on the port now. */
    boolean portFree(int port);

    /**
     * Sockets of other machines from which no answer comes to this one, within 3 s for all of them. A refusal is an answer.
     *
     * @param sockets each {@code address:port}
     */
    List<String> unanswered(List<String> sockets);

    /** How far its clock is ahead of this machine's. */
    default ClockOffset clock() {
        return ClockOffset.NONE;
    }

    /** @param uncertaintyMillis half the round trip it was found with */
    record ClockOffset(double millis, double uncertaintyMillis) {
        public static final ClockOffset NONE = new ClockOffset(0, 0);
    }
}
