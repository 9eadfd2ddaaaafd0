package gavel.harness;

import gavel.harness.command.CommandLines;
import gavel.harness.command.Workplace;
import gavel.harness.failure.ExitCode;
import gavel.harness.run.Interruption;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The command line's main class. The main thread works; a shutdown hook turns Ctrl-C into a wish to end and waits until it is granted. */
public final class Gavel {
    private static final long PATIENCE_SECONDS = 90;

    private Gavel() {}

    public static void main(String[] arguments) {
        // The drivers would tell the console that nobody writes a log for them; what fails, they throw as well.
        System.setProperty("mariadb.logging.disable", "true");
        System.setProperty("slf4j.internal.verbosity", "ERROR");
        Interruption interruption = new Interruption(Thread.currentThread());
        CountDownLatch over = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> interrupt(interruption, over), "interrupt"));
        int code =
                CommandLines.of(new Workplace(List.of(arguments), interruption)).execute(arguments);
        over.countDown();
        System.exit(code);
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
