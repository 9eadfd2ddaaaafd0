package gavel.harness.run.experiment;

import gavel.harness.collect.Collector;
import gavel.harness.collect.Sample;
import gavel.harness.collect.bottleneck.TakenCpu;
import gavel.harness.deployment.Deployment;
import gavel.harness.experiment.ExperimentJournal;
import gavel.harness.failure.HarnessException;
import gavel.harness.run.Disclosures;
import gavel.harness.run.Experiment;
import gavel.harness.run.Journal;
import gavel.harness.run.Progress;
import gavel.harness.run.ResultWriter;
import gavel.harness.run.RunOutcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;

/**
 * An experiment that warms servers up by itself, and whose result is made of what the run around it has found. What stands when its load is over
 * is kept, so that an audit that was interrupted can be made again.
 *
 * @param <B> what it finds beside its parts
 */
public abstract class DeployedExperiment<B> implements Experiment {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    protected final List<B> beside = new ArrayList<>();
    private final ExperimentJournal<?, ?> memory;
    private final ExperimentFindings known;
    private final int earlier;
    private ExperimentFindings findings;
    /** The most that others took of the machine under a load; null where none was looked at. */
    private TakenCpu taken;

    /** @param known of a load that is over, whose data are to be audited; null where there is load to be put */
    protected DeployedExperiment(ExperimentJournal<?, ?> memory, ExperimentFindings known, Class<B[]> type) {
        this.memory = memory;
        this.known = known;
        this.earlier = memory.found().size();
        this.findings = known;
        if (known != null) {
            beside.addAll(List.of(JSON.treeToValue(known.beside(), type)));
        }
    }

    /** Whether no more than the report is left. */
    public final boolean audited() {
        return known != null && known.after() != null;
    }

    /** Null when the run did not come to its report. */
    public final ExperimentFindings findings() {
        return findings;
    }

    /**
     * Looks what others took of the machine under a load that is over. What an experiment orders makes shares of single seconds wrong: those of
     * a process that is killed are nobody's.
     */
    protected final void lookAt(Collector collector) {
        List<Sample> samples = collector.collected().samples();
        if (!samples.isEmpty()) {
            TakenCpu usual = TakenCpu.usual(samples);
            taken = taken == null || usual.share() > taken.share() ? usual : taken;
        }
    }

    private String remark() {
        return taken == null || !taken.tooMuch()
                ? ""
                : taken.statement() + " in most seconds of a load, so it may have answered later: " + taken.advice()
                        + ".";
    }

    @Override
    public final boolean warmsUp() {
        return true;
    }

    @Override
    public final Optional<List<Path>> unaudited() {
        return Optional.ofNullable(known)
                .map(standing -> standing.answered().stream().map(Path::of).toList());
    }

    @Override
    public final void over(Deployment deployment, Journal journal, List<Path> answered) {
        found(deployment, journal, answered);
        try {
            memory.over(deployment.name(), findings);
        } catch (IOException e) {
            System.getLogger(DeployedExperiment.class.getName())
                    .log(System.Logger.Level.WARNING, "an interrupted audit could not be made again: " + e);
        }
    }

    private void found(Deployment deployment, Journal journal, List<Path> answered) {
        findings = known == null
                ? new ExperimentFindings(
                        journal.auditBefore(),
                        journal.auditAfter(),
                        Disclosures.of(deployment, journal.hosts(), journal.versions(), journal.started()),
                        earlier,
                        answered.stream().map(Path::toString).toList(),
                        deployment.directory().changedMillis(),
                        JSON.valueToTree(beside),
                        remark())
                : known.audited(journal.auditAfter());
    }

    @Override
    public final RunOutcome report(
            ResultWriter results, Deployment deployment, Journal journal, Progress progress, HarnessException failure) {
        progress.done();
        found(deployment, journal, List.of());
        return new RunOutcome(null, results.directory(), failure);
    }
}
