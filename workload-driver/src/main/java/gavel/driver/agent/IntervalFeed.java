package gavel.driver.agent;

import gavel.driver.api.AgentJson;
import gavel.driver.api.IntervalReport;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.List;

/**
 * The interval reports of a run, for however many readers: each reads from the oldest that is kept, then hears of the next. Those of days would
 * take more memory than a driver has. Thread-safe.
 */
final class IntervalFeed {
    private static final long HEARTBEAT_MILLIS = 1000;
    /** An hour, some 10 MB: far more than a reader who is not hung up on may be behind. */
    static final int KEPT = 3_600;

    private static final byte[] NEW_LINE = {'\n'};
    private static final byte[] LAST_LINE = "end\n".getBytes(StandardCharsets.US_ASCII);

    private final ArrayDeque<byte[]> lines = new ArrayDeque<>();
    private long added;
    private boolean ended;

    /** What a reader has not taken yet, and how many there were until then. */
    private record Fresh(List<byte[]> lines, long until) {}

    synchronized void add(IntervalReport interval) {
        lines.add(AgentJson.MAPPER.writeValueAsBytes(interval));
        added++;
        if (lines.size() > KEPT) {
            lines.remove();
        }
        notifyAll();
    }

    synchronized void end() {
        ended = true;
        notifyAll();
    }

    /** Writes until the run is over; an empty line each second says that the agent is alive. */
    void copyTo(OutputStream out) throws IOException, InterruptedException {
        long taken = 0;
        while (true) {
            Fresh fresh = await(taken);
            if (fresh == null) {
                out.write(LAST_LINE);
                out.flush();
                return;
            }
            for (byte[] line : fresh.lines()) {
                out.write(line);
                out.write(NEW_LINE);
            }
            if (fresh.lines().isEmpty()) {
                out.write(NEW_LINE);
            }
            out.flush();
            taken = fresh.until();
        }
    }

    /** Null at the end. */
    private synchronized Fresh await(long taken) throws InterruptedException {
        if (taken == added && !ended) {
            wait(HEARTBEAT_MILLIS);
        }
        if (taken == added) {
            return ended ? null : new Fresh(List.of(), taken);
        }
        long known = Math.max(0, lines.size() - (added - taken));
        return new Fresh(lines.stream().skip(known).toList(), added);
    }
}
