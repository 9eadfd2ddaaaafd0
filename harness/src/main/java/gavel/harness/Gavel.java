package gavel.harness;

import gavel.harness.command.CommandContext;
import gavel.harness.command.CommandLines;
import gavel.harness.failure.ExitCode;
import gavel.harness.run.Interruption;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The command line's main class. The main thread works; a shutdown hook turns Ctrl-C into a request to end and waits until the work has ended. */
public final class Gavel {
    private static final long PATIENCE_SECONDS = 90;

    private Gavel() {}

    public static void main(String[] arguments) {
        Locale.setDefault(Locale.US);
        // The drivers would tell the console that they have no logger; their failures are thrown as well.
        System.setProperty("mariadb.logging.disable", "true");
        System.setProperty("slf4j.internal.verbosity", "ERROR");
        Interruption interruption = new Interruption(Thread.currentThread());
        CountDownLatch over = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> interrupt(interruption, over), "interrupt"));
        int code = ExitCode.ENVIRONMENT.code();
        try (CommandContext context = new CommandContext(List.of(arguments), interruption)) {
            PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
            code = written(CommandLines.execute(context, out, arguments));
        } catch (Throwable defect) { // what no command catches: stack or memory that ran out, a class that is missing
            CommandLines.defect(defect, new PrintWriter(System.err, true));
        } finally {
            over.countDown();
            System.exit(code);
        }
    }

    /** A command whose words did not reach their reader has not done what it says. */
    private static int written(int code) {
        if (!System.out.checkError()) {
            return code;
        }
        System.err.println("gavel: not everything could be written to the standard output: it is full or closed");
        return code == ExitCode.PASS.code() ? ExitCode.ENVIRONMENT.code() : code;
    }

    private static void interrupt(Interruption interruption, CountDownLatch over) {
        if (over.getCount() == 0) {
            return;
        }
        System.err.println("\ninterrupted: stopping everything this command started …");
        interruption.request();
        try {
            if (!over.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                System.err.println(
                        "gavel: did not end within " + PATIENCE_SECONDS + " s; `gavel clean` removes what is left");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        System.err.flush();
        Runtime.getRuntime().halt(ExitCode.INTERRUPTED.code());
    }
}
