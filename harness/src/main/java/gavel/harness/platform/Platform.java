package gavel.harness.platform;

import gavel.harness.topology.FileSpec;
import gavel.harness.topology.InstanceSpec;
import gavel.harness.topology.Locations;
import gavel.harness.topology.Step;
import java.io.IOException;
import java.util.List;

/** Runs the instances of one deployment. Whatever it is made of, a topology and its instances look the same. Held by one thread. */
public interface Platform extends AutoCloseable {
    /** Makes the hosts of the deployment; what is there already is left alone. CPU limits are not in force yet. */
    void prepare();

    /** Where things are, once it is prepared. */
    Locations locations();

    /** Writes a file of the deployment. */
    void write(FileSpec file) throws IOException;

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

    /** Those of the instances that run already, whoever started them. */
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

    /** Takes the hosts away. Safe to call twice. */
    @Override
    void close();
}
