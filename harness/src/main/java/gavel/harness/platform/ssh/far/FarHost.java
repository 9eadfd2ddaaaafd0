package gavel.harness.platform.ssh.far;

import gavel.harness.collect.Collected;
import gavel.harness.collect.Instance;
import gavel.harness.collect.LiveFigures;
import gavel.harness.collect.Sample;
import gavel.harness.config.placement.Partition;
import gavel.harness.platform.HostDescription;
import gavel.harness.platform.HostFacts;
import gavel.harness.platform.HostRemains;
import gavel.harness.platform.Machine;
import gavel.harness.platform.Removal;
import gavel.harness.platform.ssh.protocol.Limit;
import gavel.harness.topology.FileSpec;
import gavel.harness.topology.InstanceSpec;
import gavel.harness.topology.Step;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * What a machine far away does when it is asked, in the terms of a platform and its instances. A host has an empty name for the machine itself,
 * and the name of its part else. Each operation has a name of its own.
 */
public interface FarHost extends FarStreams {
    /** Milliseconds since 1970, with their fractions. */
    double clock();

    HostFacts facts();

    HostDescription description();

    List<String> obstacles(List<Partition> parts);

    /** Null for none. */
    String program(List<String> patterns);

    String ask(List<String> command);

    Machine.Said tried(List<String> command);

    int administer(List<String> command, Duration longest, Consumer<String> lines) throws InterruptedException;

    /** Ports that a service could not listen on, as another does. */
    List<Integer> takenPorts();

    /** @return directory of the deployment */
    String prepare(Order order, Consumer<String> lines);

    void write(Order order, FileSpec file) throws IOException;

    /** Null where there is no such file. */
    String read(Order order, String path) throws IOException;

    boolean exists(Order order, String path) throws IOException;

    void delete(Order order, String path) throws IOException;

    List<String> log(Order order, String process, int last);

    /** Files of a directory of the deployment and of those in it; none where it is not there. */
    List<KeptFile> files(Order order, String directory);

    void makeDirectory(Order order, String path) throws IOException;

    int run(Order order, String host, String name, Step.Command command, Duration longest, Consumer<String> lines)
            throws IOException, InterruptedException;

    @Limit(seconds = 600)
    FarInstance start(Order order, InstanceSpec instance) throws IOException, InterruptedException;

    FarInstance reload(Order order, InstanceSpec next, Duration patience) throws IOException, InterruptedException;

    List<FarInstance> attach(Order order, List<InstanceSpec> instances);

    List<FarInstance> others(Order order, List<InstanceSpec> instances);

    void awaitReady(Order order, InstanceSpec instance, Duration patience) throws InterruptedException;

    void perform(Order order, Step step, InstanceSpec instance, Duration longest)
            throws IOException, InterruptedException;

    void limitCpu(Order order, boolean enforced);

    HostRemains remains(Order order);

    void dissolve(Order order);

    @Limit(seconds = 600)
    Removal remove(Order order);

    /** @return bytes that old programs no longer take */
    long forgetOldBuilds();

    boolean startCacheMissing(Order order);

    void forgetStartCache(Order order) throws IOException;

    boolean keepStartCache(Order order, String path) throws IOException;

    boolean alive(Order order, InstanceSpec instance);

    String version(Order order, InstanceSpec instance);

    void kill(Order order, InstanceSpec instance);

    void freeze(Order order, InstanceSpec instance) throws IOException, InterruptedException;

    void thaw(Order order, InstanceSpec instance) throws IOException, InterruptedException;

    void stop(Order order, InstanceSpec instance, Duration grace);

    /** Watches processes from now on; its number. */
    int collect(List<Watched> processes);

    void beginMeasurement(int collector) throws InterruptedException;

    void endMeasurement(int collector) throws InterruptedException;

    void watch(int collector, Watched process) throws InterruptedException;

    void expectEnd(int collector, String instance) throws InterruptedException;

    Sample latest(int collector);

    LiveFigures figures(int collector) throws InterruptedException;

    /** What was seen so far, but for the samples. */
    Collected collected(int collector);

    /** Some of them, from that one on; none when there are no more. */
    List<Sample> samples(int collector, int from);

    void endCollection(int collector);

    /** @param path below the run directory */
    record KeptFile(String path, long bytes) {}

    /** A process to be watched. */
    record Watched(String tier, String name, long pid, double cpuLimit, String limitHost) {
        Instance instance() {
            return Instance.of(tier, name, pid).limitedTo(cpuLimit, limitHost);
        }
    }
}
