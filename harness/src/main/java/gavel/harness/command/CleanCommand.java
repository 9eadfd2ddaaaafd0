package gavel.harness.command;

import gavel.harness.deployment.DeploymentState;
import gavel.harness.deployment.Deployments;
import gavel.harness.deployment.RunDirectory;
import gavel.harness.host.Host;
import gavel.harness.host.HostProcess;
import java.nio.file.Files;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code gavel clean}: what a harness that was killed could not stop itself. Works from the recorded processes, never by name. */
@Command(name = "clean", description = "Stops and removes what interrupted runs left behind.")
final class CleanCommand implements Callable<Integer> {
    private static final Duration GRACE = Duration.ofSeconds(10);
    private final Workplace workplace;

    @Option(names = "--all", description = "deployments of `gavel up` too")
    private boolean all;

    CleanCommand(Workplace workplace) {
        this.workplace = workplace;
    }

    @Override
    public Integer call() {
        Deployments deployments = workplace.deployments();
        workplace.interruption().shield();
        int removed = 0;
        for (String name : deployments.names()) {
            RunDirectory directory = deployments.existing(name);
            if (!deployments.idle(name)) {
                workplace.console().line(name + " is in use by a command and stays");
            } else if (all || unowned(deployments, directory)) {
                remove(deployments, directory);
                removed++;
            }
        }
        workplace.console().line(removed == 0 ? "nothing to clean" : "removed " + removed);
        return 0;
    }

    private static boolean unowned(Deployments deployments, RunDirectory directory) {
        if (!Files.exists(directory.state())) {
            return true;
        }
        DeploymentState state = deployments.state(directory);
        return state.temporary();
    }

    private void remove(Deployments deployments, RunDirectory directory) {
        Host host = deployments.hosts().apply(directory.path());
        for (HostProcess process : host.recorded()) {
            if (process.alive()) {
                workplace.console().line("stopping " + process.name() + " (pid " + process.pid() + ")");
            }
            process.stop(GRACE);
        }
        host.reunite();
        workplace.remark(directory.delete());
        workplace.console().line("removed " + directory.path());
    }
}
