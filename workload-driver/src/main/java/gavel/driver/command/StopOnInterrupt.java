package gavel.driver.command;

import gavel.driver.api.LoadGenerator;

/** Closes a generator when the process is told to end, so that Ctrl-C leaves no connection behind. */
final class StopOnInterrupt implements AutoCloseable {
    private final Thread hook;

    private StopOnInterrupt(Thread hook) {
        this.hook = hook;
    }

    static StopOnInterrupt of(LoadGenerator generator) {
        Thread hook = new Thread(generator::close, "stop-on-interrupt");
        Runtime.getRuntime().addShutdownHook(hook);
        return new StopOnInterrupt(hook);
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
