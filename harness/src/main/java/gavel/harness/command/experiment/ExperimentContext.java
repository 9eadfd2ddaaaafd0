package gavel.harness.command.experiment;

import gavel.harness.config.Configuration;
import gavel.harness.config.Configurations;
import gavel.harness.failure.ExitCode;
import gavel.harness.failure.HarnessException;
import gavel.harness.result.ExperimentVerdict;
import gavel.harness.run.Environment;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * What the commands of experiments work with.
 *
 * @param problems what this machine says of a configuration; empty where it has nothing against it
 * @param result directory of a result as it was typed
 * @param resultName name below {@code results/} of a result as it was typed
 * @param commandLine as typed
 */
public record ExperimentContext(
        Environment environment,
        Configurations configurations,
        Function<Configuration, List<String>> problems,
        Function<String, Path> result,
        UnaryOperator<String> resultName,
        String commandLine) {
    /**
     * Ends a command as its experiment ended.
     *
     * @param what goes on when it is resumed
     * @param failure that kept the experiment from its end; null where there was none
     * @return the exit code
     */
    int ended(String command, Path directory, String what, ExperimentVerdict verdict, HarnessException failure) {
        if (failure != null) {
            environment
                    .console()
                    .line("`" + command + " --resume " + directory.getFileName()
                            + "` with the same options goes on with " + what);
            throw failure;
        }
        ExitCode code =
                switch (verdict) {
                    case MEASURED -> ExitCode.PASS;
                    case FAIL -> ExitCode.QOS_FAIL;
                    case INCOMPLETE, INVALID -> ExitCode.INVALID;
                };
        return code.code();
    }
}
