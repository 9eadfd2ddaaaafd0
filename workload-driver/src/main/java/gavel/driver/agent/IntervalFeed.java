package gavel.driver.agent;

import gavel.driver.api.AgentJson;
import gavel.driver.api.IntervalReport;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Every interval report of a run, for however many readers: each reads from the first, then hears of the next. Thread-safe. */
final class IntervalFeed {
    private static final long HEARTBEAT_MILLIS = 1000;
    private static final byte[] NEW_LINE = {'\n'};
    private static final byte[] LAST_LINE = "end\n".getBytes(StandardCharsets.US_ASCII);

    private final List<byte[]> lines = new ArrayList<>();
    private boolean ended;

    synchronized void add(IntervalReport interval) {
        lines.add(AgentJson.MAPPER.writeValueAsBytes(interval));
        notifyAll();
    }

    synchronized void end() {
        ended = true;
        notifyAll();
    }

    /** Writes until the run is over; an empty line each second says that the agent is alive. */
    void copyTo(OutputStream out) throws IOException, InterruptedException {
        int next = 0;
        while (true) {
            List<byte[]> fresh = await(next);
            if (fresh == null) {
                out.write(LAST_LINE);
                out.flush();
                return;
            }
            for (byte[] line : fresh) {
                out.write(line);
                out.write(NEW_LINE);
            }
            if (fresh.isEmpty()) {
                out.write(NEW_LINE);
            }
            out.flush();
            next += fresh.size();
        }
    }

    /** Null at the end. */
    private synchronized List<byte[]> await(int next) throws InterruptedException {
        if (next == lines.size() && !ended) {
            wait(HEARTBEAT_MILLIS);
        }
        if (next < lines.size()) {
            return List.copyOf(lines.subList(next, lines.size()));
        }
        return ended ? null : List.of();
    }
}
