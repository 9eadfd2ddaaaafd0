package gavel.harness.command;

import gavel.harness.deployment.Deployment;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.failure.HarnessException;
import gavel.harness.failure.InterruptedRunException;
import gavel.harness.run.Deployer;
import gavel.harness.run.Environment;
import gavel.harness.run.Progress;
import java.io.IOException;
import java.util.List;

/** What the commands have in common that work on one deployment: opening it, telling what goes on, and ending well or badly. */
final class DeploymentCommands {
    /** A phase, or several, of the life of a deployment. */
    @FunctionalInterface
    interface Work {
        void on(Deployment deployment, Deployer deployer) throws IOException, InterruptedException;
    }

    private final CommandContext context;

    DeploymentCommands(CommandContext context) {
        this.context = context;
    }

    /** The one that is meant: the named one, or the only one there is. */
    String name(String given) {
        if (given != null) {
            return given;
        }
        List<String> up = context.deployments().names();
        return switch (up.size()) {
            case 0 -> throw new ConfigurationException("there is no deployment; `gavel up` makes one");
            case 1 -> up.getFirst();
            default -> throw new ConfigurationException("which deployment? Name one: " + String.join(", ", up));
        };
    }

    /** Does the work on the deployment that is meant. */
    int on(String given, Work work) {
        work(context.deployments().open(name(given)), false, work);
        return 0;
    }

    /**
     * Does the work on an open deployment and closes it.
     *
     * @param stopOnFailure whether a deployment that did not come up is taken down; its logs stay unless it was interrupted
     */
    void work(Deployment deployment, boolean stopOnFailure, Work work) {
        Environment environment = context.environment();
        Progress progress = new Progress(environment.console(), environment.time());
        try (deployment) {
            Deployer deployer = new Deployer(deployment, environment, progress);
            try {
                deployer.attach();
                work.on(deployment, deployer);
            } catch (InterruptedException | IOException | RuntimeException e) {
                boolean interrupted = e instanceof InterruptedException
                        || environment.interruption().requested();
                environment.interruption().shield();
                String during = progress.current() == null
                        ? "the command"
                        : progress.current().title();
                progress.failed(interrupted ? "interrupted" : "failed");
                if (stopOnFailure) {
                    deployer.close();
                    if (interrupted) {
                        context.remark(deployer.remove().remarks());
                    }
                }
                throw failure(e, interrupted, during);
            }
        }
    }

    private static HarnessException failure(Exception cause, boolean interrupted, String during) {
        if (interrupted) {
            return new InterruptedRunException(during);
        }
        if (cause instanceof HarnessException known) {
            return known;
        }
        // What cannot be done to an instance is told with its reason, as of one on a host that is away.
        return cause instanceof IOException io && io.getMessage() != null
                ? new EnvironmentException(io.getMessage(), io)
                : new EnvironmentException("unexpected: " + cause, cause);
    }
}
