package gavel.harness.run.peak;

import gavel.harness.config.Configuration;
import gavel.harness.deployment.Deployment;
import gavel.harness.experiment.TimeLeft;
import gavel.harness.experiment.TimeRange;
import gavel.harness.failure.HarnessException;
import gavel.harness.peak.Climb;
import gavel.harness.peak.Conclusion;
import gavel.harness.peak.Conclusion.Kind;
import gavel.harness.peak.Peak;
import gavel.harness.peak.PeakSearch;
import gavel.harness.peak.Probe.Outcome;
import gavel.harness.peak.ProbeResult;
import gavel.harness.peak.Room;
import gavel.harness.peak.SearchJournal;
import gavel.harness.peak.SetSizes;
import gavel.harness.peak.Step;
import gavel.harness.peak.Step.Purpose;
import gavel.harness.report.text.PeakSummary;
import gavel.harness.report.text.Words;
import gavel.harness.result.Disclosure;
import gavel.harness.run.Disclosures;
import gavel.harness.run.Environment;
import gavel.harness.run.Experiment;
import gavel.harness.run.Journal;
import gavel.harness.run.Phase;
import gavel.harness.run.Progress;
import gavel.harness.run.ResultWriter;
import gavel.harness.run.RunOutcome;
import gavel.harness.verdict.Evidence.MeasurementConditions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.DoubleStream;

/**
 * Carries out what a search asks for on one deployment: {@code gavel peak}. Ends with a conclusion, or when the search wants more users
 * than the data set was made for; then another deployment with a larger set goes on.
 */
final class PeakSearchRun implements Experiment {
    static final double[] LEVELS = {0.25, 0.5, 0.75};
    /** What has been borne on another deployment is known, but the system is cold again. */
    private static final int COLD = 4;

    private final Environment environment;
    private final PeakRequest request;
    private final Configuration configuration;
    private final SearchJournal memory;
    private final Instant began;
    private final TimeRange further;
    private final TimeLeft left;
    private final int top;
    private final PeakSearch search;
    private final List<ProbeResult> levels = new ArrayList<>();
    private ProbeRunner runner;
    private boolean warm;
    private Conclusion conclusion;
    private int needed;
    private SearchOutcome ending;

    /**
     * @param configuration of the deployment; its users are those the data set is made for
     * @param room of the machine
     * @param began when the search would have begun if nothing had interrupted it
     * @param further time for what follows the search
     */
    PeakSearchRun(
            Environment environment,
            PeakRequest request,
            Configuration configuration,
            SearchJournal memory,
            Room room,
            Instant began,
            TimeRange further) {
        this.environment = environment;
        this.request = request;
        this.configuration = configuration;
        this.memory = memory;
        this.began = began;
        this.further = further;
        this.left = new TimeLeft(environment.time());
        this.top = Math.min(request.search().most(), room.users());
        this.search = memory.search(room);
        search.resumed();
    }

    /** Users a larger set has to be made for; 0 when this one sufficed. */
    int needed() {
        return needed;
    }

    /** Null when the run did not come to its report. */
    SearchOutcome ending() {
        return ending;
    }

    /** After the climb, whose users tell how many. */
    @Override
    public boolean warmsUp() {
        return true;
    }

    @Override
    public boolean choosesUsers() {
        return true;
    }

    @Override
    public List<Path> load(Stage stage, Journal journal, Progress progress) throws IOException, InterruptedException {
        progress.done();
        progress.begin(Phase.SEARCH);
        stage.used().run();
        runner = new ProbeRunner(environment, stage, request, () -> soFar(stage, journal, progress));
        while (conclusion == null && needed == 0) {
            switch (search.next(affordable())) {
                case Step.Ascend ascend -> climb(ascend);
                case Step.Measure wanted -> measure(wanted);
                case Step.Done done -> conclusion = explained(done.conclusion());
            }
        }
        if (request.levels() && conclusion != null && conclusion.kind() == Kind.FOUND) {
            int[] shares = shares(conclusion.peak());
            for (int users : shares) {
                left.begin(
                        request.oneLevel(),
                        request.ending(shares.length - levels.size() - 1).plus(further));
                level(users);
            }
        }
        progress.remark(conclusion == null ? "a larger data set is needed" : PeakSummary.briefly(conclusion));
        Path answered = runner.end();
        progress.done();
        return List.of(answered);
    }

    /** Each number once, as its result has the name of it: of two users a quarter and a half are both one. */
    private static int[] shares(Peak peak) {
        return DoubleStream.of(LEVELS)
                .mapToInt(level -> (int) Math.max(1, Math.round(level * peak.middle())))
                .distinct()
                .toArray();
    }

    /** With what was wrong with the last probe, which the user can mend. */
    private Conclusion explained(Conclusion found) {
        List<ProbeResult> findings = memory.findings();
        boolean last = !findings.isEmpty() && findings.getLast().probe().outcome() == Outcome.INVALID;
        return found.kind() == Kind.INVALID && last
                ? new Conclusion(
                        Kind.INVALID,
                        null,
                        0,
                        found.reason() + ": " + findings.getLast().headline())
                : found;
    }

    private MeasurementConditions conditions() {
        return Disclosures.conditions(configuration);
    }

    private int affordable() {
        long left = request.search().budget().toSeconds() - taken();
        return (int) Math.clamp(left / request.longestProbe().toSeconds(), 0, Integer.MAX_VALUE);
    }

    private long taken() {
        return Duration.between(began, environment.time().instant()).toSeconds();
    }

    private int setUsers() {
        return configuration.load().users();
    }

    private void climb(Step.Ascend ascend) throws IOException, InterruptedException {
        if (memory.passed() > 0 && affordable() == 0) {
            climbed(new Climb(memory.passed(), 0));
            return;
        }
        int from = Math.max(ascend.from(), memory.borne() / COLD);
        Climb climb = runner.climb(from, Math.min(ascend.most(), setUsers()), users -> memory.borne(users, taken()));
        if (climb.bad() == 0 && setUsers() < top && affordable() > 0) {
            memory.passed(climb.good(), taken());
            needed = SetSizes.afterPassing(climb.good(), top);
            say(String.format(Locale.ROOT, "climb    %,d users pass, and the data set is for no more", climb.good()));
            return;
        }
        climbed(climb);
    }

    private void climbed(Climb climb) throws IOException {
        search.climbed(climb);
        memory.climbed(climb, taken());
        say(String.format(
                Locale.ROOT,
                "climb    about %,d users pass%s",
                climb.good(),
                climb.bad() == 0 ? "" : String.format(Locale.ROOT, ", %,d do not", climb.bad())));
    }

    private void measure(Step.Measure wanted) throws IOException, InterruptedException {
        if (wanted.users() > setUsers()) {
            needed = SetSizes.around(wanted.users(), top);
            return;
        }
        warmed(wanted.users() / 2);
        int number = memory.findings().size() + 1;
        left.begin(request.oneProbe(), after(number));
        String stage = "probe " + number + " of at most " + request.search().probes() + ", ";
        ProbeResult finding = runner.probe(number, wanted.users(), wanted.purpose(), () -> stage + left.words());
        search.probed(finding.probe(), wanted.purpose());
        memory.found(finding, taken());
        environment.console().found(finding);
        Peak known = search.peak();
        say(PeakSummary.line(finding) + "  → peak " + Words.users(known.lower()) + ".." + Words.users(known.upper())
                + " users");
    }

    /** What follows the probe of this number. */
    private TimeRange after(int number) {
        int most = Math.clamp(affordable() - 1, 0, Math.max(0, request.search().probes() - number));
        int fewest = Math.clamp(PeakSearch.FEWEST_PROBES - number, 0, most);
        return request.probes(fewest, most).plus(request.ending()).plus(further);
    }

    /** Before the first people of a deployment are timed: a climb takes a minute, and the compilers of a server are busy for five. */
    private void warmed(int users) throws IOException, InterruptedException {
        if (!warm) {
            runner.warm(users);
            warm = true;
        }
    }

    private void level(int users) throws IOException, InterruptedException {
        warmed(users);
        ProbeResult finding = runner.probe(
                0,
                users,
                Purpose.LEVEL,
                () -> String.format(Locale.ROOT, "%,d users, a share of the peak, %s", users, left.words()));
        levels.add(finding);
        environment.console().found(finding);
        say(PeakSummary.line(finding));
    }

    private void say(String text) {
        environment.console().step("  " + text);
    }

    @Override
    public RunOutcome report(
            ResultWriter results, Deployment deployment, Journal journal, Progress progress, HarnessException failure) {
        progress.done();
        ending = outcome(results, deployment, journal, failure);
        if (runner != null) {
            new ProbeResultWriter(ending, progress.times()).write(runner.probes(), environment.console());
        }
        return new RunOutcome(null, results.directory(), failure);
    }

    private ProbeResultWriter soFar(Stage stage, Journal journal, Progress progress) {
        return new ProbeResultWriter(outcome(stage.results(), stage.deployment(), journal, null), progress.times());
    }

    private SearchOutcome outcome(
            ResultWriter results, Deployment deployment, Journal journal, HarnessException failure) {
        Map<String, String> versions = new TreeMap<>(journal.versions());
        // As it was when the search began: its file may be gone by now.
        versions.put(Disclosure.PROFILE, memory.request().profile());
        return new SearchOutcome(
                results.info(deployment.configuration()),
                Conclusions.audited(conclusion, journal, failure),
                List.copyOf(levels),
                conditions(),
                journal.auditBefore(),
                journal.auditAfter(),
                Disclosures.of(deployment, journal.hosts(), versions, journal.started()));
    }
}
