package gavel.harness.platform.local.host;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** A process of a deployment, started by this harness or found again by its record. Stopping twice is harmless. */
public interface HostProcess {
    String name();

    String tier();

    /** Name of the host it runs on. */
    String host();

    long pid();

    /** The process and everything below it. */
    List<Long> pids();

    Path log();

    /** Program and arguments, as the kernel knows them; empty when it has ended. */
    List<String> command();

    /** What of its environment is not as in this process; empty when it has ended. */
    Map<String, String> environment();

    boolean alive();

    /** Known when this harness started it and it has ended. */
    OptionalInt exitCode();

    /**
     * Sends a signal.
     *
     * @param signal such as {@code STOP}
     * @param everything whether what is below it gets it too, the process itself first
     * @throws IOException where it does not run any more
     */
    void signal(String signal, boolean everything) throws IOException, InterruptedException;

    /** Whether it and everything below it is stopped by a signal. */
    default boolean stopped() {
        return false;
    }

    /** Ends it and everything below it at once. */
    void kill();

    /** Asks it to end, waits, then forces it. Returns whether it ended by itself within the grace. */
    boolean stop(Duration grace);
}
