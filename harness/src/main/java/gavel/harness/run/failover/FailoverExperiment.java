package gavel.harness.run.failover;

import gavel.harness.config.Configuration;
import gavel.harness.experiment.Asked;
import gavel.harness.experiment.ExperimentJournal;
import gavel.harness.experiment.TimeRange;
import gavel.harness.failover.FailoverResult;
import gavel.harness.failover.Fault;
import gavel.harness.failover.FaultResult;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.failure.HarnessException;
import gavel.harness.kind.FailoverKind;
import gavel.harness.report.text.Words;
import gavel.harness.run.Disclosures;
import gavel.harness.run.Environment;
import gavel.harness.run.ResultWriter;
import gavel.harness.run.RunExecutor;
import gavel.harness.run.experiment.ExperimentFindings;
import gavel.harness.run.experiment.ExperimentOutcome;
import gavel.harness.run.experiment.Journals;
import gavel.harness.run.experiment.LastAudit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * A walk through faults from its deployment to its report. Used once, by one thread; interrupting that thread ends the walk, and its journal
 * lets it go on.
 */
public final class FailoverExperiment {
    private final Environment environment;
    private final FailoverRequest request;
    private final ResultWriter results;
    private final Function<Runnable, Thread> threads;
    private TimeRange predicted;

    public FailoverExperiment(Environment environment, FailoverRequest request) {
        this(environment, request, Thread.ofVirtual()::start);
    }

    /** @param threads starts what makes a fault while people are watched */
    FailoverExperiment(Environment environment, FailoverRequest request, Function<Runnable, Thread> threads) {
        this.threads = threads;
        this.environment = environment;
        this.request = request;
        this.results =
                new ResultWriter(environment, request.run(), environment.time().instant(), request.resume());
    }

    /** @throws ConfigurationException before anything is started */
    public ExperimentOutcome<FailoverResult> run() {
        return results.reserved(this::made);
    }

    private ExperimentOutcome<FailoverResult> made() {
        FailoverKind kind = new FailoverKind();
        ExperimentJournal<Asked, FaultResult> memory = Journals.open(
                kind.noun(),
                results.directory().resolve(kind.journal()),
                request.resume(),
                request.faults() + " " + request.settings(),
                request.run().configuration(),
                Disclosures.processors(request.run().configuration(), environment),
                FaultResult.class);
        List<FaultResult> found = memory.found();
        int before = found.size();
        List<Fault> left = request.left(found, request.replaced(found));
        LastAudit<FailoverResult> last = new LastAudit<>(environment, kind, results.directory(), request.resume());
        String deployment = request.run().deployment() == null
                ? RunExecutor.deploymentName(results.id())
                : request.run().deployment();
        ExperimentFindings standing = !left.isEmpty() ? null : last.standing(memory, deployment, last::refuse);
        if (before > 0) {
            environment.console().step("going on after " + before + " of " + (before + left.size()) + " faults");
        }
        predicted = standing == null ? request.predicted(left) : request.after(left);
        environment
                .console()
                .line("predicted time: " + predicted.words() + " for "
                        + (left.isEmpty() ? "the audit" : Words.plural(left.size(), "fault")));
        FailoverRun walk = new FailoverRun(environment, request, memory, standing, threads);
        HarnessException failure = walk.audited()
                ? null
                : new RunExecutor(environment, request.run(), walk, results.id())
                        .run()
                        .failure();
        FailoverResult result = result(walk, memory, before, failure);
        results.conclude(kind, result, memory);
        return new ExperimentOutcome<>(result, results.directory(), failure);
    }

    private FailoverResult result(
            FailoverRun walk, ExperimentJournal<Asked, FaultResult> memory, int before, HarnessException failure) {
        ExperimentFindings findings = walk.findings();
        int planned = request.faults().size() + walk.replaced();
        List<FaultResult> found = memory.found();
        String problem = findings.problem(failure);
        problem = problem.isEmpty() ? walk.problem() : problem;
        Configuration configuration = request.run().configuration();
        return new FailoverResult(
                FailoverResult.SCHEMA_VERSION,
                results.info(configuration),
                request.settings(),
                FailoverResult.judge(planned, walk.replaced(), found, problem, findings.after()),
                planned,
                request.plan().omitted(),
                found,
                walk.course(),
                problem,
                findings.before(),
                findings.after(),
                predicted.middle(),
                remarks(
                        findings,
                        configuration,
                        before > 0 ? ExperimentFindings.resumed("faults", findings.earlier()) : "",
                        found,
                        walk.replaced()),
                findings.disclosure());
    }

    private List<String> remarks(
            ExperimentFindings findings,
            Configuration configuration,
            String resumed,
            List<FaultResult> found,
            int replaced) {
        List<String> remarks = new ArrayList<>(findings.remarks(configuration));
        if (configuration.clustered()) {
            found.stream()
                    .map(FaultResult::fault)
                    .filter(fault -> fault.kind() == Fault.Kind.HOST)
                    .map(Fault::instance)
                    .distinct()
                    .forEach(instance -> remarks.add("The logs of " + instance
                            + " begin with its last pod: what it logged before went with the pods that were deleted."));
        }
        if (!resumed.isEmpty()) {
            remarks.add(resumed);
        }
        // The next one is made in its place: the last one's is left where the walk was interrupted.
        found.stream()
                .limit(Math.max(0, found.size() - 1))
                .filter(each -> !each.counts())
                .limit(replaced)
                .map(each -> "One fault does not count, and was made again: "
                        + Words.ended(each.fault().words() + ": " + each.problem()))
                .forEach(remarks::add);
        if (request.settings().repeats() == 1) {
            remarks.add("Each fault was made once, so no figure has an interval: --repeat 3 gives them.");
        }
        return remarks;
    }
}
