package gavel.harness.tier.front;

import gavel.harness.deployment.Deployment;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.host.Host;
import gavel.harness.host.HostProcess;
import gavel.harness.host.ProcessSpec;
import gavel.harness.host.Timekeeper;
import gavel.harness.tier.Tiers;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Starts one balancer or web server: the program itself judges what was written for it, and only then runs with it. Ready means that it
 * takes connections.
 *
 * @param host it runs on
 * @param title of the program
 * @param check what makes the command judge its configuration instead of running
 */
record FrontProgram(Host host, String title, String name, String tier, List<String> command, String check) {
    private static final String AT_ONCE = "TERM";
    private static final Duration READY = Duration.ofSeconds(30);

    /** @param port where people come */
    HostProcess start(Deployment deployment, Timekeeper time, int port) throws IOException, InterruptedException {
        judged(deployment);
        HostProcess process = host.start(spec(deployment, name, tier, command));
        time.awaitReady(host, process, () -> host.listening(port), READY);
        return process;
    }

    private void judged(Deployment deployment) throws IOException, InterruptedException {
        List<String> test = new ArrayList<>(command);
        test.add(check);
        int code = host.run(spec(deployment, name + "-check", Tiers.TOOLS, test), line -> {}, READY);
        if (code != 0) {
            Path log = deployment.directory().log(name + "-check");
            throw new EnvironmentException(
                    title + " refuses its configuration (log: " + log + ")", host.tail(log, 20), null);
        }
    }

    private static ProcessSpec spec(Deployment deployment, String name, String tier, List<String> command) {
        return ProcessSpec.server(
                name, tier, command, Map.of(), deployment.directory().path(), deployment.temporary(), AT_ONCE);
    }
}
