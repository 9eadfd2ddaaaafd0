package gavel.harness.command.experiment;

import gavel.harness.command.options.JUnitOption;
import gavel.harness.config.Configuration;
import gavel.harness.config.Configurations;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.failure.ExitCode;
import gavel.harness.kind.ResultKind;
import gavel.harness.result.ExperimentResult;
import gavel.harness.run.Environment;
import gavel.harness.run.experiment.ExperimentOutcome;
import gavel.harness.setting.Durations;
import java.nio.file.Path;
import java.time.Duration;
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
    /** Name of the result that is resumed; null for a new one. */
    String resumed(String typed) {
        return typed == null ? null : resultName.apply(typed);
    }

    /** A time that was typed, within bounds in seconds. */
    static Duration time(String option, String text, int least, int most) {
        Duration time;
        try {
            time = Durations.parse(text);
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException(option + " must be " + e.getMessage() + ": " + text);
        }
        if (time.toSeconds() < least || time.toSeconds() > most) {
            throw new ConfigurationException(option + " must be " + least + "s to " + most + "s: " + text);
        }
        return time;
    }

    /**
     * Ends a command as its experiment ended.
     *
     * @return the exit code
     */
    <R extends ExperimentResult> int ended(
            String command, JUnitOption junit, ResultKind<R> kind, ExperimentOutcome<R> outcome) {
        junit.write(kind.junit(List.of(outcome.result()), 0), outcome.failure());
        if (outcome.failure() != null) {
            environment
                    .console()
                    .line("`" + command + " --resume " + outcome.directory().getFileName()
                            + "` with the same options "
                            + (outcome.result().measured()
                                    ? "audits the data again, if their deployment still stands"
                                    : "continues it"));
            throw outcome.failure();
        }
        ExitCode code =
                switch (outcome.result().verdict()) {
                    case MEASURED -> ExitCode.PASS;
                    case FAIL -> ExitCode.QOS_FAIL;
                    case INCOMPLETE, INVALID -> ExitCode.INVALID;
                };
        return code.code();
    }
}
