package gavel.harness.run.experiment;

import gavel.harness.failure.HarnessException;
import java.nio.file.Path;

/**
 * How an experiment ended.
 *
 * @param directory of the result
 * @param failure what ended it early, kept it from a conclusion, or left a gap; null when it came to its end
 */
public record ExperimentOutcome<R>(R result, Path directory, HarnessException failure) {}
