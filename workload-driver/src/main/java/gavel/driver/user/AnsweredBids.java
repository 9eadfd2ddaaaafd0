package gavel.driver.user;

import gavel.driver.api.AnsweredBidsFile;
import gavel.driver.room.BidAnswer;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * Every bid that was answered for good, as lines for the audit, about a hundred bytes each. They are in a temporary file, because a day of
 * bids is too much for a heap. Owned by the loop, which never waits for the disk: another thread writes a piece when it is full.
 */
public final class AnsweredBids {
    public static final String HEADER = "bidId,auctionId,lotId,accountId,amount,outcome,revision";

    private static final int PIECE = 64 << 10;
    private static final ExecutorService WRITER = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("answered-bids").factory());

    private final StringBuilder piece = new StringBuilder();
    /** Also where not all could be written to it. */
    private final AtomicReference<Path> file = new AtomicReference<>();

    private CompletableFuture<Spooled> spooled = CompletableFuture.completedFuture(new Spooled(null, 0));

    /** What is in the file for certain. */
    private record Spooled(Path file, long bytes) {
        /** @param made hears of the file before anything is written to it */
        Spooled and(byte[] more, Consumer<Path> made) {
            Path target = file == null ? Path.of(System.getProperty("java.io.tmpdir")) : file;
            try {
                if (file == null) {
                    target = Files.createTempFile("answered-bids", ".part");
                    target.toFile().deleteOnExit();
                    made.accept(target);
                }
                Files.write(target, more, StandardOpenOption.APPEND);
                return new Spooled(target, bytes + more.length);
            } catch (IOException e) {
                throw AnsweredBidsFile.unchecked(target, e);
            }
        }
    }

    /** All bids until some moment; for any thread. */
    public static final class Lines {
        private final CompletableFuture<Spooled> spooled;

        private Lines(CompletableFuture<Spooled> spooled) {
            this.spooled = spooled;
        }

        /** Without a header. */
        public void writeTo(OutputStream target) throws IOException {
            try {
                Spooled all = spooled.join();
                if (all.file() == null) {
                    return;
                }
                try (InputStream source = new BufferedInputStream(Files.newInputStream(all.file()), PIECE)) {
                    copy(source, target, all.bytes());
                }
            } catch (CompletionException failed) {
                throw new IOException(
                        "answered bids could not be kept: "
                                + (failed.getCause() instanceof UncheckedIOException disk
                                        ? disk.getCause().getMessage()
                                        : failed.getCause()),
                        failed.getCause());
            }
        }

        private static void copy(InputStream source, OutputStream target, long bytes) throws IOException {
            for (long left = bytes; left > 0; ) {
                byte[] read = source.readNBytes((int) Math.min(PIECE, left));
                if (read.length == 0) {
                    throw new IOException("answered bids end " + left + " bytes too early");
                }
                target.write(read);
                left -= read.length;
            }
        }
    }

    void add(long accountId, BidAnswer answer) {
        piece.append(String.join(
                        ",",
                        answer.bidId(),
                        Long.toString(answer.auctionId()),
                        Long.toString(answer.lotId()),
                        Long.toString(accountId),
                        answer.amount().toPlainString(),
                        answer.outcome(),
                        Long.toString(answer.revision())))
                .append('\n');
        if (piece.length() >= PIECE) {
            spool();
        }
    }

    private void spool() {
        byte[] full = piece.toString().getBytes(StandardCharsets.UTF_8);
        piece.setLength(0);
        spooled = spooled.thenApplyAsync(before -> before.and(full, file::set), WRITER);
    }

    Lines lines() {
        if (!piece.isEmpty()) {
            spool();
        }
        return new Lines(spooled);
    }

    /** Nobody asks for them any more. A process may have many runs, and each left a file for each loop until its end. */
    void close() {
        spooled = spooled.whenCompleteAsync((_, _) -> delete(file.get()), WRITER);
    }

    private static void delete(Path file) {
        try {
            if (file != null) {
                Files.deleteIfExists(file);
            }
        } catch (IOException left) {
            System.getLogger(AnsweredBids.class.getName())
                    .log(System.Logger.Level.WARNING, "a file of answered bids is left behind: " + left);
        }
    }

    /** Null before there is one. */
    Path file() {
        return file.get();
    }
}
