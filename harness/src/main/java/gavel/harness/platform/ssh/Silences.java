package gavel.harness.platform.ssh;

import gavel.harness.collect.Collected.Silence;
import java.util.ArrayList;
import java.util.List;

/** When a machine did not answer. Any thread may use it. */
final class Silences {
    /** Usually an answer takes milliseconds. */
    private static final long SHORTEST_MILLIS = 5_000;

    private final List<Silence> silences = new ArrayList<>();

    /** Several questions may wait for an answer at a time: they are one silence. */
    synchronized void answered(long fromMillis, long toMillis) {
        if (toMillis - fromMillis < SHORTEST_MILLIS) {
            return;
        }
        Silence silence = new Silence(fromMillis, toMillis);
        if (!silences.isEmpty() && silences.getLast().toMillis() >= fromMillis) {
            Silence last = silences.removeLast();
            silence = new Silence(Math.min(last.fromMillis(), fromMillis), Math.max(last.toMillis(), toMillis));
        }
        silences.add(silence);
    }

    synchronized List<Silence> all() {
        return List.copyOf(silences);
    }
}
