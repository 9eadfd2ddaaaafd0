package gavel.harness.command;

import gavel.driver.api.text.Nearest;
import gavel.harness.command.experiment.ElasticCommand;
import gavel.harness.command.experiment.FailoverCommand;
import gavel.harness.command.experiment.IsolateCommand;
import gavel.harness.command.help.Candidates;
import gavel.harness.command.help.Examples;
import gavel.harness.command.help.HelpCommand;
import gavel.harness.command.help.InitCommand;
import gavel.harness.command.help.ShellCommands;
import gavel.harness.command.help.VersionCommand;
import gavel.harness.command.images.ImagesCommand;
import gavel.harness.command.install.InstallCommand;
import gavel.harness.command.install.TypedAnswer;
import gavel.harness.command.options.ConfigOptions;
import gavel.harness.command.options.JUnitOption;
import gavel.harness.command.output.OutputOptions;
import gavel.harness.command.results.LogsCommand;
import gavel.harness.command.results.ResultsCommand;
import gavel.harness.command.results.ShowCommand;
import gavel.harness.command.site.SiteCommand;
import gavel.harness.failure.ExitCode;
import gavel.harness.failure.HarnessException;
import gavel.harness.failure.InterruptedRunException;
import gavel.harness.report.text.Words;
import gavel.harness.report.text.Wrapping;
import gavel.harness.result.JsonFile;
import gavel.harness.run.Disclosures;
import gavel.harness.run.Terminal;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.math.BigInteger;
import java.nio.file.AccessDeniedException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/** All commands under one name, and how each kind of failure is told: one clear message, never a stack trace for what a reader can mend. */
public final class CommandLines {
    private static final int MOST_FRAMES = 40;
    private static final int NARROWEST_HELP = 55;
    /** What the library says of a word that is no option. */
    private static final String UNMATCHED = "Unmatched arguments? .*?index \\d+: ";

    private CommandLines() {}

    @Command(
            name = "gavel",
            mixinStandardHelpOptions = true,
            description = "How many simulated users can this platform support before quality of service breaks?",
            footer = {
                "",
                "Exit codes: 0 pass · 1 QoS fail · 2 invalid",
                "            3 environment or deployment failure",
                "            4 bad configuration or arguments · 130 interrupted"
            })
    static final class Root {
        @SuppressWarnings("UnusedVariable") // read before the command line as a whole is: OutputOptions.of
        @Mixin
        private OutputOptions output;
    }

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
        others(root, context);
        CommandLine profiles = root.getSubcommands().get("profiles");
        add(profiles, new ChoiceCommands.ShowProfile(), context);
        add(profiles, new ChoiceCommands.CheckProfile(), context);
        Examples.into(root);
        dress(root, context.terminal());
        root.setCaseInsensitiveEnumValuesAllowed(true);
        root.registerConverter(Integer.class, CommandLines::whole);
        root.registerConverter(int.class, CommandLines::whole);
        root.setParameterExceptionHandler((problem, arguments) -> badArguments(problem, arguments, context));
        root.setExecutionExceptionHandler((problem, command, parsed) -> failed(problem, command, context));
        root.setExecutionStrategy(parsed -> {
            if (parsed.subcommand() == null && !parsed.isUsageHelpRequested() && !parsed.isVersionHelpRequested()) {
                parsed.commandSpec()
                        .commandLine()
                        .usage(parsed.commandSpec().commandLine().getOut());
                return ExitCode.CONFIGURATION.code();
            }
            origins(parsed, context);
            return new CommandLine.RunLast().execute(parsed);
        });
        return root;
    }

    /** Those that are given what they need instead of the whole context. */
    private static void others(CommandLine root, CommandContext context) {
        add(root, new SiteCommand(context.kinds(), context::result, line -> context.console()
                .line(line)));
        add(root, new FailoverCommand(context.experiments()));
        add(root, new ElasticCommand(context.experiments()));
        add(root, new IsolateCommand(context.experiments()));
        add(root, new InstallCommand(context.configurations(), context.environment(), new TypedAnswer(System.in)));
        root.addSubcommand(new ImagesCommand(
                context.installation(), text -> context.console().line(text)));
        add(root, new ResultsCommand(context.results()));
        add(root, new ShowCommand(context.results()));
        add(root, new LogsCommand(context.results()));
        add(
                root,
                new InitCommand(
                        context.configurations(),
                        context.installation().home().resolve("docs/config.schema.json"),
                        context.console()));
        add(
                root,
                new ShellCommands.Completion(
                        () -> Candidates.of(context.configurations(), context.kinds()),
                        text -> raw(root, context, text)));
        add(root, new ShellCommands.Manual(text -> raw(root, context, text)));
        add(root, new VersionCommand(context.installation(), context.console(), context.output()));
        root.addSubcommand(new HelpCommand());
        List.of(ChoiceCommands.drive(), ChoiceCommands.agent()).forEach(driver -> {
            root.addSubcommand(driver);
            // The driver has none of the options that every other command has.
            List.copyOf(driver.getCommandSpec().options()).stream()
                    .filter(OptionSpec::inherited)
                    .forEach(driver.getCommandSpec()::remove);
        });
    }

    /** With --verbose: where settings come from, and where what is made goes. */
    private static void origins(ParseResult parsed, CommandContext context) {
        if (parsed.subcommand() == null) {
            return;
        }
        parsed.subcommand().commandSpec().mixins().values().stream()
                .map(CommandLine.Model.CommandSpec::userObject)
                .filter(ConfigOptions.class::isInstance)
                .flatMap(options -> ((ConfigOptions) options).origins().stream())
                .forEach(line -> context.console().detail("  " + line));
        context.console()
                .detail("  results in " + context.installation().results() + ", deployments in "
                        + context.installation().deployments());
    }

    /** Executes a command; a program that reads its output gets one document in the end, whatever happened. */
    public static int execute(CommandContext context, PrintStream out, String... arguments) {
        CommandLine line = of(context);
        int code = line.execute(arguments);
        if (context.json() && !asksForHelp(line.getParseResult())) {
            out.println(JsonFile.text(context.output().document(context.commandLine(), code)));
        }
        return code;
    }

    /** Null where the arguments could not be understood: that is told as a document too. */
    private static boolean asksForHelp(ParseResult parsed) {
        for (ParseResult each = parsed; each != null; each = each.subcommand()) {
            if (each.isUsageHelpRequested()
                    || each.isVersionHelpRequested()
                    || each.commandSpec().userObject() instanceof HelpCommand) {
                return true;
            }
        }
        return false;
    }

    private static void dress(CommandLine root, Terminal terminal) {
        int columns = terminal.columns();
        if (columns > 0) {
            root.setErr(Wrapping.wrapped(root.getErr(), columns));
            root.setUsageHelpWidth(Math.max(NARROWEST_HELP, columns));
        }
        if (columns > 0 && columns < NARROWEST_HELP) {
            root.setOut(Wrapping.wrapped(root.getOut(), columns));
        }
        root.setColorScheme(CommandLine.Help.defaultColorScheme(
                terminal.colour() ? CommandLine.Help.Ansi.ON : CommandLine.Help.Ansi.OFF));
    }

    /** Text for a file: no line of it is wrapped or coloured. */
    private static void raw(CommandLine root, CommandContext context, String text) {
        if (context.json()) {
            context.console().line(text);
        } else {
            root.getOut().print(text);
            root.getOut().flush();
        }
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

    private static int badArguments(ParameterException problem, String[] arguments, CommandContext context) {
        PrintWriter err = problem.getCommandLine().getErr();
        String message = problem.getMessage().replaceFirst(UNMATCHED, "not understood: ") + suggestion(problem);
        err.println("gavel: " + message);
        context.output().error(message);
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
            context.output().error("interrupted");
            return ExitCode.INTERRUPTED.code();
        }
        if (!(problem instanceof HarnessException known)) {
            context.output().error("unexpected: " + problem);
            return defect(problem, err);
        }
        known.evidence().forEach(context.output()::error);
        context.output().error(known.getMessage());
        if (context.terminal().shows(Terminal.Loudness.VERBOSE) && known.getCause() != null) {
            trace(known.getCause(), err);
        }
        known.evidence().forEach(line -> err.println("  | " + Words.plain(line)));
        known.getMessage().lines().forEach(line -> err.println("gavel: " + Words.plain(line)));
        denied(known).ifPresent(line -> {
            err.println("gavel: " + line);
            context.output().error(line);
        });
        return known.exitCode().code();
    }

    /** A message of the file system names the file only. */
    static Optional<String> denied(Throwable problem) {
        for (Throwable cause = problem.getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof AccessDeniedException denied) {
                return Optional.of("permission denied: " + denied.getFile());
            }
        }
        return Optional.empty();
    }

    /** Not meant to happen: told with where it did, as far as a screen shows it. */
    public static int defect(Throwable problem, PrintWriter err) {
        trace(problem, err);
        err.println("gavel: unexpected, please report it with the lines above: " + problem);
        return ExitCode.ENVIRONMENT.code();
    }

    private static void trace(Throwable problem, PrintWriter err) {
        for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
            err.println(cause);
            Stream.of(cause.getStackTrace()).limit(MOST_FRAMES).forEach(frame -> err.println("\tat " + frame));
        }
    }
}
