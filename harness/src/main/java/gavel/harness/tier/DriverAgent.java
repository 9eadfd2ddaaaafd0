package gavel.harness.tier;

import gavel.harness.collect.Instance;
import gavel.harness.deployment.Deployment;
import gavel.harness.deployment.Installation;
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
    public static final String NAME = "driver1";
    private static final Duration READY = Duration.ofSeconds(30);
    private final Deployment deployment;
    private final HostProcess process;

    private DriverAgent(Deployment deployment, HostProcess process) {
        this.deployment = deployment;
        this.process = process;
    }

    public static DriverAgent start(Deployment deployment, Installation installation, Timekeeper time)
            throws IOException, InterruptedException {
        Path token = deployment.directory().settings("agent-token");
        deployment.host().put(token, deployment.secrets().agent(), true);
        JavaCommand java = new JavaCommand(
                installation.java(),
                deployment.sizing().driverHeap(),
                deployment.directory().temporary(),
                deployment.configuration().drivers().jvmFlags());
        int port = deployment.ports().agent();
        HostProcess process = deployment
                .host()
                .start(new ProcessSpec(
                        NAME,
                        Tiers.DRIVER,
                        java.jar(
                                installation.driverJar(),
                                "agent",
                                "--port",
                                Integer.toString(port),
                                "--token-file",
                                token.toString()),
                        Map.of(),
                        deployment.directory().path(),
                        deployment.configuration().drivers().nice(),
                        true));
        time.awaitReady(deployment.host(), process, () -> deployment.host().listening(port), READY);
        return new DriverAgent(deployment, process);
    }

    public URI address() {
        return URI.create("http://" + deployment.host().address() + ":"
                + deployment.ports().agent());
    }

    @Override
    public List<HostProcess> processes() {
        return List.of(process);
    }

    @Override
    public List<Instance> instances() {
        return List.of(Instance.of(Tiers.DRIVER, NAME, process.pid()));
    }
}
