package gavel.harness.run.failover;

import static java.util.Locale.ROOT;

import gavel.driver.api.IntervalReport;
import gavel.driver.api.LoadSpec.Phases;
import gavel.harness.action.Levers;
import gavel.harness.collect.Collected.ProcessEvent;
import gavel.harness.collect.Collector;
import gavel.harness.experiment.Asked;
import gavel.harness.experiment.ExperimentJournal;
import gavel.harness.experiment.TimeLeft;
import gavel.harness.experiment.TimeRange;
import gavel.harness.failover.FailoverResult;
import gavel.harness.failover.Fault;
import gavel.harness.failover.FaultMade;
import gavel.harness.failover.FaultReading;
import gavel.harness.failover.FaultResult;
import gavel.harness.report.text.FailoverSummary;
import gavel.harness.run.Environment;
import gavel.harness.run.Journal;
import gavel.harness.run.Phase;
import gavel.harness.run.Progress;
import gavel.harness.run.endless.EndlessLoad;
import gavel.harness.run.endless.PartConsole;
import gavel.harness.run.experiment.DeployedExperiment;
import gavel.harness.run.experiment.ExperimentFindings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/** Makes the faults that are left on one deployment, one after the other under one steady load: {@code gavel failover}. */
final class FailoverRun extends DeployedExperiment<FailoverResult.Second> {
    /** However long starts take: a load of a given length would end among the faults. */
    private static final int TIMES_PREDICTED = 4;
    /** What a start may take beside that: a machine that is switched on takes some minutes. */
    private static final int SLOW_START = 600;

    private static final int HOUR = 3_600;
    private static final int LONGEST = 6 * 24 * HOUR;

    private final Environment environment;
    private final FailoverRequest request;
    private final ExperimentJournal<Asked, FaultResult> memory;
    private final Function<Runnable, Thread> threads;
    /** How often each end without an order was told, whenever it was. */
    private final Map<ProcessEvent, Integer> unordered = new HashMap<>();

    private final TimeLeft time;
    private String where = "";
    private String problem = "";
    /** Of the faults made, how many do not count and are made again. */
    private int replaced;

    /**
     * @param standing when an earlier load was over; null where there are faults to be made
     * @param threads starts what makes a fault while people are watched
     */
    FailoverRun(
            Environment environment,
            FailoverRequest request,
            ExperimentJournal<Asked, FaultResult> memory,
            ExperimentFindings standing,
            Function<Runnable, Thread> threads) {
        super(memory, standing, FailoverResult.Second[].class);
        this.threads = threads;
        this.environment = environment;
        this.request = request;
        this.memory = memory;
        this.time = new TimeLeft(environment.time());
        this.replaced = request.replaced(memory.found());
    }

    int replaced() {
        return replaced;
    }

    List<FailoverResult.Second> course() {
        return List.copyOf(beside);
    }

    /** Why the walk ended early; empty where it did not. */
    String problem() {
        return problem;
    }

    @Override
    public List<Path> load(Stage stage, Journal journal, Progress progress) throws IOException, InterruptedException {
        progress.done();
        progress.begin(Phase.FAULTS);
        stage.used().run();
        Path directory =
                Files.createDirectories(stage.directory().resolve("load")).toAbsolutePath();
        stage.prepare(stage.spec()
                .with(
                        stage.spec().users(),
                        phases(stage.spec().phases()),
                        stage.output().apply(directory),
                        0));
        where = "users come";
        time.begin(TimeRange.about(request.warmUpSeconds()), request.after(left()));
        Supplier<String> place = () -> where + ", " + time.words();
        Environment told = environment.with(new PartConsole(environment.console(), place));
        try (Collector collector = stage.watch().get();
                EndlessLoad load = EndlessLoad.begin(told, stage.generator(), collector)) {
            watch(load, request.warmUpSeconds());
            walk(load, collector, stage.levers().apply(collector));
            lookAt(collector);
        }
        stage.generator().stop(false);
        progress.remark(memory.found().size() + " of " + planned() + " made");
        Path answered = directory.resolve("answered-bids.csv");
        stage.generator().answeredBids(answered);
        return List.of(answered);
    }

    private Phases phases(Phases configured) {
        List<Fault> left = left();
        long waits = 2 * request.settings().patience().toSeconds() + SLOW_START;
        long measured = HOUR + TIMES_PREDICTED * request.usual(left).toSeconds() + left.size() * waits;
        return new Phases(
                configured.rampSeconds(), configured.warmUpSeconds(), (int) Math.min(LONGEST, measured), Phases.STAY);
    }

    private void walk(EndlessLoad load, Collector collector, Levers levers) throws IOException, InterruptedException {
        FaultMaker maker = new FaultMaker(
                levers,
                environment.time(),
                request.settings().lasting(),
                request.run().deployment() != null);
        FaultWalk faults = new FaultWalk(seconds -> watch(load, seconds), maker, request.settings(), threads);
        while (problem.isEmpty() && !left().isEmpty()) {
            List<Fault> left = left();
            Fault fault = left.getFirst();
            int number = memory.found().size() + 1;
            where = "fault %s of %s, %s".formatted(number, planned(), fault.words());
            time.begin(request.range(List.of(fault)), request.after(left.subList(1, left.size())));
            FaultResult made = faults.make(number, fault);
            List<ProcessEvent> incidents = incidents(collector);
            FaultResult result = withoutIncident(made, incidents);
            memory.found(result);
            // After a fault that does not count for another reason the result cannot count.
            if (faults.chance() && incidents.isEmpty() && request.lost(memory.found()) == replaced + 1) {
                replaced = request.replaced(memory.found());
            }
            environment.console().step("  " + FailoverSummary.line(result));
            if (result.beganMillis() > 0 && result.healedMillis() == 0) {
                problem = "the experiment ended at fault " + number + ", as " + fault.instance()
                        + " did not come back: " + result.problem();
            }
        }
    }

    private List<IntervalReport> watch(EndlessLoad load, int seconds) throws IOException, InterruptedException {
        List<IntervalReport> seen = new ArrayList<>();
        for (int i = 0; i < seconds; i++) {
            seen.addAll(load.watch(1));
            beside.add(FaultReading.course(seen.getLast()));
        }
        return seen;
    }

    /**
     * Processes that ended without an order since they were last asked for. A host that is lost takes what it told of its processes with it, and
     * tells instead that they are gone.
     */
    private List<ProcessEvent> incidents(Collector collector) {
        Map<ProcessEvent, Integer> told = new HashMap<>();
        List<ProcessEvent> fresh = new ArrayList<>();
        for (ProcessEvent event : collector.collected().events()) {
            ProcessEvent what = new ProcessEvent(0, event.tier(), event.instance(), event.kind(), event.detail());
            if (told.merge(what, 1, Integer::sum) > unordered.getOrDefault(what, 0)) {
                fresh.add(event);
            }
        }
        told.forEach((what, times) -> unordered.merge(what, times, Math::max));
        return fresh;
    }

    /** A process that ended without an order is another fault, and what each of the two cost is not known. */
    private static FaultResult withoutIncident(FaultResult result, List<ProcessEvent> fresh) {
        if (fresh.isEmpty() || !result.counts()) {
            return result;
        }
        ProcessEvent first = fresh.getFirst();
        String what = String.format(
                ROOT,
                "%s %s without an order: %s",
                first.instance(),
                first.kind().name().toLowerCase(ROOT),
                first.detail());
        return FaultReading.unread(
                result.number(),
                result.fault(),
                new FaultMade(result.beganMillis(), result.seenMillis(), result.healedMillis(), what));
    }

    private List<Fault> left() {
        return request.left(memory.found(), replaced);
    }

    private int planned() {
        return request.faults().size() + replaced;
    }
}
