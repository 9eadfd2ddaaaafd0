package gavel.harness.run.peak;

import gavel.harness.deployment.Deployment;
import gavel.harness.failure.HarnessException;
import gavel.harness.peak.pair.PairSide;
import gavel.harness.run.Disclosures;
import gavel.harness.run.Environment;
import gavel.harness.run.Experiment;
import gavel.harness.run.Journal;
import gavel.harness.run.Progress;
import gavel.harness.run.ResultWriter;
import gavel.harness.run.RunOutcome;
import gavel.harness.verdict.Audit;
import gavel.harness.verdict.Evidence;
import gavel.harness.verdict.Evidence.MeasurementConditions;
import gavel.harness.verdict.Verdicts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** One of the two deployments of a paired comparison: it is ready for load while {@code within} does what is to be done. Used once. */
final class PairDeployment implements Experiment {
    /** What is done while the deployment is up. */
    interface Within {
        void ready(ProbeRunner runner) throws IOException, InterruptedException;
    }

    private final Environment environment;
    private final PeakRequest request;
    private final Within within;
    private ProbeRunner runner;
    private SearchOutcome ending;

    PairDeployment(Environment environment, PeakRequest request, Within within) {
        this.environment = environment;
        this.request = request;
        this.within = within;
    }

    @Override
    public boolean warmsUp() {
        return true;
    }

    @Override
    public boolean choosesUsers() {
        return true;
    }

    private MeasurementConditions conditions() {
        return Disclosures.conditions(request.sized().apply(request.setUsers()).configuration());
    }

    /** What a reader has to know of every measurement on it. */
    List<String> remarks() {
        return Verdicts.judge(new Evidence(conditions(), List.of(), 0, null, null, List.of()))
                .remarks();
    }

    @Override
    public List<Path> load(Stage stage, Journal journal, Progress progress) throws IOException, InterruptedException {
        progress.done();
        stage.used().run();
        runner = new ProbeRunner(environment, stage, request, () -> soFar(stage, journal, progress));
        within.ready(runner);
        return List.of(runner.end());
    }

    @Override
    public RunOutcome report(
            ResultWriter results, Deployment deployment, Journal journal, Progress progress, HarnessException failure) {
        progress.done();
        ending = outcome(results, deployment, journal);
        if (runner != null) {
            new ProbeResultWriter(ending, progress.times()).write(runner.probes(), environment.console());
        }
        return new RunOutcome(null, results.directory(), failure);
    }

    private ProbeResultWriter soFar(Stage stage, Journal journal, Progress progress) {
        return new ProbeResultWriter(outcome(stage.results(), stage.deployment(), journal), progress.times());
    }

    private SearchOutcome outcome(ResultWriter results, Deployment deployment, Journal journal) {
        return new SearchOutcome(
                results.info(deployment.configuration()),
                null,
                List.of(),
                conditions(),
                journal.auditBefore(),
                journal.auditAfter(),
                Disclosures.of(deployment, journal.hosts(), journal.versions(), journal.started()));
    }

    /** What it leaves behind; null before it came to its report. */
    SearchOutcome ending() {
        return ending;
    }

    /** Why what was measured on it counts for nothing; empty where it does. */
    String unsound() {
        if (ending == null) {
            return "it was not deployed";
        }
        Audit before = ending.auditBefore();
        Audit after = ending.auditAfter();
        return Conclusions.damaged(before)
                ? "its data were damaged before the load"
                : Conclusions.damaged(after)
                        ? Conclusions.found(after)
                        : before == null || after == null ? "its data were not audited" : "";
    }

    /** @param told its climb and its knee, without what it leaves behind */
    PairSide side(PairSide told) {
        return ending == null
                ? told
                : new PairSide(
                        told.climb(), told.knee(), ending.auditBefore(), ending.auditAfter(), ending.disclosure());
    }
}
