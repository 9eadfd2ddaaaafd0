package gavel.driver.command;

import gavel.driver.api.LoadGenerator;
import java.io.IOException;

/** Closes a generator when the process is told to end, so that Ctrl-C leaves no connection behind. */
final class StopOnInterrupt implements AutoCloseable {
    private final Thread hook;

    private StopOnInterrupt(Thread hook) {
        this.hook = hook;
    }

    static StopOnInterrupt of(LoadGenerator generator) {
        Thread hook = new Thread(() -> end(generator), "stop-on-interrupt");
        Runtime.getRuntime().addShutdownHook(hook);
        return new StopOnInterrupt(hook);
    }

    /** Agents elsewhere go on until they are told. */
    private static void end(LoadGenerator generator) {
        try {
            generator.stop(false);
        } catch (IOException | RuntimeException gone) {
            System.err.println("the driver could not be stopped: " + gone.getMessage());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        generator.close();
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException ignored) {
            // The process is ending already, and the hook runs.
        }
    }
}
