package gavel.harness.doctor;

import gavel.harness.report.text.Words;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.function.LongSupplier;

/**
 * How long the storage takes to keep a page for good, as each commit of the database asks it to.
 *
 * @param nanos of each flush, shortest first
 */
public record FlushTrial(long[] nanos) {
    private static final int PAGE = 8192;
    private static final long SLOW_NANOS = 10_000_000;

    public FlushTrial {
        nanos = nanos.clone();
        Arrays.sort(nanos);
    }

    /**
     * Writes one page after the other to a file below {@code directory}, each flushed with its data, and removes the file.
     *
     * @param clock monotonic nanoseconds
     */
    public static FlushTrial run(Path directory, int pages, LongSupplier clock) throws IOException {
        Path file = Files.createTempFile(Files.createDirectories(directory), "flush", ".tmp");
        long[] nanos = new long[pages];
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            ByteBuffer page = ByteBuffer.allocateDirect(PAGE);
            for (int i = 0; i < pages; i++) {
                page.clear();
                long began = clock.getAsLong();
                while (page.hasRemaining()) {
                    channel.write(page);
                }
                channel.force(false);
                nanos[i] = clock.getAsLong() - began;
            }
        } finally {
            Files.deleteIfExists(file);
        }
        return new FlushTrial(nanos);
    }

    public Finding finding(Path directory) {
        return Finding.of(
                at(99) <= SLOW_NANOS,
                Finding.Level.WARNING,
                "storage",
                "a flushed page of 8 KiB takes " + Words.latency(at(50) / 1000) + " (p50) and "
                        + Words.latency(at(99) / 1000) + " (p99) below " + directory,
                "each commit waits so long: results will say more about this storage than about the application");
    }

    private long at(int percent) {
        return nanos[Math.ceilDiv(nanos.length * percent, 100) - 1];
    }
}
