package gavel.harness.platform.local.host;

import gavel.harness.config.placement.Partition;
import gavel.harness.platform.Machine;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** This machine or a part of it, as a deployment in one run directory uses it: its files, its processes and its parts. */
public interface Host extends Machine {
    /** The address its services listen on. */
    String address();

    /** The network whose machines may use its services: an address and the length of its prefix. */
    String network();

    /**
     * Makes parts that act as hosts of their own. What is there already is left alone; CPU limits are not in force yet.
     *
     * @throws gavel.harness.failure.EnvironmentException where the machine does not allow it
     */
    void divide(List<Partition> parts);

    /** A part that {@link #divide} made; it shares the run directory. */
    Host part(String name);

    /** An address in the network of the parts that belongs to none of them for good; the loopback's before the machine is divided. */
    String virtualAddress(int index);

    /** Plugs this part's cable in or out; nothing where it has no network of its own. */
    void connect(boolean connected);

    /** CPU limits of the parts come into force, or are lifted. */
    void limitCpu(boolean enforced);

    /** Takes the parts away with every process that is left in them. Safe to call twice, and where nothing was divided. */
    void reunite();

    /** Writes a file; a secret one can be read by its owner only. */
    void put(Path file, String content, boolean secret) throws IOException;

    /** Starts a process that goes on, and records it in the run directory. */
    HostProcess start(ProcessSpec spec) throws IOException;

    /**
     * Runs a command to its end; each line it prints goes to its log and to {@code lines}.
     *
     * @return its exit code
     */
    int run(ProcessSpec spec, Consumer<String> lines, Duration timeout) throws IOException, InterruptedException;

    /** Records a process that another one started, so that it can be found and stopped like every other. */
    HostProcess adopt(String name, String tier, long pid) throws IOException;

    /** The processes in the records of the run directory, no matter which command started them. */
    List<HostProcess> recorded();

    /** Answers true once a service takes connections there. */
    boolean listening(String address, int port);

    /** Last lines of a log, oldest first; empty when there is none. */
    List<String> tail(Path log, int lines);
}
