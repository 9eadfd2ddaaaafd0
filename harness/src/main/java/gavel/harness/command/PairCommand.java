package gavel.harness.command;

import gavel.harness.command.options.ConfigOptions;
import gavel.harness.command.options.JUnitOption;
import gavel.harness.command.options.SearchOptions;
import gavel.harness.compare.ConfigurationDifferences;
import gavel.harness.config.Configuration;
import gavel.harness.config.Configurations;
import gavel.harness.config.Configurations.SettingOverride;
import gavel.harness.deploy.DeploymentConflicts;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.failure.ExitCode;
import gavel.harness.failure.Problems;
import gavel.harness.kind.PairKind;
import gavel.harness.peak.SearchSettings;
import gavel.harness.peak.pair.PairConclusion;
import gavel.harness.peak.pair.PairJournal;
import gavel.harness.peak.pair.PairResult;
import gavel.harness.peak.pair.PairedSearch;
import gavel.harness.peak.pair.Side;
import gavel.harness.report.text.Words;
import gavel.harness.run.MachineCheck;
import gavel.harness.run.RunRequest;
import gavel.harness.run.experiment.ExperimentOutcome;
import gavel.harness.run.peak.PairExperiment;
import gavel.harness.run.peak.PairRequest;
import gavel.harness.run.peak.PeakRequest;
import gavel.harness.setting.RecordWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gavel pair}. */
@Command(
        name = "pair",
        description = "Compares two configurations by measuring them in turn: ratio of their peaks, or no difference.")
final class PairCommand extends ContextCommand {
    private static final String COMMAND = "gavel pair";
    private static final PairKind KIND = new PairKind();

    private static final SearchOptions.Usual USUAL = new SearchOptions.Usual(PairedSearch.PROBES, "1h");

    /** What must not differ: then it would be another question. */
    private static final List<String> WORKLOAD = List.of("load.", "lots.", "data.");

    /** For both together. */
    private static final double OF_THE_MEMORY = 0.75;

    @Mixin
    private ConfigOptions options;

    @Mixin
    private SearchOptions search;

    @Mixin
    private JUnitOption junit;

    @Option(
            names = "--against",
            paramLabel = "NAME|FILE",
            description = "the second configuration (default: the first, with what --against-set says)")
    private String against;

    @Option(
            names = "--against-set",
            paramLabel = "PATH=VALUE",
            description = "a setting of the second configuration only, such as appServers.cpu=0.4; may be repeated")
    private List<String> settings = new ArrayList<>();

    @Option(
            names = "--at-least",
            paramLabel = "PERCENT",
            description = "exit code 1 if the second carries less than this share of the first, 2 if that is not known")
    private double atLeast;

    @Option(
            names = "--resume",
            paramLabel = "RESULT",
            description = "continue the comparison of this result, with the same options, or more probes and time")
    private String resume;

    /** Read once: a pipe has its text once only. */
    private Configurations.Source source;

    @Override
    public Integer call() {
        return junit.around(COMMAND, context.interruption(), this::compared);
    }

    private int compared() {
        ExperimentOutcome<PairResult> outcome = new PairExperiment(context.environment(), request()).run();
        PairResult result = outcome.result();
        junit.write(KIND.junit(List.of(result), atLeast), outcome.failure());
        boolean stopped = outcome.failure() != null || result.spoilt();
        if ((stopped || result.tooShort()) && !result.violated() && PairJournal.in(outcome.directory())) {
            context.console()
                    .line("`" + COMMAND + " --resume " + outcome.directory().getFileName() + "` with the same options"
                            + (stopped ? "" : ", but more probes or time (--probes, --budget),")
                            + " continues the comparison");
        }
        if (outcome.failure() != null) {
            throw outcome.failure();
        }
        return exitCode(result).code();
    }

    private ExitCode exitCode(PairResult result) {
        if (result.lostData()) {
            return ExitCode.QOS_FAIL;
        }
        PairConclusion conclusion = result.conclusion();
        if (conclusion.kind() == PairConclusion.Kind.INVALID) {
            return ExitCode.INVALID;
        }
        if (atLeast <= 0) {
            return ExitCode.PASS;
        }
        return switch (conclusion.atLeast(atLeast)) {
            case YES -> ExitCode.PASS;
            case NO -> ExitCode.QOS_FAIL;
            case UNKNOWN -> {
                context.console()
                        .line("whether the second carries at least " + Words.decimal(atLeast, 1)
                                + " % of the first is not known: it lies within the interval. More probes or time make it"
                                + " narrower (--width, --probes, --budget)");
                yield ExitCode.INVALID;
            }
        };
    }

    /** Everything that was typed, checked together. */
    private PairRequest request() {
        Problems problems = new Problems()
                .that(Double.isFinite(atLeast) && atLeast >= 0, "--at-least must be a percentage >= 0: " + atLeast)
                .that(!(atLeast > 0 && atLeast <= 1), "--at-least must be a percentage, such as 95: " + atLeast)
                .add(junit.problems())
                .add(options.usersOfSearch());
        settings.stream()
                .filter(setting -> setting.strip().startsWith("load.users"))
                .forEach(setting -> problems.add(List.of("both are measured with the users that the search chooses:"
                        + " use --hint, --from or --most instead: " + setting + " (--against-set)")));
        Configuration first = problems.take(() -> configuration(Side.FIRST, List.of()));
        Configuration second = problems.take(() -> configuration(Side.SECOND, List.of()));
        problems.take(() -> search.settings(0, 1, Integer.MAX_VALUE, USUAL));
        problems.add(options.actionsOfSearch(first)).add(options.actionsOfSearch(second));
        if (first != null && second != null) {
            problems.add(context.problems(first))
                    .add(context.problems(second))
                    .add(DeploymentConflicts.problems(first, second));
            differences(first, second).stream()
                    .filter(line -> WORKLOAD.stream().anyMatch(line::startsWith))
                    .forEach(line -> problems.add(
                            List.of("the load of both must be the same: " + line + " (--against, --against-set)")));
        }
        problems.check();
        double cores = Math.max(context.cores(first), context.cores(second));
        double share = DeploymentConflicts.apart(first, second) ? OF_THE_MEMORY : OF_THE_MEMORY / 2;
        return request(first, search.setUsers(1, cores, users -> fit(users, share)));
    }

    private PairRequest request(Configuration first, int setUsers) {
        SearchSettings settings = search.settings(first.load().seed(), 1, setUsers, USUAL);
        String id = resume == null ? null : context.resultName(resume);
        return new PairRequest(
                side(Side.FIRST, settings, setUsers),
                side(Side.SECOND, settings, setUsers),
                settings,
                differences(
                        sized(Side.FIRST, setUsers).configuration(),
                        sized(Side.SECOND, setUsers).configuration()),
                id,
                resume != null);
    }

    /** Of all the memory, not of what is free now: a resumed comparison needs the very same set. */
    private boolean fit(int users, double share) {
        return Stream.of(Side.values())
                .allMatch(side ->
                        MachineCheck.everFits(sized(side, users).configuration(), context.environment(), share));
    }

    private PeakRequest side(Side side, SearchSettings settings, int setUsers) {
        return new PeakRequest(users -> sized(side, users), settings, setUsers, false, null, false);
    }

    private RunRequest sized(Side side, int users) {
        List<SettingOverride> more = new ArrayList<>();
        more.add(new SettingOverride("load.users", Integer.toString(users), COMMAND));
        more.addAll(search.room(configuration(side, more), COMMAND));
        return new RunRequest(configuration(side, more), overrides(side, more), null, false, context.commandLine());
    }

    private Configuration configuration(Side side, List<SettingOverride> more) {
        List<SettingOverride> overrides = overrides(side, more);
        if (side == Side.FIRST || against == null) {
            return options.read(context.configurations(), overrides);
        }
        if (source == null) {
            source = context.configurations().source(against);
        }
        return context.configurations().read(source, overrides);
    }

    private List<SettingOverride> overrides(Side side, List<SettingOverride> more) {
        List<SettingOverride> overrides = new ArrayList<>(options.overrides());
        if (side == Side.SECOND) {
            settings.forEach(setting -> overrides.add(second(setting)));
        }
        overrides.addAll(more);
        return overrides;
    }

    private static SettingOverride second(String setting) {
        int equals = setting.indexOf('=');
        if (equals <= 0) {
            throw new ConfigurationException("--against-set needs path=value: " + setting + " (--against-set)");
        }
        return new SettingOverride(
                setting.substring(0, equals).trim(),
                setting.substring(equals + 1).trim(),
                "--against-set");
    }

    private static List<String> differences(Configuration first, Configuration second) {
        return ConfigurationDifferences.lines(
                RecordWriter.write(first), RecordWriter.write(second), PairResult.NO_DIFFERENCE);
    }
}
