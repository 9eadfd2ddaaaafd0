package gavel.driver.loop;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The operating system's account of one thread: how long it ran and how long it was ready to run but had no processor. Linux keeps it
 * in {@code /proc/self/task/TID/schedstat}; elsewhere nothing is known and both are 0.
 *
 * @param schedstat null where the system does not tell
 */
public record LoopThread(Path schedstat) {
    private static final Path OWN = Path.of("/proc/thread-self");

    /** @param queuedNanos runnable, waiting for a processor */
    public record Times(long ranNanos, long queuedNanos) {
        static final Times UNKNOWN = new Times(0, 0);

        /** Share of {@code elapsedNanos} spent waiting for a processor since {@code earlier}, 0..1. */
        public double queuedShareSince(Times earlier, long elapsedNanos) {
            return elapsedNanos <= 0
                    ? 0
                    : Math.clamp((double) (queuedNanos - earlier.queuedNanos) / elapsedNanos, 0, 1);
        }
    }

    static LoopThread current() {
        try {
            return new LoopThread(
                    Path.of("/proc").resolve(Files.readSymbolicLink(OWN)).resolve("schedstat"));
        } catch (IOException | UnsupportedOperationException ignored) {
            return new LoopThread(null);
        }
    }

    public Times times() {
        if (schedstat == null) {
            return Times.UNKNOWN;
        }
        try {
            return parse(Files.readString(schedstat));
        } catch (IOException ignored) {
            return Times.UNKNOWN;
        }
    }

    static Times parse(String schedstat) {
        String[] fields = schedstat.strip().split(" ");
        return new Times(Long.parseLong(fields[0]), Long.parseLong(fields[1]));
    }
}
