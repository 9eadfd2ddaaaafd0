package gavel.harness.run.peak;

import gavel.harness.config.Configuration;
import gavel.harness.deployment.Deployment;
import gavel.harness.failure.HarnessException;
import gavel.harness.peak.Climb;
import gavel.harness.peak.Conclusion;
import gavel.harness.peak.Conclusion.Kind;
import gavel.harness.peak.Finding;
import gavel.harness.peak.Peak;
import gavel.harness.peak.PeakSearch;
import gavel.harness.peak.Probe.Outcome;
import gavel.harness.peak.Room;
import gavel.harness.peak.SearchJournal;
import gavel.harness.peak.SetSizes;
import gavel.harness.peak.Step;
import gavel.harness.peak.Step.Purpose;
import gavel.harness.report.text.PeakSummary;
import gavel.harness.result.Disclosure;
import gavel.harness.run.Disclosures;
import gavel.harness.run.Journal;
import gavel.harness.run.Phase;
import gavel.harness.run.Progress;
import gavel.harness.run.ResultWriter;
import gavel.harness.run.RunOutcome;
import gavel.harness.run.Surroundings;
import gavel.harness.run.Work;
import gavel.harness.verdict.Evidence.Circumstances;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Carries out what a search asks for on one deployment: {@code gavel peak}. Ends with a conclusion, or when the search wants more users
 * than the data set was made for; then another deployment with a larger set goes on.
 */
final class PeakWork implements Work {
    private static final double[] LEVELS = {0.25, 0.5, 0.75};
    /** What has been borne on another deployment is known, but the system is cold again. */
    private static final int COLD = 4;

    private final Surroundings surroundings;
    private final PeakRequest request;
    private final Configuration configuration;
    private final SearchJournal memory;
    private final Instant began;
    private final int top;
    private final PeakSearch search;
    private final List<Finding> levels = new ArrayList<>();
    private PeakSite site;
    private boolean warm;
    private Conclusion conclusion;
    private int needed;
    private PeakEnding ending;

    /**
     * @param configuration of the deployment; its users are those the data set is made for
     * @param room of the machine
     * @param began when the search would have begun if nothing had interrupted it
     */
    PeakWork(
            Surroundings surroundings,
            PeakRequest request,
            Configuration configuration,
            SearchJournal memory,
            Room room,
            Instant began) {
        this.surroundings = surroundings;
        this.request = request;
        this.configuration = configuration;
        this.memory = memory;
        this.began = began;
        this.top = Math.min(request.search().most(), room.users());
        this.search = memory.search(room);
    }

    /** Users a larger set has to be made for; 0 when this one sufficed. */
    int needed() {
        return needed;
    }

    /** Null when the life did not come to its report. */
    PeakEnding ending() {
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
    public List<Path> load(Site where, Journal journal, Progress progress) throws IOException, InterruptedException {
        progress.done();
        progress.begin(Phase.SEARCH);
        where.used().run();
        site = new PeakSite(surroundings, where, request, circumstances(), journal.auditBefore());
        while (conclusion == null && needed == 0) {
            switch (search.next(affordable())) {
                case Step.Ascend ascend -> climb(ascend);
                case Step.Measure wanted -> measure(wanted);
                case Step.Done done -> conclusion = explained(done.conclusion());
            }
        }
        if (request.levels() && conclusion != null && conclusion.kind() == Kind.FOUND) {
            for (double level : LEVELS) {
                level((int) Math.max(1, Math.round(level * conclusion.peak().middle())));
            }
        }
        progress.remark(conclusion == null ? "a larger data set is needed" : PeakSummary.briefly(conclusion));
        Path answered = site.end();
        progress.done();
        return List.of(answered);
    }

    /** What was wrong with the last probe is what somebody can mend. */
    private Conclusion explained(Conclusion found) {
        List<Finding> findings = memory.findings();
        boolean last = !findings.isEmpty() && findings.getLast().probe().outcome() == Outcome.INVALID;
        return found.kind() == Kind.INVALID && last
                ? new Conclusion(
                        Kind.INVALID,
                        null,
                        0,
                        found.reason() + ": " + findings.getLast().headline())
                : found;
    }

    private Circumstances circumstances() {
        return new Circumstances(
                configuration.load().lengthName(),
                configuration.services(),
                configuration.load().builtInProfile(),
                true,
                configuration.durable());
    }

    private int affordable() {
        long left = request.search().budget().toSeconds() - taken();
        return (int) Math.clamp(left / request.longestProbe().toSeconds(), 0, Integer.MAX_VALUE);
    }

    private long taken() {
        return Duration.between(began, surroundings.time().instant()).toSeconds();
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
        Climb climb = site.climb(from, Math.min(ascend.most(), setUsers()), users -> memory.borne(users, taken()));
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
                "climb    %,d users pass%s",
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
        String where = "probe %d of at most %d (%s)"
                .formatted(number, request.search().probes(), wanted.purpose().words());
        Finding finding = site.probe(number, wanted.users(), wanted.purpose(), where);
        search.probed(finding.probe(), wanted.purpose());
        memory.found(finding, taken());
        surroundings.console().found(finding);
        Peak known = search.peak();
        say(PeakSummary.line(finding)
                + String.format(Locale.ROOT, "  → peak %,.0f..%,.0f users", known.lower(), known.upper()));
    }

    /** Before the first people of a deployment are timed: a climb takes a minute, and the compilers of a server are busy for five. */
    private void warmed(int users) throws IOException, InterruptedException {
        if (!warm) {
            site.warm(users);
            warm = true;
        }
    }

    private void level(int users) throws IOException, InterruptedException {
        warmed(users);
        Finding finding = site.probe(
                0, users, Purpose.LEVEL, String.format(Locale.ROOT, "%,d users, a share of the peak", users));
        levels.add(finding);
        surroundings.console().found(finding);
        say(PeakSummary.line(finding));
    }

    private void say(String text) {
        surroundings.console().line("  " + text);
    }

    @Override
    public RunOutcome report(
            ResultWriter results, Deployment deployment, Journal journal, Progress progress, HarnessException failure) {
        progress.done();
        Map<String, String> versions = new TreeMap<>(journal.versions());
        // As it was when the search began: its file may be gone by now.
        versions.put(Disclosure.PROFILE, memory.request().profile());
        ending = new PeakEnding(
                results.info(deployment.configuration()),
                Conclusions.audited(conclusion, journal, failure),
                List.copyOf(levels),
                circumstances(),
                journal.auditBefore(),
                journal.auditAfter(),
                Disclosures.of(deployment, versions));
        if (site != null) {
            new ProbeResults(ending, progress.times()).write(site.probes(), surroundings.console());
        }
        return new RunOutcome(null, results.directory(), failure);
    }
}
