package gavel.harness.result;

import gavel.driver.api.LoadReport;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.Optional;

/**
 * One line for each result, for spreadsheets. The header never changes; several runs may append at once. An invalid run has no
 * figures in it.
 */
public final class IndexCsv {
    static final String HEADER =
            "id,kind,name,startedAt,verdict,rule,subject,users,length,profile,services,operationsPerSecond,"
                    + "worstOperation,worstP99OfLimit,newsP99Millis,bottleneck,official,seed\n";
    public static final String FILE = "index.csv";
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
                boolean ended = endsWithALine(channel);
                channel.position(channel.size());
                if (!ended) {
                    // Its writer was killed, or the disk was full: its line must not take this one with it.
                    write(channel, new byte[] {'\n'});
                }
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

    private static boolean endsWithALine(FileChannel channel) throws IOException {
        ByteBuffer last = ByteBuffer.allocate(1);
        return channel.read(last, channel.size() - 1) == 1 && last.get(0) == '\n';
    }

    private static void write(FileChannel channel, byte[] bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
    }

    /**
     * What a line says of a result beside what was asked for.
     *
     * @param verdict how it ended
     * @param rule first that broke, or the name of the figure that was found; null without either
     * @param subject of the rule, or the figure with its interval; null likewise
     * @param users whole where they were asked for; null where there is no such number
     * @param bottleneck tier that was the limit; null where none is known
     * @param official whether its number may be cited
     */
    public record Line(
            String verdict,
            String rule,
            String subject,
            Number users,
            Measured measured,
            String bottleneck,
            boolean official) {
        /** @param kind of the result */
        public String text(RunInfo run, String kind) {
            return Csv.line(
                    run.id(),
                    kind,
                    run.name(),
                    run.startedAt(),
                    verdict,
                    rule,
                    subject,
                    users,
                    run.length(),
                    run.profile(),
                    run.services(),
                    measured.operationsPerSecond(),
                    measured.worstOperation(),
                    measured.worstOfLimit(),
                    measured.newsP99Millis(),
                    bottleneck,
                    official,
                    run.seed());
        }
    }

    /** Figures of a single load; each is null where it is not known. */
    public record Measured(
            String operationsPerSecond, String worstOperation, String worstOfLimit, Double newsP99Millis) {
        public static final Measured NONE = new Measured(null, null, null, null);

        public static Measured of(LoadReport load) {
            Figures figures = Figures.of(load);
            Optional<LatencyMargin> worst = figures.worst();
            return new Measured(
                    String.format(Locale.ROOT, "%.1f", figures.operationsPerSecond()),
                    worst.map(LatencyMargin::operation).orElse(null),
                    worst.map(w -> String.format(Locale.ROOT, "%.3f", w.ofLimit()))
                            .orElse(null),
                    load.news() != null && load.news().pairs() > 0
                            ? Figures.millis(load.news().latency(), 0.99)
                            : null);
        }
    }
}
