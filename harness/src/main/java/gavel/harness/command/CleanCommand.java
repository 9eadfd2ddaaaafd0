package gavel.harness.command;

import gavel.harness.deployment.AbandonedDeployments;
import gavel.harness.deployment.Deployments;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.failure.ExitCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code gavel clean}: what a harness that was killed could not stop itself. Works from the recorded processes, never by name. */
@Command(
        name = "clean",
        description = {
            "Stops and removes what interrupted runs left behind.",
            "Results, builds, images, installed packages, and Gavel's programs in hosts.directory of each machine stay.",
            "When you are done with a machine, run `gavel clean --all`, delete that directory there, and remove the packages."
        })
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
        int kept = 0;
        for (String name : deployments.names()) {
            try {
                if (!deployments.idle(name)) {
                    context.console().line(name + " is in use by a command and stays");
                } else if (all || abandoned.unowned(name)) {
                    if (abandoned.remove(name)) {
                        removed++;
                    } else {
                        kept++;
                    }
                }
            } catch (EnvironmentException | ConfigurationException e) {
                // One that cannot be removed does not keep the others from it.
                if (!deployments.gone(name)) {
                    context.console().line("! " + name + " stays: " + e.getMessage());
                    kept++;
                }
            }
        }
        context.console()
                .line(
                        removed + kept == 0
                                ? "nothing to clean"
                                : "removed " + removed + (kept == 0 ? "" : ", " + kept + " could not be removed"));
        return kept == 0 ? ExitCode.PASS.code() : ExitCode.ENVIRONMENT.code();
    }
}
