package gavel.harness.command;

import gavel.harness.deployment.AbandonedDeployments;
import gavel.harness.deployment.Deployments;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code gavel clean}: what a harness that was killed could not stop itself. Works from the recorded processes, never by name. */
@Command(name = "clean", description = "Stops and removes what interrupted runs left behind.")
final class CleanCommand extends ContextCommand {
    @Option(names = "--all", description = "also remove deployments of `gavel up`")
    private boolean all;

    @Override
    public Integer call() {
        Deployments deployments = context.deployments();
        AbandonedDeployments abandoned =
                new AbandonedDeployments(deployments, context.platforms(), context.console()::line);
        context.interruption().shield();
        int removed = 0;
        for (String name : deployments.names()) {
            if (!deployments.idle(name)) {
                context.console().line(name + " is in use by a command and stays");
            } else if (all || abandoned.unowned(name)) {
                abandoned.remove(name);
                removed++;
            }
        }
        context.console().line(removed == 0 ? "nothing to clean" : "removed " + removed);
        return 0;
    }
}
