package gavel.harness.command.experiment;

import gavel.harness.command.options.ConfigOptions;
import gavel.harness.command.options.JUnitOption;
import gavel.harness.config.Configuration;
import gavel.harness.failover.FailoverSettings;
import gavel.harness.failover.FaultPlan;
import gavel.harness.failure.Problems;
import gavel.harness.kind.FailoverKind;
import gavel.harness.run.RunRequest;
import gavel.harness.run.failover.FailoverExperiment;
import gavel.harness.run.failover.FailoverRequest;
import gavel.harness.run.failover.FaultCandidates;
import gavel.harness.setting.Durations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gavel failover}. */
@Command(
        name = "failover",
        description =
                "Makes faults in every tier under load, and measures what each costs people: outage, lost service, errors.")
public final class FailoverCommand implements Callable<Integer> {
    private static final String COMMAND = "gavel failover";
    private static final FailoverSettings USUAL = FailoverSettings.USUAL;

    private final ExperimentContext context;

    @Mixin
    private ConfigOptions options;

    @Mixin
    private JUnitOption junit;

    @Option(
            names = "--deployment",
            paramLabel = "NAME",
            description = "make faults in a deployment that is up; otherwise the command makes one and removes it")
    private String deployment;

    @Option(
            names = "--tiers",
            paramLabel = "TIER",
            split = ",",
            description = "tiers to make faults in, such as appServers,relational (default: all)")
    private List<String> tiers = new ArrayList<>();

    @Option(
            names = "--faults",
            paramLabel = "FAULT",
            split = ",",
            description = "kill, freeze, restart, cut or host (default: all that can be made)")
    private List<String> faults = new ArrayList<>();

    @Option(
            names = "--lasting",
            paramLabel = "TIME",
            description = "how long a freeze or a cut lasts (default: ${DEFAULT-VALUE})")
    private String lasting = Durations.text(USUAL.lasting());

    @Option(
            names = "--quiet",
            paramLabel = "TIME",
            description = "quiet time before each fault (default: ${DEFAULT-VALUE})")
    private String quiet = Durations.text(USUAL.quiet());

    @Option(
            names = "--patience",
            paramLabel = "TIME",
            description = "longest wait for steady service, before a fault and after it (default: ${DEFAULT-VALUE})")
    private String patience = Durations.text(USUAL.patience());

    @Option(
            names = "--repeat",
            paramLabel = "K",
            description = "how often each fault is made; several give intervals (default: ${DEFAULT-VALUE})")
    private int repeat = USUAL.repeats();

    @Option(
            names = "--resume",
            paramLabel = "RESULT",
            description = "continue the interrupted experiment of this result, with the same options")
    private String resume;

    public FailoverCommand(ExperimentContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        return junit.around(COMMAND, context.environment().interruption(), this::walked);
    }

    private int walked() {
        return context.ended(
                COMMAND, junit, new FailoverKind(), new FailoverExperiment(context.environment(), request()).run());
    }

    /** Everything that was typed, checked together. */
    private FailoverRequest request() {
        Problems problems = new Problems()
                .that(repeat >= 1 && repeat <= 1_000, "--repeat must be 1 to 1000: " + repeat)
                .add(junit.problems());
        Duration lastingTime = problems.take(() -> ExperimentContext.time("--lasting", lasting, 1, 300));
        Duration quietTime = problems.take(() -> ExperimentContext.time("--quiet", quiet, 10, 600));
        Duration patienceTime = problems.take(() -> ExperimentContext.time("--patience", patience, 10, 1_800));
        Configuration configuration = problems.take(() -> deployment == null
                ? options.read(context.configurations())
                : options.read(context.environment().deployments(), deployment));
        FaultPlan plan = null;
        if (configuration != null) {
            List<String> wrong = new ArrayList<>();
            if (!configuration.actions().isEmpty()) {
                wrong.add("actions are for gavel run: here the faults are made one by one: "
                        + configuration.actions().getFirst().text() + " (actions)");
            }
            if (!configuration.load().shape().constant()) {
                wrong.add("faults need a steady load: leave out load.path and load.arrivals (load)");
            }
            plan = FaultPlan.of(FaultCandidates.of(configuration), tiers, faults, wrong);
            problems.add(wrong).add(context.problems().apply(configuration));
        }
        problems.check();
        return new FailoverRequest(
                new RunRequest(configuration, options.overrides(), deployment, false, context.commandLine()),
                plan,
                new FailoverSettings(lastingTime, quietTime, patienceTime, repeat),
                context.resumed(resume));
    }
}
