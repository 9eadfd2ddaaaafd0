package gavel.harness.run.elastic;

import gavel.driver.api.LoadReport;
import gavel.driver.api.LoadSpec;
import gavel.driver.api.LoadSpec.Phases;
import gavel.driver.api.RuleOutcome;
import gavel.harness.action.ActionSettings;
import gavel.harness.action.Levers;
import gavel.harness.collect.Collector;
import gavel.harness.config.Configuration;
import gavel.harness.config.placement.Placement;
import gavel.harness.elastic.Decider;
import gavel.harness.elastic.ElasticPass;
import gavel.harness.elastic.ElasticResult.CapacityProbe;
import gavel.harness.elastic.PassReading;
import gavel.harness.elastic.ScalingRule;
import gavel.harness.elastic.Steps;
import gavel.harness.elastic.SupplySpec;
import gavel.harness.experiment.Asked;
import gavel.harness.experiment.ExperimentJournal;
import gavel.harness.experiment.TimeLeft;
import gavel.harness.platform.Autoscaler;
import gavel.harness.platform.Machines;
import gavel.harness.report.text.ElasticSummary;
import gavel.harness.run.Environment;
import gavel.harness.run.Journal;
import gavel.harness.run.LoadPhases;
import gavel.harness.run.Phase;
import gavel.harness.run.Progress;
import gavel.harness.run.endless.PartConsole;
import gavel.harness.run.experiment.DeployedExperiment;
import gavel.harness.run.experiment.ExperimentFindings;
import gavel.harness.run.experiment.LoadProblems;
import gavel.harness.topology.Tiers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/** Puts the passes that are left on one deployment, between two probes of its capacity: {@code gavel elastic}. */
final class ElasticRun extends DeployedExperiment<CapacityProbe> {
    private static final double OF_THE_PEAK = 0.9;
    /** Probes that fail speak against N(k). */
    private static final int MOST_FAILED = 2;
    /** One may lack CPU, and tells nothing then. */
    private static final int MOST_PROBES = 3;

    private final Environment environment;
    private final ElasticRequest request;
    private final ExperimentJournal<Asked, ElasticPass> memory;
    private final List<Path> answered = new ArrayList<>();
    private final TimeLeft left;
    /** Passes in all. */
    private int wanted;

    /** Whether the last load lacked CPU and nothing else: then another one may count, which none does once a server is gone. */
    private boolean shortOfCpu;

    /** @param standing when an earlier load was over; null where there are passes or probes to be made */
    ElasticRun(
            Environment environment,
            ElasticRequest request,
            ExperimentJournal<Asked, ElasticPass> memory,
            ExperimentFindings standing) {
        super(memory, standing, CapacityProbe[].class);
        this.environment = environment;
        this.request = request;
        this.memory = memory;
        this.left = new TimeLeft(environment.time());
        // An experiment that was resumed has another deployment, so whatever did not count is made again.
        this.wanted = request.wanted(memory.found());
    }

    /** Of the passes in all, those that are made in the place of others. */
    int replaced() {
        return wanted - request.settings().repeats();
    }

    List<CapacityProbe> probes() {
        return List.copyOf(beside);
    }

    @Override
    public List<Path> load(Stage stage, Journal journal, Progress progress) throws IOException, InterruptedException {
        progress.done();
        progress.begin(Phase.ELASTIC);
        stage.used().run();
        probe(stage, true);
        while (memory.found().size() < wanted && beside.getLast().passed()) {
            pass(stage, memory.found().size() + 1);
        }
        if (beside.getLast().passed()) {
            probe(stage, false);
        }
        progress.remark(memory.found().size() + " of " + wanted + " passes");
        return List.copyOf(answered);
    }

    /** One may fail by chance, or because servers are not warm yet: then it is made once more. */
    private void probe(Stage stage, boolean before) throws IOException, InterruptedException {
        String name = before ? "probe-before" : "probe-after";
        int failed = 0;
        for (int number = 1; number <= MOST_PROBES && failed < MOST_FAILED; number++) {
            if (probe(stage, before, number == 1 ? name : name + "-" + number).passed()) {
                return;
            }
            failed += shortOfCpu ? 0 : 1;
        }
    }

    private CapacityProbe probe(Stage stage, boolean before, String name) throws IOException, InterruptedException {
        int servers = request.supply().first();
        int users = (int) Math.max(1, Math.floor(OF_THE_PEAK * request.table().users(servers)));
        Path directory = directory(stage, name);
        LoadSpec spec = stage.spec()
                .with(
                        users,
                        new Phases(
                                ElasticRequest.PROBE_RAMP,
                                ElasticRequest.PROBE_WARM_UP,
                                ElasticRequest.PROBE_SECONDS,
                                ElasticRequest.RAMP_DOWN),
                        stage.output().apply(directory),
                        0);
        Journal journal = new Journal();
        left.begin(
                ElasticRequest.PROBE,
                request.left(before ? wanted - memory.found().size() : 0, before ? 1 : 0));
        try (Collector collector = stage.watch().get()) {
            put(stage, spec, journal, collector, "probe of " + users + " users", _ -> {});
        }
        String problem = LoadProblems.first(journal);
        shortOfCpu = LoadProblems.onlyShortOfCpu(journal);
        String broken = problem.isEmpty() ? broken(journal.load()) : problem;
        CapacityProbe probe = new CapacityProbe(before, servers, users, broken.isEmpty(), broken);
        beside.add(probe);
        environment.console().step("  " + ElasticSummary.line(probe));
        return probe;
    }

    private static String broken(LoadReport load) {
        return load.rules().stream()
                .filter(rule -> rule.status() == RuleOutcome.Status.FAIL || rule.status() == RuleOutcome.Status.INVALID)
                .map(RuleOutcome::message)
                .findFirst()
                .orElse("");
    }

    /** One more may count in its place, but not after a pass that does not count for another reason. */
    private void keep(ElasticPass pass) throws IOException {
        memory.found(pass);
        if (shortOfCpu && request.lost(memory.found()) == replaced() + 1) {
            wanted = request.wanted(memory.found());
        }
        environment.console().step("  " + ElasticSummary.line(pass));
    }

    private void pass(Stage stage, int number) throws IOException, InterruptedException {
        int first = request.supply().first();
        Configuration configuration = request.run().configuration();
        double cores = cores(configuration, stage.machines().get());
        Journal journal = new Journal();
        AtomicReference<Instant> zero = new AtomicReference<>();
        LoadSpec spec = inDirectory(stage.spec(), stage.output().apply(directory(stage, "pass-" + number)));
        try (RequestWatch watch = new RequestWatch(stage.watch().get(), stage.instances(), environment.time())) {
            Levers levers = stage.levers().apply(watch);
            Follower.Look look = new Follower.Look(
                    watch::latest,
                    () -> zero.get() == null
                            ? 0
                            : request.path()
                                    .users(Duration.between(
                                                            zero.get(),
                                                            environment.time().instant())
                                                    .toMillis()
                                            / 1e3),
                    cores);
            try (Follower follower = new Follower(
                    decider(stage, cores),
                    levers,
                    environment.time(),
                    new Follower.Bounds(1, request.settings().most()),
                    look)) {
                String where = "pass %s of %s".formatted(number, wanted);
                left.begin(request.pass(), request.left(wanted - number, 1));
                put(stage, spec, journal, watch, where, begin -> {
                    zero.set(begin);
                    follower.begin(
                            begin,
                            Duration.ofMillis(Math.round(1_000 * request.path().seconds())),
                            first);
                });
                follower.end();
                lookAt(watch);
                ElasticPass pass = new PassReading(
                                request.table(), request.path(), zero.get().toEpochMilli(), first)
                        .read(number, journal.intervals(), follower.events(), watch.counts());
                String problem = problem(journal, follower);
                shortOfCpu = LoadProblems.onlyShortOfCpu(journal)
                        && follower.problem().isEmpty();
                keep(problem.isEmpty() ? pass : pass.without(problem));
                // This takes its time and may fail, and the pass was whole before.
                levers.apply(scale(first), (_, _) -> {});
            }
        }
    }

    private static String problem(Journal journal, Follower follower) {
        String problem = LoadProblems.first(journal);
        return problem.isEmpty() ? follower.problem() : problem;
    }

    /** Cores an application server may use: its quota, or all of its machine. */
    static double cores(Configuration configuration, Machines machines) {
        Placement placement = Placement.of(configuration);
        double quota = placement.cpu(Tiers.APP_SERVERS, 0);
        return quota > 0 ? quota : Math.max(1, machines.cores(placement, Tiers.APP_SERVERS, 1));
    }

    private static ActionSettings scale(int servers) {
        return new ActionSettings(Duration.ZERO, ActionSettings.Kind.SCALE, Tiers.APP_SERVERS, servers, null);
    }

    private Decider decider(Stage stage, double cores) throws IOException {
        return switch (request.supply()) {
            case SupplySpec.Fixed fixed -> Decider.of(Steps.of(fixed.servers()));
            case SupplySpec.Schedule schedule -> Decider.of(schedule.steps());
            case SupplySpec.Rule rule ->
                Decider.of(new ScalingRule(
                        ScalingRule.Settings.usual(1, request.settings().most(), rule.target())));
            case SupplySpec.Autoscaler hpa ->
                new AutoscalerDecider(() -> stage.autoscaler()
                        .apply(new Autoscaler.Wish(
                                request.settings().most(), cores * hpa.target() / 100, hpa.settlingSeconds())));
            case SupplySpec.Command command -> CommandDecider.start(command.program());
        };
    }

    private void put(
            Stage stage,
            LoadSpec spec,
            Journal journal,
            Collector collector,
            String where,
            Consumer<Instant> measurement)
            throws IOException, InterruptedException {
        stage.prepare(spec);
        Environment told = environment.with(new PartConsole(environment.console(), () -> where + ", " + left.words()));
        new LoadPhases(told, new Progress(told.console(), environment.time()), journal, collector, measurement)
                .run(stage.generator(), spec);
        Path file = stage.directory().resolve("load").resolve("answered-bids-" + (answered.size() + 1) + ".csv");
        stage.generator().answeredBids(file);
        answered.add(file);
    }

    private static Path directory(Stage stage, String name) throws IOException {
        return Files.createDirectories(stage.directory().resolve("load").resolve(name))
                .toAbsolutePath();
    }

    private static LoadSpec inDirectory(LoadSpec spec, String directory) {
        return new LoadSpec(
                spec.name(),
                spec.targets(),
                spec.caCertificate(),
                spec.profile(),
                spec.users(),
                spec.accounts(),
                spec.seed(),
                spec.phases(),
                spec.agent(),
                spec.engine(),
                directory,
                0,
                spec.shape(),
                spec.auctionsFromMillis());
    }
}
