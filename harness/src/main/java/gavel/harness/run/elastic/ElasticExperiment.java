package gavel.harness.run.elastic;

import gavel.harness.config.Configuration;
import gavel.harness.elastic.ElasticPass;
import gavel.harness.elastic.ElasticResult;
import gavel.harness.elastic.ElasticResult.CapacityProbe;
import gavel.harness.experiment.Asked;
import gavel.harness.experiment.ExperimentJournal;
import gavel.harness.experiment.TimeRange;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.failure.HarnessException;
import gavel.harness.kind.ElasticKind;
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

/**
 * Passes along a path from their deployment to their report. Used once, by one thread; interrupting that thread ends the experiment, and its
 * journal lets it go on.
 */
public final class ElasticExperiment {
    private final Environment environment;
    private final ElasticRequest request;
    private final ResultWriter results;
    private TimeRange predicted;

    public ElasticExperiment(Environment environment, ElasticRequest request) {
        this.environment = environment;
        this.request = request;
        this.results =
                new ResultWriter(environment, request.run(), environment.time().instant(), request.resume());
    }

    /** @throws ConfigurationException before anything is started */
    public ExperimentOutcome<ElasticResult> run() {
        return results.reserved(this::made);
    }

    private ExperimentOutcome<ElasticResult> made() {
        ElasticKind kind = new ElasticKind();
        int repeats = request.settings().repeats();
        ExperimentJournal<Asked, ElasticPass> memory = Journals.open(
                kind.noun(),
                results.directory().resolve(kind.journal()),
                request.resume(),
                request.settings() + " " + request.table(),
                request.run().configuration(),
                Disclosures.processors(request.run().configuration(), environment),
                ElasticPass.class);
        int before = memory.found().size();
        int more = request.wanted(memory.found()) - before;
        // Where its data are gone, two probes are made on another deployment.
        ExperimentFindings standing = more > 0
                ? null
                : new LastAudit<>(environment, kind, results.directory(), request.resume())
                        .standing(memory, RunExecutor.deploymentName(results.id()), why -> environment
                                .console()
                                .step("the data of its passes cannot be audited any more: " + why));
        if (before > 0) {
            environment.console().step("going on after " + before + " of " + repeats + " passes");
        }
        predicted = standing == null ? request.predicted(more) : request.left(0, 0);
        environment.console().step("predicted time: " + predicted.words());
        ElasticRun passes = new ElasticRun(environment, request, memory, standing);
        HarnessException failure = passes.audited()
                ? null
                : new RunExecutor(environment, request.run(), passes, results.id())
                        .run()
                        .failure();
        ElasticResult result = result(passes, memory.found(), before, failure);
        results.conclude(kind, result, memory);
        return new ExperimentOutcome<>(result, results.directory(), failure);
    }

    private ElasticResult result(ElasticRun run, List<ElasticPass> passes, int before, HarnessException failure) {
        ExperimentFindings findings = run.findings();
        List<CapacityProbe> probes = run.probes();
        String problem = findings.problem(failure);
        if (problem.isEmpty()) {
            problem = ElasticResult.failed(probes)
                    .map(probe -> "the probe of %s users on %s, nine tenths of N(%s), failed %s %s the path: %s"
                            .formatted(
                                    probe.users(),
                                    Words.plural(probe.servers(), "server"),
                                    probe.servers(),
                                    Words.plural(
                                            probes.stream()
                                                    .filter(each -> each.before() == probe.before())
                                                    .count(),
                                            "time"),
                                    probe.before() ? "before" : "after",
                                    probe.reason()))
                    .orElse("");
        }
        Configuration configuration = request.run().configuration();
        List<String> remarks = new ArrayList<>(findings.remarks(configuration));
        if (before > 0) {
            remarks.add(ExperimentFindings.resumed("passes", findings.earlier()));
        }
        int more = passes.size() - request.settings().repeats();
        if (more > 0) {
            passes.stream()
                    .filter(pass -> !pass.counts())
                    .limit(more)
                    .map(pass -> "Pass " + pass.number() + " does not count, and one more was made: "
                            + Words.ended(pass.problem()))
                    .forEach(remarks::add);
        }
        if (request.settings().repeats() == 1) {
            remarks.add("One pass was asked for, so no figure has an interval: --repeat 3 gives intervals.");
        }
        return new ElasticResult(
                ElasticResult.SCHEMA_VERSION,
                results.info(configuration),
                request.settings(),
                ElasticResult.judge(
                        request.settings().repeats(), run.replaced(), passes, probes, problem, findings.after()),
                request.table(),
                passes,
                probes,
                problem,
                findings.before(),
                findings.after(),
                predicted.middle(),
                remarks,
                findings.disclosure());
    }
}
