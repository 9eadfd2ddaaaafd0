package gavel.harness.run.isolate;

import gavel.driver.api.LoadReport;
import gavel.driver.api.LoadReport.OperationReport;
import gavel.driver.api.LoadSpec;
import gavel.driver.api.LoadSpec.Phases;
import gavel.driver.api.RuleOutcome;
import gavel.harness.collect.Collector;
import gavel.harness.experiment.ExperimentJournal;
import gavel.harness.isolate.IsolatePhase.Tenant;
import gavel.harness.result.Figures;
import gavel.harness.run.Environment;
import gavel.harness.run.Journal;
import gavel.harness.run.LoadPhases;
import gavel.harness.run.Progress;
import gavel.harness.run.experiment.DeployedExperiment;
import gavel.harness.run.experiment.ExperimentFindings;
import gavel.harness.run.experiment.LoadProblems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

/** One tenant's part of all measurements, on a deployment of its own. */
final class TenantRun extends DeployedExperiment<Void> {
    private final Environment environment;
    private final JointMeasurements joint;
    private final int index;
    private final int warm;
    private final CountDownLatch up;
    private final List<Path> answered = new ArrayList<>();
    private boolean measured;
    /** Once something else than CPU was lacking: what the tenant is measured with afterwards may be less than it was. */
    private volatile boolean damaged;

    /**
     * @param standing when an earlier load was over; null where there is something to be measured
     * @param index from 0
     * @param warm users its servers become warm with; 0 where they are
     * @param up is told when the tenant can take load
     */
    TenantRun(
            Environment environment,
            ExperimentJournal<?, ?> memory,
            ExperimentFindings standing,
            JointMeasurements joint,
            int index,
            int warm,
            CountDownLatch up) {
        super(memory, standing, Void[].class);
        this.environment = environment;
        this.joint = joint;
        this.index = index;
        this.warm = warm;
        this.up = up;
    }

    /** Whether no measurement lacked more than CPU: then another one in its place may count. */
    boolean sound() {
        return !damaged;
    }

    /** Whether it has made all measurements with the others. */
    boolean measured() {
        return measured;
    }

    @Override
    public List<Path> load(Stage stage, Journal journal, Progress progress) throws IOException, InterruptedException {
        progress.done();
        stage.used().run();
        if (warm > 0) {
            int seconds = IsolateRequest.WARM_ALL - IsolateRequest.RAMP - IsolateRequest.WARM_UP;
            measure(stage, 0, warm, seconds, _ -> {});
        }
        up.countDown();
        joint.measure(index, (number, users, disruptor) -> {
            Journal got = measure(stage, number, users, IsolateRequest.MEASURE, joint::begins);
            String problem = disruptor ? LoadProblems.firstOfSize(got) : LoadProblems.first(got);
            damaged |= !problem.isEmpty() && !LoadProblems.onlyShortOfCpu(got);
            return tenant(users, got, problem, problem.isEmpty() ? LoadProblems.first(got) : "");
        });
        measured = true;
        return List.copyOf(answered);
    }

    private Journal measure(Stage stage, int number, int users, int seconds, Consumer<Instant> began)
            throws IOException, InterruptedException {
        Path directory = Files.createDirectories(stage.directory().resolve("load-" + number));
        LoadSpec spec = stage.spec()
                .with(
                        users,
                        new Phases(IsolateRequest.RAMP, IsolateRequest.WARM_UP, seconds, IsolateRequest.RAMP_DOWN),
                        stage.output().apply(directory.toAbsolutePath()),
                        0);
        stage.prepare(spec);
        Journal found = new Journal();
        try (Collector collector = stage.watch().get()) {
            new LoadPhases(
                            environment,
                            new Progress(environment.console(), environment.time()),
                            found,
                            collector,
                            began)
                    .run(stage.generator(), spec);
        }
        Path file = directory.resolve("answered-bids.csv");
        stage.generator().answeredBids(file);
        answered.add(file);
        return found;
    }

    /**
     * @param problem why it does not count; empty where it does
     * @param lengthened why its own responses do not, where its load does; else empty
     */
    private static Tenant tenant(int users, Journal found, String problem, String lengthened) {
        LoadReport load = found.load();
        return load == null
                ? new Tenant(users, null, 0, problem, problem, 0)
                : new Tenant(
                        users,
                        meanMillis(load),
                        Figures.of(load).foregroundPerSecond(),
                        broken(load),
                        problem,
                        lengthened,
                        found.collected().busiestShare());
    }

    /** Of everything people wait for, however often it happens. */
    private static Double meanMillis(LoadReport load) {
        double sum = 0;
        long count = 0;
        for (OperationReport operation : load.operations()) {
            if (Figures.judged(operation) && !operation.background()) {
                sum += operation.response().meanMicros() * operation.response().count();
                count += operation.response().count();
            }
        }
        return count == 0 ? null : (Double) (sum / count / 1_000);
    }

    private static String broken(LoadReport load) {
        return load.rules().stream()
                .filter(rule -> rule.status() == RuleOutcome.Status.FAIL)
                .map(RuleOutcome::message)
                .findFirst()
                .orElse("");
    }
}
