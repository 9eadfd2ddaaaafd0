package gavel.harness.tier;

import gavel.harness.collect.Instance;
import gavel.harness.deployment.Deployment;
import gavel.harness.deployment.Installation;
import gavel.harness.host.Host;
import gavel.harness.host.HostProcess;
import gavel.harness.host.ProcessSpec;
import gavel.harness.host.Timekeeper;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A workload driver that takes orders on its control port. Ready means that the port takes connections. It always ends with the run. */
public final class DriverAgent implements Service {
    private static final Duration READY = Duration.ofSeconds(30);
    private final Deployment deployment;
    private final int index;
    private final HostProcess process;

    /** Where orders are taken, and what they have to show. */
    public record Contact(URI address, String token) {
        @Override
        public String toString() {
            return "Contact[" + address + "]";
        }
    }

    private DriverAgent(Deployment deployment, int index, HostProcess process) {
        this.deployment = deployment;
        this.index = index;
        this.process = process;
    }

    /** @param index of the driver, from 0 */
    public static String name(int index) {
        return "driver" + (index + 1);
    }

    /** Does not wait until it is ready. */
    public static DriverAgent start(Deployment deployment, Installation installation, int index) throws IOException {
        String name = name(index);
        Host host = deployment.host(Tiers.DRIVER, index);
        Path token = deployment.directory().settings(name + "-token");
        host.put(token, deployment.secrets().agent(name), true);
        JavaCommand java = new JavaCommand(
                installation.java(),
                deployment.driverSizing().driverHeap(),
                deployment.directory().temporary(),
                deployment.driverSizing().driverFlags(deployment.configuration().drivers()));
        HostProcess process = host.start(new ProcessSpec(
                name,
                Tiers.DRIVER,
                java.jar(
                        installation.driverJar(),
                        "agent",
                        "--address",
                        host.address(),
                        "--port",
                        Integer.toString(deployment.ports().agents().get(index)),
                        "--token-file",
                        token.toString()),
                Map.of(),
                deployment.directory().path(),
                deployment.configuration().drivers().nice(),
                true));
        return new DriverAgent(deployment, index, process);
    }

    public void awaitReady(Timekeeper time) throws InterruptedException {
        Host host = deployment.host(Tiers.DRIVER, index);
        int port = deployment.ports().agents().get(index);
        time.awaitReady(host, process, () -> host.listening(port), READY);
    }

    public Contact contact() {
        Host host = deployment.host(Tiers.DRIVER, index);
        return new Contact(
                URI.create("http://" + host.address() + ":"
                        + deployment.ports().agents().get(index)),
                deployment.secrets().agent(name(index)));
    }

    @Override
    public List<HostProcess> processes() {
        return List.of(process);
    }

    @Override
    public List<Instance> instances() {
        return List.of(Instance.of(Tiers.DRIVER, name(index), process.pid()));
    }
}
