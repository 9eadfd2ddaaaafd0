package gavel.harness.run.peak;

import static java.util.Locale.ROOT;

import gavel.harness.config.Configuration;
import gavel.harness.deploy.DeploymentConflicts;
import gavel.harness.experiment.TimeLeft;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.failure.HarnessException;
import gavel.harness.kind.PairKind;
import gavel.harness.peak.Climb;
import gavel.harness.peak.ProbeResult;
import gavel.harness.peak.Step.Purpose;
import gavel.harness.peak.pair.PairConclusion;
import gavel.harness.peak.pair.PairJournal;
import gavel.harness.peak.pair.PairProbe;
import gavel.harness.peak.pair.PairResult;
import gavel.harness.peak.pair.PairSide;
import gavel.harness.peak.pair.PairedSearch;
import gavel.harness.peak.pair.PairedSearch.Wanted;
import gavel.harness.peak.pair.Ratio;
import gavel.harness.peak.pair.Side;
import gavel.harness.report.text.PairSummary;
import gavel.harness.report.text.PeakSummary;
import gavel.harness.report.text.Words;
import gavel.harness.run.Disclosures;
import gavel.harness.run.Environment;
import gavel.harness.run.MachineCheck;
import gavel.harness.run.ResultWriter;
import gavel.harness.run.RunExecutor;
import gavel.harness.run.RunOutcome;
import gavel.harness.run.RunRequest;
import gavel.harness.run.experiment.ExperimentOutcome;
import gavel.harness.setting.Durations;
import gavel.harness.setting.RecordWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Two configurations compared by probes in turn: both are deployed at once, the second while the first stands ready, and people go from one to
 * the other. Used once, by one thread; interrupting that thread ends the comparison, and its journal lets it go on.
 */
public final class PairExperiment {
    private static final String BOTH_UP =
            "Both deployments were up all the time; the one that was not measured had no users.";
    /** A JVM compiles the same code to faster or slower programs from start to start, for one. */
    private static final String ONE_EACH =
            "Each configuration was deployed once. How far two deployments of one configuration differ is not in the interval: repeat the comparison where some percent matter.";

    private final Environment environment;
    private final PairRequest request;
    private final Instant startedAt;
    private final ResultWriter results;
    private final Map<Side, ProbeRunner> runners = new EnumMap<>(Side.class);
    private final TimeLeft left;
    private PairJournal journal;
    private PairedSearch search;
    private Instant began;

    public PairExperiment(Environment environment, PairRequest request) {
        this.environment = environment;
        this.request = request;
        this.startedAt = environment.time().instant();
        this.left = new TimeLeft(environment.time());
        this.results = new ResultWriter(environment, sized(Side.FIRST), startedAt, request.id());
    }

    private RunRequest sized(Side side) {
        PeakRequest wanted = request.side(side);
        return wanted.sized().apply(wanted.setUsers());
    }

    /**
     * @throws ConfigurationException before anything is started
     * @throws EnvironmentException likewise, when the machines lack anything that either of them needs, or memory for both
     */
    public ExperimentOutcome<PairResult> run() {
        if (request.resume()) {
            journal = memory();
        }
        check();
        return results.reserved(this::made);
    }

    private ExperimentOutcome<PairResult> made() {
        if (!request.resume()) {
            journal = memory();
        }
        predict();
        complete();
        search = journal.search();
        search.resumed();
        began = startedAt.minus(journal.taken());
        PairDeployment second =
                new PairDeployment(environment, request.second(), runner -> measure(runners(Side.SECOND, runner)));
        PairDeployment first = new PairDeployment(environment, request.first(), runner -> {
            runners(Side.FIRST, runner);
            deploy(Side.SECOND, second);
        });
        HarnessException failure = null;
        try {
            deploy(Side.FIRST, first);
        } catch (HarnessException e) {
            if (first.ending() == null) {
                throw e;
            }
            failure = e;
        }
        PairResult result = result(first, second, failure);
        results.conclude(new PairKind(), result, journal);
        return new ExperimentOutcome<>(result, results.directory(), failure);
    }

    /** The second would be looked at when the first is up, after minutes. */
    private void check() {
        List<Configuration> both =
                List.of(sized(Side.FIRST).configuration(), sized(Side.SECOND).configuration());
        MachineCheck.passForSearches(both, environment);
        if (!DeploymentConflicts.apart(both.getFirst(), both.getLast())) {
            MachineCheck.passTogether(both, 0, environment);
        }
    }

    private void predict() {
        int made = journal.probes().size();
        Duration may = request.left(journal.taken());
        say("predicted time: " + request.predicted(made, journal.taken()).words());
        if (request.searching(made).middle() > may.toSeconds()) {
            say(
                    "! that is more than the comparison may take, %s: its interval may stay wide, or there may be no ratio (--budget)"
                            .formatted(Durations.spoken(may)));
        }
    }

    private void complete() {
        for (Side side : Side.values()) {
            ProbeResultWriter.complete(
                    results.directory().resolve(side.word()),
                    journal.probes().stream()
                            .filter(made -> made.side() == side)
                            .map(PairProbe::probe)
                            .toList(),
                    environment.console());
        }
    }

    /** @throws HarnessException that kept the deployment from its end */
    private void deploy(Side side, PairDeployment deployment) {
        say("");
        say("── the " + side.word() + " configuration");
        RunOutcome outcome =
                new RunExecutor(environment, sized(side), deployment, results.id() + "/" + side.word()).run();
        if (outcome.failure() != null) {
            throw outcome.failure();
        }
    }

    private Map<Side, ProbeRunner> runners(Side side, ProbeRunner runner) {
        runners.put(side, runner);
        return runners;
    }

    private void measure(Map<Side, ProbeRunner> runners) throws IOException, InterruptedException {
        say("");
        say("── both in turn");
        for (Side side : Side.values()) {
            ProbeRunner runner = runners.get(side);
            if (journal.climb(side) == null) {
                Climb climb =
                        runner.climb(request.search().from(), request.search().most(), _ -> {});
                journal.climbed(side, climb, taken());
                search.climbed(side, climb);
                say(String.format(ROOT, "  %-6s climb    %,d users pass", side.word(), climb.good()));
            }
            runner.warm(Math.max(1, (int) search.knee(side) / 2));
            runner.leave();
        }
        for (Optional<Wanted> next = search.next(affordable()); next.isPresent(); next = search.next(affordable())) {
            probe(next.get());
        }
    }

    private void probe(Wanted wanted) throws IOException, InterruptedException {
        int number = journal.probes().size() + 1;
        ProbeRunner runner = runners.get(wanted.side());
        int most = Math.clamp(affordable() - 1, 0, Math.max(0, request.search().probes() - number));
        left.begin(
                request.oneProbe(),
                request.probes(Math.clamp(PairedSearch.USUAL_PROBES - number, 0, most), most)
                        .plus(request.ending()));
        String where = "probe " + number + " of at most " + request.search().probes() + " ("
                + wanted.side().word() + "), ";
        ProbeResult finding = runner.probe(number, wanted.users(), Purpose.CONFIRM, () -> where + left.words());
        runner.leave();
        search.probed(wanted.side(), finding.probe());
        journal.found(new PairProbe(wanted.side(), finding), taken());
        environment.console().found(finding);
        Ratio known = search.ratio();
        say(String.format(ROOT, "  %-6s %s", wanted.side().word(), PeakSummary.line(finding))
                + (known == null ? "" : String.format(ROOT, "  → ratio %.3f..%.3f", known.lower(), known.upper())));
    }

    private int affordable() {
        double usual = journal.probes().stream()
                .mapToDouble(made -> made.probe().seconds())
                .average()
                .orElse(0);
        return request.affordable(taken(), usual);
    }

    private long taken() {
        return Duration.between(began, environment.time().instant()).toSeconds();
    }

    private void say(String line) {
        environment.console().step(line);
    }

    private PairJournal.Request wanted(Map<String, String> processors) {
        return new PairJournal.Request(
                request.search(),
                RecordWriter.write(sized(Side.FIRST).configuration()),
                RecordWriter.write(sized(Side.SECOND).configuration()),
                Disclosures.profile(sized(Side.FIRST).configuration()),
                Disclosures.program(),
                processors);
    }

    private PairJournal memory() {
        Map<String, String> processors = new TreeMap<>();
        for (Side side : Side.values()) {
            processors.putAll(Disclosures.processors(sized(side).configuration(), environment));
        }
        if (!request.resume()) {
            return PairJournal.begin(results.directory(), wanted(processors));
        }
        try {
            PairJournal known = PairJournal.reopen(results.directory());
            Disclosures.requireSameProgram(
                    "the comparison of " + results.id(), known.request().program());
            Disclosures.requireSameProcessors(
                    "the comparison of " + results.id(), known.request().processors(), processors);
            requireUnfinished();
            PairJournal.Request wanted = wanted(known.request().processors());
            if (!wanted.continues(known.request())) {
                throw new ConfigurationException(
                        "the comparison of " + results.id()
                                + " was a different one: resume with the same options and configurations, or with more probes or time (--resume)");
            }
            known.goOn(wanted);
            say("going on after " + Words.plural(known.probes().size(), "probe"));
            return known;
        } catch (IOException e) {
            throw new ConfigurationException(
                    "no comparison can be resumed from " + results.directory() + ": " + e.getMessage() + " (--resume)");
        }
    }

    /** Data that were found damaged take every ratio back, whatever a new deployment would find. */
    private void requireUnfinished() throws IOException {
        PairKind kind = new PairKind();
        if (!Files.isRegularFile(results.directory().resolve(kind.file()))) {
            return;
        }
        PairResult known = kind.read(results.directory());
        if (known.violated()) {
            throw new ConfigurationException("an audit of " + results.id()
                    + " found damaged data, which further probes cannot undo: begin a new comparison (--resume)");
        }
        if (known.conclusion().kind() != PairConclusion.Kind.INVALID) {
            throw new ConfigurationException("the comparison of " + results.id() + " is complete: "
                    + PairSummary.briefly(known.conclusion()) + " (--resume)");
        }
    }

    private PairResult result(PairDeployment first, PairDeployment second, HarnessException failure) {
        List<String> remarks = new ArrayList<>(PairResult.remarks(first.remarks(), second.remarks()));
        if (!journal.probes().isEmpty()) {
            remarks.add(BOTH_UP);
            remarks.add(ONE_EACH);
        }
        if (request.resume()) {
            remarks.add(
                    "The comparison went on after an interruption: the data before it were not audited after the load.");
        }
        return new PairResult(
                PairResult.SCHEMA_VERSION,
                results.info(sized(Side.FIRST).configuration()),
                request.search(),
                conclusion(first, second, failure),
                request.differences(),
                first.side(side(Side.FIRST)),
                second.side(side(Side.SECOND)),
                journal.probes(),
                taken(),
                remarks);
    }

    private PairSide side(Side side) {
        Climb climb = journal.climb(side);
        return new PairSide(climb, climb == null ? 0 : search.knee(side), null, null, null);
    }

    private PairConclusion conclusion(PairDeployment first, PairDeployment second, HarnessException failure) {
        if (failure != null) {
            return PairConclusion.invalid(failure.getMessage());
        }
        String unsound = first.unsound().isEmpty() ? second.unsound() : first.unsound();
        return unsound.isEmpty()
                ? explained(search.conclusion())
                : PairConclusion.invalid((first.unsound().isEmpty() ? "the second" : "the first")
                        + " configuration gives no number: " + unsound);
    }

    /** With what was wrong with the last that was invalid, which the user can mend. */
    private PairConclusion explained(PairConclusion found) {
        return journal.probes().stream()
                .map(PairProbe::probe)
                .filter(made -> search.spoilt() && !made.probe().valid())
                .reduce((_, last) -> last)
                .map(last -> PairConclusion.invalid(found.reason() + ": " + last.headline()))
                .orElse(found);
    }
}
