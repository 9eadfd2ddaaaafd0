package gavel.harness.command;

import gavel.harness.config.Configuration;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.run.RunLife;
import gavel.harness.run.RunOutcome;
import gavel.harness.run.RunRequest;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gavel run}. */
@Command(name = "run", description = "One run at a fixed number of users: verdict.")
final class RunCommand implements Callable<Integer> {
    private final Workplace workplace;

    @Mixin
    private ConfigOptions options;

    @Option(
            names = "--deployment",
            paramLabel = "NAME",
            description = "use a deployment that is up; without it the run has one of its own and removes it")
    private String deployment;

    @Option(names = "--keep-data", description = "run on the data as they are, without a reset")
    private boolean keepData;

    RunCommand(Workplace workplace) {
        this.workplace = workplace;
    }

    @Override
    public Integer call() {
        if (keepData && deployment == null) {
            throw new ConfigurationException("--keep-data needs data: name a deployment that is up (--deployment)");
        }
        Configuration configuration = options.read(workplace.configurations());
        RunRequest request =
                new RunRequest(configuration, options.overrides(), deployment, keepData, workplace.commandLine());
        RunOutcome outcome = new RunLife(workplace.surroundings(), request).run();
        if (outcome.failure() != null) {
            throw outcome.failure();
        }
        return outcome.exitCode().code();
    }
}
