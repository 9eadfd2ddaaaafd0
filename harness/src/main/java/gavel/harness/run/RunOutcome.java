package gavel.harness.run;

import gavel.harness.failure.ExitCode;
import gavel.harness.failure.HarnessException;
import gavel.harness.result.RunResult;
import java.nio.file.Path;

/**
 * How a run ended.
 *
 * @param directory of the result
 * @param failure what kept it from a measurement; null when it got to its end
 */
public record RunOutcome(RunResult result, Path directory, HarnessException failure) {
    public ExitCode exitCode() {
        if (failure != null) {
            return failure.exitCode();
        }
        return switch (result.verdict().status()) {
            case PASS -> ExitCode.PASS;
            case FAIL -> ExitCode.QOS_FAIL;
            case INVALID -> ExitCode.INVALID;
        };
    }
}
