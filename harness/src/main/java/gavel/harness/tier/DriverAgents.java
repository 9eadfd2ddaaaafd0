package gavel.harness.tier;

import gavel.harness.collect.Instance;
import gavel.harness.deployment.Deployment;
import gavel.harness.deployment.Installation;
import gavel.harness.host.HostProcess;
import gavel.harness.host.Timekeeper;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The workload drivers of a run, started side by side and stopped with it, each with a port and a token of its own. */
public final class DriverAgents implements Service, AutoCloseable {
    private static final Duration GRACE = Duration.ofSeconds(5);
    private final Deployment deployment;
    private final Installation installation;
    private final Timekeeper time;
    private final List<DriverAgent> started = new ArrayList<>();

    public DriverAgents(Deployment deployment, Installation installation, Timekeeper time) {
        this.deployment = deployment;
        this.installation = installation;
        this.time = time;
    }

    public void start() throws IOException, InterruptedException {
        for (int i = 0; i < deployment.configuration().drivers().count(); i++) {
            started.add(DriverAgent.start(deployment, installation, i));
        }
        for (DriverAgent agent : started) {
            agent.awaitReady(time);
        }
    }

    public List<DriverAgent.Contact> contacts() {
        return started.stream().map(DriverAgent::contact).toList();
    }

    @Override
    public List<HostProcess> processes() {
        return started.stream().flatMap(agent -> agent.processes().stream()).toList();
    }

    @Override
    public List<Instance> instances() {
        return started.stream().flatMap(agent -> agent.instances().stream()).toList();
    }

    @Override
    public void close() {
        processes().forEach(process -> process.stop(GRACE));
    }
}
