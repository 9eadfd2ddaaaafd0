package gavel.harness.deploy;

import gavel.harness.platform.Platform;
import gavel.harness.platform.RunningInstance;
import gavel.harness.topology.InstanceSpec;
import gavel.harness.topology.Launch;
import gavel.harness.topology.Step;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** One start of several instances: each is waited for only when it is needed. Held by one thread. */
final class Starting {
    private final List<InstanceSpec> instances;
    private final Platform platform;
    private final Map<String, RunningInstance> running;
    private final Set<String> pending = new HashSet<>();
    private final Set<String> incomplete = new HashSet<>();

    /** @param running those there are, by name; each that is started comes to them */
    Starting(List<InstanceSpec> instances, Platform platform, Map<String, RunningInstance> running) {
        this.instances = instances;
        this.platform = platform;
        this.running = running;
        instances.stream()
                .filter(instance -> !running.containsKey(instance.name()))
                .forEach(instance -> incomplete.add(instance.tier()));
    }

    /** Starts what is missing. */
    Starting begin() throws IOException, InterruptedException {
        for (InstanceSpec instance : instances) {
            start(instance);
        }
        return this;
    }

    /** Waits until all that was started is ready. */
    void complete() throws IOException, InterruptedException {
        for (InstanceSpec instance : instances) {
            awaitReady(instance.name());
        }
    }

    private void start(InstanceSpec instance) throws IOException, InterruptedException {
        if (running.containsKey(instance.name()) && !(instance.launch() instanceof Launch.Storage)) {
            if (incomplete.contains(instance.tier())) {
                // The other node is started again, and has to be made known to it.
                pending.add(instance.name());
            }
            return;
        }
        for (String need : instance.needs()) {
            awaitReady(need);
        }
        running.put(instance.name(), platform.start(instance));
        pending.add(instance.name());
    }

    private void awaitReady(String name) throws IOException, InterruptedException {
        if (!pending.remove(name)) {
            return;
        }
        RunningInstance instance = running.get(name);
        platform.awaitReady(instance);
        for (Step step : instance.spec().after()) {
            for (String need : step.needs()) {
                awaitReady(need);
            }
            platform.perform(step, instance.spec());
        }
    }
}
