package gavel.harness.result;

import gavel.harness.verdict.Verdict;
import gavel.harness.verdict.Verdict.Reason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;

/**
 * One line for each result, for spreadsheets. The header never changes; several runs may append at once. An invalid run has no
 * figures in it.
 */
public final class IndexCsv {
    static final String HEADER =
            "id,kind,name,startedAt,verdict,rule,subject,users,length,profile,services,operationsPerSecond,"
                    + "worstOperation,worstP99OfLimit,newsP99Millis,bottleneck,official,seed\n";
    private static final Object WITHIN_THIS_PROCESS = new Object();

    private IndexCsv() {}

    /** @param row a line of this class's, with its end */
    public static void append(Path file, String row) throws IOException {
        byte[] line = row.getBytes(StandardCharsets.UTF_8);
        byte[] header = HEADER.getBytes(StandardCharsets.UTF_8);
        synchronized (WITHIN_THIS_PROCESS) {
            try (FileChannel channel = FileChannel.open(
                            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
                    FileLock _ = channel.lock()) {
                if (channel.size() == 0) {
                    write(channel, header);
                } else if (!startsWith(channel, header)) {
                    throw new IOException("the first line of " + file
                            + " is not the header of this version: move the file away, a new one will be made");
                }
                channel.position(channel.size());
                write(channel, line);
            }
        }
    }

    private static boolean startsWith(FileChannel channel, byte[] header) throws IOException {
        ByteBuffer start = ByteBuffer.allocate(header.length);
        int read;
        do {
            read = channel.read(start, start.position());
        } while (read >= 0 && start.hasRemaining());
        return new String(start.array(), StandardCharsets.UTF_8).equals(HEADER);
    }

    private static void write(FileChannel channel, byte[] bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
    }

    /**
     * What a search or a sweep found.
     *
     * @param verdict how it ended
     * @param figure name of what was found, and {@code value} with its interval; both null where nothing was
     * @param users null where there is no such number
     * @param bottleneck tier that was the limit; null where none is known
     * @param counts whether there is a number that data and profile do not forbid to cite
     */
    public record Found(
            String verdict, String figure, String value, Integer users, String bottleneck, boolean counts) {}

    public static String line(RunInfo run, String kind, Found found) {
        return Csv.line(
                run.id(),
                kind,
                run.name(),
                run.startedAt(),
                found.verdict(),
                found.figure(),
                found.value(),
                found.users(),
                run.length(),
                run.profile(),
                run.services(),
                null,
                null,
                null,
                null,
                found.bottleneck(),
                found.counts()
                        && run.length().equals("official")
                        && (run.services().equals("real") || run.services().equals("external")),
                run.seed());
    }

    static String line(RunResult r) {
        Verdict verdict = r.verdict();
        boolean counts = verdict.trusted() && r.load() != null;
        Figures figures = counts ? Figures.of(r.load()) : Figures.NONE;
        Reason first = verdict.reasons().isEmpty() ? null : verdict.reasons().getFirst();
        return Csv.line(
                r.run().id(),
                "run",
                r.run().name(),
                r.run().startedAt(),
                verdict.word(),
                first == null ? null : first.rule(),
                first == null ? null : first.subject(),
                r.run().users(),
                r.run().length(),
                r.run().profile(),
                r.run().services(),
                counts ? String.format(Locale.ROOT, "%.1f", figures.operationsPerSecond()) : null,
                figures.worst().map(LatencyMargin::operation).orElse(null),
                figures.worst()
                        .map(w -> String.format(Locale.ROOT, "%.3f", w.ofLimit()))
                        .orElse(null),
                counts && r.load().news() != null && r.load().news().pairs() > 0
                        ? Figures.millis(r.load().news().latency(), 0.99)
                        : null,
                counts ? r.bottleneck().tier() : null,
                verdict.official(),
                r.run().seed());
    }
}
