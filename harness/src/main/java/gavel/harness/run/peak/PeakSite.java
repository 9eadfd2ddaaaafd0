package gavel.harness.run.peak;

import gavel.driver.api.LoadReport;
import gavel.driver.api.LoadReport.OperationReport;
import gavel.driver.api.LoadSpec;
import gavel.driver.api.LoadSpec.Phases;
import gavel.harness.collect.Collector;
import gavel.harness.collect.bottleneck.Bottlenecks;
import gavel.harness.collect.bottleneck.BrokenTime;
import gavel.harness.peak.Climb;
import gavel.harness.peak.Finding;
import gavel.harness.peak.Finding.Use;
import gavel.harness.peak.Probe;
import gavel.harness.peak.ProbeTimes;
import gavel.harness.peak.Step.Purpose;
import gavel.harness.peak.Worst;
import gavel.harness.result.Figures;
import gavel.harness.result.Findings;
import gavel.harness.run.Journal;
import gavel.harness.run.LoadPhases;
import gavel.harness.run.Progress;
import gavel.harness.run.Surroundings;
import gavel.harness.run.Work;
import gavel.harness.tier.Tiers;
import gavel.harness.verdict.Audit;
import gavel.harness.verdict.Evidence.Circumstances;
import gavel.harness.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/** Puts the loads of a search on one deployment, one after the other on the same driver, whose users stay from each to the next. */
final class PeakSite {
    private final Surroundings surroundings;
    private final Work.Site site;
    private final PeakRequest request;
    private final Circumstances circumstances;
    private final Audit audited;
    private final List<PeakProbe> probes = new ArrayList<>();
    /** Users of the probe before, when it passed: a higher level is approached from below without a rest. 0 otherwise. */
    private int borne;

    /** @param audited of the data before the load; one after all loads is the whole search's */
    PeakSite(
            Surroundings surroundings,
            Work.Site site,
            PeakRequest request,
            Circumstances circumstances,
            Audit audited) {
        this.surroundings = surroundings;
        this.site = site;
        this.request = request;
        this.circumstances = circumstances;
        this.audited = audited;
    }

    /** @param borne is told of each number of users that passed */
    Climb climb(int from, int most, ClimbLoad.Borne borne) throws IOException, InterruptedException {
        site.prepare(spec(from, EndlessLoad.phases(), 0, directory("climb")));
        try (EndlessLoad load = EndlessLoad.begin(told("climb"), site.generator())) {
            return ClimbLoad.ascend(load, from, most, borne);
        }
    }

    /**
     * Half the users of the next level, until the system bears them without trouble, or a minute has passed: so no level inherits the
     * queues of another, each is approached from below, and the auctions never lose their bidders.
     */
    private void rest(int users, String where) throws IOException, InterruptedException {
        site.prepare(spec(half(users), EndlessLoad.phases(), 0, null));
        try (EndlessLoad load = EndlessLoad.begin(told(where), site.generator())) {
            load.watch(EndlessLoad.SETTLE_SECONDS);
            load.calm(ProbeTimes.MOST_WINDOWS);
        }
    }

    /**
     * Those who are missing come, until the system bears all without trouble, or a minute has passed: what queues up while people come, and is gone when they have, says nothing of their
     * number.
     *
     * @return whether it bears them
     */
    private boolean arrive(int users, int rampSeconds, String where) throws IOException, InterruptedException {
        site.prepare(spec(users, EndlessLoad.phases(rampSeconds), 0, null));
        try (EndlessLoad load = EndlessLoad.begin(told(where), site.generator())) {
            load.watch(rampSeconds);
            return load.calm(ProbeTimes.MOST_WINDOWS);
        }
    }

    private static int half(int users) {
        return Math.max(1, users / 2);
    }

    /** People for as long as those of a run come and warm the system up; nobody looks at how they fare. */
    void warm(int users) throws IOException, InterruptedException {
        site.prepare(spec(Math.max(1, users), EndlessLoad.phases(), 0, null));
        try (EndlessLoad load = EndlessLoad.begin(told("warming up"), site.generator())) {
            load.watch(request.warmUpSeconds());
        }
    }

    private Surroundings told(String where) {
        return surroundings.with(new SearchConsole(surroundings.console(), where));
    }

    /** @param where in words, for the status line */
    Finding probe(int number, int users, Purpose purpose, String where) throws IOException, InterruptedException {
        String name = purpose == Purpose.LEVEL
                ? String.format(Locale.ROOT, "level-%d-users", users)
                : String.format(Locale.ROOT, "%02d-%d-users", number, users);
        Path directory = directory(name);
        boolean level = purpose == Purpose.LEVEL;
        boolean rested = borne == 0 || borne >= users;
        int present = rested ? half(users) : borne;
        Instant began = surroundings.time().instant();
        if (rested) {
            rest(users, where);
        }
        borne = 0;
        boolean calm = arrive(users, request.rampSeconds(present, users), where);
        Phases phases = level ? request.level(calm) : request.probe(calm);
        LoadSpec spec = spec(users, phases, level ? 0 : request.earliestEndSeconds(), directory);
        site.prepare(spec);
        Journal journal = new Journal();
        Surroundings quiet = told(where);
        try (Collector collector = surroundings.collectors().apply(site.instances())) {
            new LoadPhases(quiet, new Progress(quiet.console(), surroundings.time()), journal, collector)
                    .run(site.generator(), spec);
        }
        PeakProbe probe = new PeakProbe(
                directory, users, phases, began, surroundings.time().instant(), journal);
        probes.add(probe);
        Finding finding = finding(number, purpose, probe);
        borne = finding.probe().outcome() == Probe.Outcome.PASS ? users : 0;
        return finding;
    }

    List<PeakProbe> probes() {
        return List.copyOf(probes);
    }

    /**
     * Everybody leaves.
     *
     * @return file of the bids that were answered in all loads
     */
    Path end() throws IOException, InterruptedException {
        site.generator().stop(false);
        Path file = site.directory().resolve("probes").resolve("answered-bids.csv");
        site.generator().answeredBids(file);
        return file;
    }

    private Finding finding(int number, Purpose purpose, PeakProbe made) {
        LoadReport load = made.journal().load();
        Verdict verdict = made.verdict(circumstances, audited);
        Worst worst = load == null ? new Worst(0, "no report") : Worst.of(load);
        Probe.Outcome outcome =
                switch (verdict.status()) {
                    case PASS -> Probe.Outcome.PASS;
                    case FAIL -> Probe.Outcome.FAIL;
                    case INVALID -> Probe.Outcome.INVALID;
                };
        Figures figures = load == null ? null : Figures.of(load);
        return new Finding(
                number,
                purpose,
                new Probe(made.users(), outcome, worst.ofLimit(), served(load)),
                worst.subject(),
                verdict.headline(),
                made.began().toEpochMilli(),
                figures == null ? 0 : figures.seconds(),
                Duration.between(made.began(), made.ended()).toMillis() / 1_000.0,
                figures == null ? 0 : figures.operationsPerSecond(),
                load == null ? null : millis(load, 0.5),
                load == null ? null : millis(load, 0.99),
                use(made.journal(), figures, verdict));
    }

    /** Of the users' work; 1 where there is no report. */
    private static double served(LoadReport load) {
        if (load == null
                || load.rate() == null
                || load.rate().expectedMainStarts() <= 0
                || load.rate().mainStarts() <= 0) {
            return 1;
        }
        return Math.min(1, load.rate().mainStarts() / load.rate().expectedMainStarts());
    }

    private static Use use(Journal journal, Figures figures, Verdict verdict) {
        BrokenTime broken =
                verdict.status() == Verdict.Status.PASS ? BrokenTime.NONE : BrokenTime.of(journal.intervals());
        return Use.of(
                journal.collected(),
                figures == null ? 0 : figures.succeeded(),
                journal.load() == null ? 0 : journal.load().counters().getOrDefault("exchanges", 0L),
                Tiers.APP_SERVERS,
                Findings.DRIVER_TIER,
                Bottlenecks.find(journal.collected(), broken, Findings.DRIVER_TIER));
    }

    /** The largest at this quantile of the operations people wait for; null where too few starts tell it of any. */
    private static Double millis(LoadReport load, double quantile) {
        return load.operations().stream()
                .filter(operation -> Figures.judged(operation) && !operation.background())
                .map(OperationReport::response)
                .map(latency -> Figures.millis(latency, quantile))
                .filter(Objects::nonNull)
                .max(Comparator.naturalOrder())
                .orElse(null);
    }

    private Path directory(String name) throws IOException {
        return Files.createDirectories(site.directory().resolve("probes").resolve(name));
    }

    private LoadSpec spec(int users, Phases phases, int earliestEndSeconds, Path directory) {
        return site.spec()
                .with(
                        users,
                        phases,
                        directory == null ? null : directory.toAbsolutePath().toString(),
                        earliestEndSeconds >= phases.measureSeconds() ? 0 : earliestEndSeconds);
    }
}
