package gavel.harness.platform.kubernetes;

/** Work that waits and has to be begun although its thread was interrupted before. */
final class Uninterrupted {
    private Uninterrupted() {}

    /** What waits. */
    @FunctionalInterface
    interface Waiting {
        void run() throws InterruptedException;
    }

    /** An interrupt that was before, or comes meanwhile, is remembered. */
    static void run(Waiting work) {
        boolean interrupted = Thread.interrupted();
        try {
            work.run();
        } catch (InterruptedException e) {
            interrupted = true;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
