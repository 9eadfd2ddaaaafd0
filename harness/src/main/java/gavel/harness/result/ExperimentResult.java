package gavel.harness.result;

import java.time.Duration;
import java.util.List;

/** What results of experiments tell that make several measurements of what was deployed. */
public interface ExperimentResult extends Result {
    ExperimentVerdict verdict();

    /** Of the whole, why nothing counts; empty where it may. */
    String problem();

    /** Whether it is known that no data were lost, or that some were. */
    boolean audited();

    /** Whether nothing is left to be measured, so that a resumption could only audit the data. */
    default boolean measured() {
        return false;
    }

    /** Before it began. */
    double predictedSeconds();

    /** What a reader has to know. */
    List<String> remarks();

    @Override
    default double seconds() {
        return Duration.between(run().startedAt(), run().finishedAt()).toMillis() / 1_000.0;
    }
}
