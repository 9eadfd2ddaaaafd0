package gavel.harness.run.peak;

import gavel.driver.api.LoadSpec;
import gavel.driver.api.LoadSpec.Phases;
import gavel.harness.collect.Collector;
import gavel.harness.collect.power.MeteredCollector;
import gavel.harness.peak.Climb;
import gavel.harness.peak.Probe;
import gavel.harness.peak.ProbeResult;
import gavel.harness.peak.ProbeTimes;
import gavel.harness.peak.Step.Purpose;
import gavel.harness.run.Environment;
import gavel.harness.run.Experiment;
import gavel.harness.run.Journal;
import gavel.harness.run.LoadPhases;
import gavel.harness.run.Progress;
import gavel.harness.run.endless.EndlessLoad;
import gavel.harness.run.endless.PartConsole;
import gavel.harness.topology.Tiers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Puts the loads of a search on one deployment, one after the other on the same driver, whose users stay from each to the next. */
final class ProbeRunner {
    private final Environment environment;
    private final Experiment.Stage stage;
    private final PeakRequest request;
    private final Supplier<ProbeResultWriter> writer;
    private final List<PeakProbe> probes = new ArrayList<>();
    /** Users of the probe before, when it passed: a higher level is approached from below without a rest. 0 otherwise. */
    private int borne;
    /** Whether everybody has left since the last load. */
    private boolean empty;

    /** @param writer with what the deployment would leave behind now */
    ProbeRunner(
            Environment environment, Experiment.Stage stage, PeakRequest request, Supplier<ProbeResultWriter> writer) {
        this.environment = environment;
        this.stage = stage;
        this.request = request;
        this.writer = writer;
    }

    /** @param borne is told of each number of users that passed */
    Climb climb(int from, int most, ClimbLoad.Borne borne) throws IOException, InterruptedException {
        stage.prepare(spec(from, EndlessLoad.phases(), 0, directory("climb")));
        try (Collector watch = stage.watch().get();
                EndlessLoad load = EndlessLoad.begin(told(() -> "climb"), stage.generator(), watch)) {
            return ClimbLoad.ascend(load, from, most, borne);
        }
    }

    /**
     * Half the users of the next level, until the system serves them well, or a minute has passed. So no level inherits the queues of
     * another, each is approached from below, and the auctions never lose their bidders.
     */
    private void rest(int users, Collector watch, Supplier<String> where) throws IOException, InterruptedException {
        // Where nobody is left this half comes as slowly as the other: within seconds it would be an overload by
        // itself.
        Phases phases = empty ? EndlessLoad.phases(request.rampSeconds(half(users), users)) : EndlessLoad.phases();
        stage.prepare(spec(half(users), phases, 0, null));
        empty = false;
        try (EndlessLoad load = EndlessLoad.begin(told(where), stage.generator(), watch)) {
            load.watch(Math.max(EndlessLoad.SETTLE_SECONDS, phases.rampSeconds()));
            load.calm(ProbeTimes.MOST_WINDOWS);
        }
    }

    /**
     * The other users come, until the system serves all of them well, or a minute has passed. What queues up while people come, and is gone
     * when they have, says nothing of their number.
     *
     * @return whether it serves them well
     */
    private boolean arrive(int users, int rampSeconds, Collector watch, Supplier<String> where)
            throws IOException, InterruptedException {
        stage.prepare(spec(users, EndlessLoad.phases(rampSeconds), 0, null));
        try (EndlessLoad load = EndlessLoad.begin(told(where), stage.generator(), watch)) {
            load.watch(rampSeconds);
            return load.calm(ProbeTimes.MOST_WINDOWS);
        }
    }

    private static int half(int users) {
        return Math.max(1, users / 2);
    }

    /** Users come for as long as those of a run and warm the system up; how they fare is not looked at. */
    void warm(int users) throws IOException, InterruptedException {
        stage.prepare(spec(Math.max(1, users), EndlessLoad.phases(), 0, null));
        try (Collector watch = stage.watch().get();
                EndlessLoad load = EndlessLoad.begin(told(() -> "warming up"), stage.generator(), watch)) {
            load.watch(request.warmUpSeconds());
        }
    }

    private Environment told(Supplier<String> where) {
        return environment.with(new PartConsole(environment.console(), where));
    }

    /**
     * Watched from the rest before it on: what happens to the platform while people come may last into the measurement.
     *
     * @param where in words, for the status line
     */
    ProbeResult probe(int number, int users, Purpose purpose, Supplier<String> where)
            throws IOException, InterruptedException {
        try (Collector collector = MeteredCollector.of(stage.watch().get(), request.meter())) {
            return probe(number, users, purpose, collector, where);
        }
    }

    private ProbeResult probe(int number, int users, Purpose purpose, Collector collector, Supplier<String> where)
            throws IOException, InterruptedException {
        ProbeResult.Asked asked = new ProbeResult.Asked(number, purpose, users);
        Path directory = directory(asked.directory());
        boolean level = purpose == Purpose.LEVEL;
        boolean rested = borne == 0 || borne >= users;
        int present = rested ? half(users) : borne;
        Instant began = environment.time().instant();
        if (rested) {
            rest(users, collector, where);
        }
        borne = 0;
        boolean calm = arrive(users, request.rampSeconds(present, users), collector, where);
        Phases phases = level ? request.level(calm) : request.probe(calm);
        LoadSpec spec = spec(users, phases, level ? 0 : request.earliestEndSeconds(), directory);
        stage.prepare(spec);
        Journal journal = new Journal();
        Environment quiet = told(where);
        new LoadPhases(quiet, new Progress(quiet.console(), environment.time()), journal, collector)
                .run(stage.generator(), spec);
        PeakProbe probe = new PeakProbe(
                directory, users, phases, began, environment.time().instant(), journal);
        probes.add(probe);
        ProbeResultWriter results = writer.get();
        results.keep(probe, environment);
        ProbeResult finding = finding(asked, probe, results.ending());
        borne = finding.probe().outcome() == Probe.Outcome.PASS ? users : 0;
        return finding;
    }

    List<PeakProbe> probes() {
        return List.copyOf(probes);
    }

    /** All users leave, and may come again. */
    void leave() throws IOException, InterruptedException {
        stage.generator().stop(false);
        borne = 0;
        empty = true;
    }

    /**
     * All users leave for good.
     *
     * @return file of the bids that were answered in all loads
     */
    Path end() throws IOException, InterruptedException {
        stage.generator().stop(false);
        Path file = stage.directory().resolve(ProbeResult.DIRECTORY).resolve("answered-bids.csv");
        stage.generator().answeredBids(file);
        return file;
    }

    /** Judged by the audit before the load: one after all loads is the whole search's. */
    private static ProbeResult finding(ProbeResult.Asked asked, PeakProbe made, SearchOutcome soFar) {
        return ProbeResult.of(
                asked,
                new ProbeResult.Measured(
                        made.journal().load(),
                        made.journal().collected(),
                        made.journal().intervals()),
                made.verdict(soFar.conditions(), soFar.auditBefore()),
                made.began(),
                Duration.between(made.began(), made.ended()).toMillis() / 1_000.0,
                Tiers.APP_SERVERS);
    }

    private Path directory(String name) throws IOException {
        return Files.createDirectories(
                stage.directory().resolve(ProbeResult.DIRECTORY).resolve(name));
    }

    private LoadSpec spec(int users, Phases phases, int earliestEndSeconds, Path directory) {
        return stage.spec()
                .with(
                        users,
                        phases,
                        directory == null ? null : stage.output().apply(directory.toAbsolutePath()),
                        earliestEndSeconds >= phases.measureSeconds() ? 0 : earliestEndSeconds);
    }
}
