package gavel.harness.platform;

import gavel.harness.collect.Collector;
import gavel.harness.collect.Instance;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.topology.FileSpec;
import gavel.harness.topology.InstanceSpec;
import gavel.harness.topology.Locations;
import gavel.harness.topology.Step;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Runs the instances of one deployment. Whatever it is made of, a topology and its instances look the same. A host is named as instances
 * name it; the machine this process is on has an empty name. A path is below the run directory, which every host has at a place of its own.
 * Held by one thread.
 */
public interface Platform {
    /**
     * Makes the hosts of the deployment ready for instances, switching machines on where they are off; what is there already is left alone. CPU
     * limits are not in force yet.
     *
     * @param lines takes what goes on, for the reader
     * @throws gavel.harness.failure.EnvironmentException with every problem of every host
     */
    void prepare(Consumer<String> lines);

    /**
     * Makes application servers' hosts there that exist only while they are needed.
     *
     * @throws gavel.harness.failure.EnvironmentException where they do not come
     */
    default void admit(List<String> hosts) throws InterruptedException {}

    /** The other way round: nothing runs on them any more, and what they kept is brought here. */
    default void dismiss(List<String> hosts) throws InterruptedException {}

    /**
     * Takes a host away with everything that runs there, without asking any of it to end, and returns when it is seen to be away.
     *
     * @throws gavel.harness.failure.EnvironmentException where it does not go
     */
    default void takeAway(String host) throws InterruptedException {
        throw new EnvironmentException("on this platform hosts cannot be taken away");
    }

    /**
     * The other way round: it is ready for instances again, and none runs there. One that is there already is left alone.
     *
     * @throws gavel.harness.failure.EnvironmentException where it does not come back
     */
    default void bringBack(String host) throws InterruptedException {
        throw new EnvironmentException("on this platform hosts cannot be brought back");
    }

    /**
     * Lets something beside the harness say from now on how many application servers there are to be. Who asks makes it so by {@link #admit} and
     * {@link #dismiss}.
     */
    default Autoscaler autoscaler(Autoscaler.Wish wish) {
        throw new EnvironmentException("an autoscaler is for platform kubernetes");
    }

    /** Where things are, once it is prepared. */
    Locations locations();

    /** The machines it runs on; this one where none is named. */
    Machines machines();

    /** Writes a file of the deployment. */
    void write(String host, FileSpec file) throws IOException;

    /** The text of a file; empty where there is none. */
    Optional<String> read(String host, String path) throws IOException;

    boolean exists(String host, String path) throws IOException;

    /** Removes a file, where there is one. */
    void delete(String host, String path) throws IOException;

    /** Makes a file of this machine available, however large it is; its absolute path there. */
    String bring(String host, Path file) throws IOException;

    /** Last lines of the log of a process, oldest first; empty when there is none. */
    List<String> log(String host, String process, int last);

    /**
     * Where instances may write files that are to be in a directory of this machine in the end. It is that directory, or one of their hosts
     * whose files {@link #fetch} brings.
     */
    String output(Path directory);

    /** Brings the logs of all hosts into the run directory of this machine, and outputs where they belong. What cannot be had is told. */
    List<String> fetch();

    /**
     * Runs a command to its end; each line it prints goes to its log and to {@code lines}.
     *
     * @param name of its process and log
     * @return its exit code
     * @throws gavel.harness.failure.EnvironmentException where it takes too long, or its program is missing
     */
    int run(String host, String name, Step.Command command, Consumer<String> lines)
            throws IOException, InterruptedException;

    /**
     * Starts an instance; it is not ready yet.
     *
     * @throws gavel.harness.failure.EnvironmentException where something is missing that it needs
     */
    RunningInstance start(InstanceSpec instance) throws IOException, InterruptedException;

    /**
     * Lets a running instance work by the files of another specification, without losing a request; returns when it does.
     *
     * @param next the same instance with a {@link gavel.harness.topology.Reload}
     * @throws gavel.harness.failure.EnvironmentException where it refuses them, or does not take them within its patience
     */
    RunningInstance reload(RunningInstance running, InstanceSpec next) throws IOException, InterruptedException;

    /** Instances that run already on hosts that can be reached, no matter which process started them. */
    List<RunningInstance> attach(List<InstanceSpec> instances);

    /** What runs of the deployment and is none of the instances, such as a tool that was left behind. */
    List<RunningInstance> others(List<InstanceSpec> instances);

    /**
     * Waits until an instance is ready.
     *
     * @throws gavel.harness.failure.EnvironmentException with the end of its log when it ends, or its patience does
     */
    void awaitReady(RunningInstance instance) throws InterruptedException;

    /**
     * Does a step on the host of an instance, unless it was done before.
     *
     * @throws gavel.harness.failure.EnvironmentException with the end of its log when it fails
     */
    void perform(Step step, InstanceSpec instance) throws IOException, InterruptedException;

    /** CPU limits of the hosts come into force, or are lifted. */
    void limitCpu(boolean enforced);

    /**
     * How this machine reaches a page: as it is, or through the connection to a host, by the name {@code localhost} then.
     *
     * @param page as it is reached from that host
     */
    URI reach(String host, URI page);

    /** Watches instances from now on, and the machines they are on. All must be running. */
    Collector collector(List<Instance> instances);

    /** Where the JVM of application servers finds what it learned from an earlier start. */
    StartCachePlace startCache();

    /** What each host holds of the deployment; a host that cannot be asked is among them. */
    List<HostRemains> remains();

    /** Takes parts of machines away with every process that is left in them. Safe to call twice. */
    void dissolve();

    /**
     * Removes everything of the deployment, from this machine last, and switches off again the hosts that were off before. May be repeated where
     * a host could not be reached.
     */
    Removal remove();
}
