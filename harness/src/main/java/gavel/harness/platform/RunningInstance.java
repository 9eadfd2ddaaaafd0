package gavel.harness.platform;

import gavel.harness.collect.Instance;
import gavel.harness.collect.StartedProcess;
import gavel.harness.topology.InstanceSpec;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** An instance that a platform runs, or an external one. Any thread may use it. */
public interface RunningInstance {
    /** What it was to be. */
    InstanceSpec spec();

    boolean alive();

    /** Title and number of what it is; empty where unknown. */
    String version();

    /** What the collector is to watch; empty where there is nothing. */
    Optional<Instance> watched();

    /** What it was started with; empty where it has no process. */
    Optional<StartedProcess> started();

    /** Last lines of its log, oldest first. */
    List<String> log(int last);

    /** Ends it at once. */
    void kill();

    /** Lets it stand still with everything it has. */
    void freeze() throws IOException, InterruptedException;

    /** Whether it is seen to stand still. */
    default boolean frozen() {
        return false;
    }

    /** Whether something takes connections at its place. */
    default boolean reachable() {
        return true;
    }

    /** Lets a frozen one go on. */
    void thaw() throws IOException, InterruptedException;

    /** Takes the network of its host away, or gives it back. */
    void connect(boolean connected);

    /** Asks it to end, waits, then forces it. Stopping twice is harmless. */
    void stop(Duration grace);
}
