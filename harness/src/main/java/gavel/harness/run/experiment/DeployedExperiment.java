package gavel.harness.run.experiment;

import gavel.harness.deployment.Deployment;
import gavel.harness.failure.HarnessException;
import gavel.harness.run.Experiment;
import gavel.harness.run.Journal;
import gavel.harness.run.Progress;
import gavel.harness.run.ResultWriter;
import gavel.harness.run.RunOutcome;

/** An experiment that warms servers up by itself, and whose result is made of what the run around it has found. */
public abstract class DeployedExperiment implements Experiment {
    private Findings findings;

    /** Null when the run did not come to its report. */
    public final Findings findings() {
        return findings;
    }

    @Override
    public final boolean warmsUp() {
        return true;
    }

    @Override
    public final RunOutcome report(
            ResultWriter results, Deployment deployment, Journal journal, Progress progress, HarnessException failure) {
        progress.done();
        findings = new Findings(deployment, journal);
        return new RunOutcome(null, results.directory(), failure);
    }
}
