package gavel.driver.command;

import gavel.driver.api.AgentLostException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.NoSuchFileException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The driver's command line. Exit codes: 0 pass, 1 fail, 2 invalid, 3 environment, 4 bad arguments or profile. */
@Command(
        name = "workload-driver",
        mixinStandardHelpOptions = true,
        description = "Simulates interactive users of the auction application and judges the quality of service.",
        synopsisSubcommandLabel = "COMMAND")
public final class DriverCommand implements Runnable {
    static final int PASS = 0;
    static final int FAIL = 1;
    static final int INVALID = 2;
    static final int ENVIRONMENT = 3;
    static final int BAD_ARGUMENTS = 4;

    @Spec
    private CommandSpec spec;

    private DriverCommand() {}

    public static CommandLine line(DriverParts parts) {
        return line(parts, Boolean.getBoolean("gavel.launched"));
    }

    /** @param launched whether it was typed as {@code gavel drive} or {@code gavel agent}, and is to call itself so */
    static CommandLine line(DriverParts parts, boolean launched) {
        CommandLine run = new CommandLine(new RunCommand(parts)).setCommandName(launched ? "drive" : "run");
        CommandLine line = new CommandLine(new DriverCommand())
                .setCommandName(launched ? "gavel" : "workload-driver")
                .addSubcommand(run)
                .addSubcommand(new AgentCommand(parts))
                .addSubcommand(new DescribeCommand(parts))
                .addSubcommand(new CapacityCommand(parts))
                .setExecutionExceptionHandler((failure, command, _) -> report(failure, command.getErr()));
        line.setParameterExceptionHandler((wrong, _) -> {
            wrong.getCommandLine().getErr().println(wrong.getMessage());
            return BAD_ARGUMENTS;
        });
        return line;
    }

    @Override
    public void run() {
        throw new CommandLine.ParameterException(
                spec.commandLine(), "a command is missing: run, agent, describe or capacity");
    }

    private static int report(Exception failure, PrintWriter err) {
        if (failure instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
        boolean wrongArguments = failure instanceof IllegalArgumentException;
        String message =
                switch (failure) {
                    case NoSuchFileException missing -> "there is no such file: " + missing.getFile();
                    case IllegalArgumentException wrong -> wrong.getMessage();
                    case AgentLostException lost -> lost.getMessage();
                    case IOException io -> io.getMessage() == null ? io.toString() : io.getMessage();
                    default -> "a bug of the driver: " + failure;
                };
        err.println(message);
        if (failure instanceof RuntimeException && !wrongArguments) {
            for (StackTraceElement frame : failure.getStackTrace()) {
                err.println("    at " + frame);
            }
        }
        return wrongArguments ? BAD_ARGUMENTS : ENVIRONMENT;
    }
}
