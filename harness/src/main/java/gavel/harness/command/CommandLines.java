package gavel.harness.command;

import gavel.driver.api.text.Nearest;
import gavel.harness.command.experiment.ElasticCommand;
import gavel.harness.command.experiment.FailoverCommand;
import gavel.harness.command.experiment.IsolateCommand;
import gavel.harness.command.images.ImagesCommand;
import gavel.harness.command.install.InstallCommand;
import gavel.harness.command.install.TypedAnswer;
import gavel.harness.command.options.JUnitOption;
import gavel.harness.command.site.SiteCommand;
import gavel.harness.failure.ExitCode;
import gavel.harness.failure.HarnessException;
import gavel.harness.failure.InterruptedRunException;
import gavel.harness.report.text.Wrapping;
import gavel.harness.run.Disclosures;
import java.io.IOException;
import java.io.PrintWriter;
import java.math.BigInteger;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/** All commands under one name, and how each kind of failure is told: one clear message, never a stack trace for what a reader can mend. */
public final class CommandLines {
    private static final int MOST_FRAMES = 40;
    private static final int NARROWEST_HELP = 55;

    private CommandLines() {}

    @Command(
            name = "gavel",
            mixinStandardHelpOptions = true,
            description = "How many simulated users can this platform support before quality of service breaks?",
            footer = {
                "",
                "Exit codes: 0 pass · 1 QoS fail · 2 invalid · 3 environment or deployment failure",
                "            4 bad configuration or arguments · 130 interrupted"
            })
    static final class Root {}

    public static CommandLine of(CommandContext context) {
        CommandLine root = new CommandLine(new Root());
        root.getCommandSpec().version("gavel " + Disclosures.program());
        for (ContextCommand command : List.of(
                new RunCommand(),
                new PeakCommand(),
                new PairCommand(),
                new ScaleCommand(),
                new UpCommand(),
                new DataCommands.Load(),
                new DataCommands.Reset(),
                new StatusCommand(),
                new ScaleToCommand(),
                new DownCommand(),
                new CleanCommand(),
                new DoctorCommand(),
                new PlanCommand(),
                new ResultCommands.Report(),
                new ResultCommands.Verify(),
                new ResultCommands.Submit(),
                new ResultCommands.Compare(),
                new ChoiceCommands.Profiles(),
                new ChoiceCommands.Configs())) {
            add(root, command, context);
        }
        add(root, new SiteCommand(context.kinds(), context::result, line -> context.console()
                .line(line)));
        add(root, new FailoverCommand(context.experiments()));
        add(root, new ElasticCommand(context.experiments()));
        add(root, new IsolateCommand(context.experiments()));
        add(root, new InstallCommand(context.configurations(), context.environment(), new TypedAnswer(System.in)));
        root.addSubcommand(new ImagesCommand(
                context.installation(), text -> context.console().line(text)));
        root.addSubcommand(ChoiceCommands.drive());
        root.addSubcommand(ChoiceCommands.agent());
        CommandLine profiles = root.getSubcommands().get("profiles");
        add(profiles, new ChoiceCommands.ShowProfile(), context);
        add(profiles, new ChoiceCommands.CheckProfile(), context);
        int columns = context.console().width();
        if (columns > 0) {
            root.setErr(Wrapping.wrapped(root.getErr(), columns));
            root.setUsageHelpWidth(Math.max(NARROWEST_HELP, columns));
        }
        root.setCaseInsensitiveEnumValuesAllowed(true);
        root.registerConverter(Integer.class, CommandLines::whole);
        root.registerConverter(int.class, CommandLines::whole);
        root.setParameterExceptionHandler((problem, arguments) -> badArguments(problem, arguments));
        root.setExecutionExceptionHandler((problem, command, parsed) -> failed(problem, command, context));
        root.setExecutionStrategy(parsed -> {
            if (parsed.subcommand() == null && parsed.matchedOptionsSet().isEmpty()) {
                parsed.commandSpec()
                        .commandLine()
                        .usage(parsed.commandSpec().commandLine().getOut());
                return ExitCode.CONFIGURATION.code();
            }
            return new CommandLine.RunLast().execute(parsed);
        });
        return root;
    }

    private static void add(CommandLine parent, ContextCommand command, CommandContext context) {
        command.context = context;
        add(parent, command);
    }

    private static void add(CommandLine parent, Callable<Integer> command) {
        CommandLine line = new CommandLine(command);
        line.getCommandSpec().mixinStandardHelpOptions(true);
        parent.addSubcommand(line);
    }

    private static Integer whole(String text) {
        try {
            return new BigInteger(text.strip().replace("_", "")).intValueExact();
        } catch (NumberFormatException e) {
            throw new TypeConversionException("must be a whole number: " + text);
        } catch (ArithmeticException e) {
            throw new TypeConversionException("must be within ±" + Integer.MAX_VALUE + ": " + text);
        }
    }

    private static int badArguments(ParameterException problem, String[] arguments) {
        PrintWriter err = problem.getCommandLine().getErr();
        String message = problem.getMessage() + suggestion(problem);
        err.println("gavel: " + message);
        err.println("`gavel " + sub(problem.getCommandLine()) + "--help` lists what there is");
        try {
            JUnitOption.refused(("gavel " + sub(problem.getCommandLine())).strip(), List.of(arguments), message);
        } catch (IOException e) {
            err.println("gavel: the outcome cannot be written: " + e + " (--junit)");
        }
        return ExitCode.CONFIGURATION.code();
    }

    private static String suggestion(ParameterException problem) {
        if (!(problem instanceof UnmatchedArgumentException unmatched)
                || unmatched.getUnmatched().isEmpty()) {
            return "";
        }
        CommandLine command = problem.getCommandLine();
        String typed = unmatched.getUnmatched().getFirst();
        List<String> known = typed.startsWith("-")
                ? List.copyOf(command.getCommandSpec().optionsMap().keySet())
                : List.copyOf(command.getSubcommands().keySet());
        return Nearest.to(typed, known)
                .map(near -> "; did you mean '" + near + "'?")
                .orElse("");
    }

    private static String sub(CommandLine command) {
        return command.getParent() == null ? "" : command.getCommandName() + " ";
    }

    private static int failed(Exception problem, CommandLine command, CommandContext context) {
        PrintWriter err = command.getErr();
        if (context.interruption().requested() && !(problem instanceof InterruptedRunException)) {
            err.println("gavel: interrupted");
            return ExitCode.INTERRUPTED.code();
        }
        if (!(problem instanceof HarnessException known)) {
            return defect(problem, err);
        }
        known.evidence().forEach(line -> err.println("  | " + line));
        known.getMessage().lines().forEach(line -> err.println("gavel: " + line));
        return known.exitCode().code();
    }

    /** Not meant to happen: told with where it did, as far as a screen shows it. */
    public static int defect(Throwable problem, PrintWriter err) {
        for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
            err.println(cause);
            Stream.of(cause.getStackTrace()).limit(MOST_FRAMES).forEach(frame -> err.println("\tat " + frame));
        }
        err.println("gavel: unexpected, please report it with the lines above: " + problem);
        return ExitCode.ENVIRONMENT.code();
    }
}
