package gavel.driver.record;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * Merges the histograms of all loops, exactly, by adding them. Used by one thread, which is no loop's: draining costs the writers
 * nothing but the switch to another histogram.
 */
public final class Collector {
    private final List<Recorder> recorders;
    private final List<Histogram> responses = new ArrayList<>();
    private final List<Histogram> services = new ArrayList<>();
    private final List<Window> recent = new ArrayList<>();
    private final Window recentLateness = new Window();
    private final Histogram lateness = Micros.histogram();

    /** @param operations their number */
    public Collector(List<Recorder> recorders, int operations) {
        this.recorders = List.copyOf(recorders);
        for (int operation = 0; operation < operations; operation++) {
            responses.add(Micros.histogram());
            services.add(Micros.histogram());
            recent.add(new Window());
        }
    }

    /** Each second: moves the window the {@code recent…} figures look at. */
    public void drainRecent() {
        for (int i = 0; i < recent.size(); i++) {
            int operation = i;
            recent.get(i)
                    .drain(recorders.stream()
                            .map(recorder -> recorder.operation(operation).recent)
                            .toList());
        }
        recentLateness.drain(
                recorders.stream().map(recorder -> recorder.recentLateness).toList());
    }

    /** Every few seconds and at the end: adds what was measured since. */
    public void drainMeasured() {
        for (int operation = 0; operation < responses.size(); operation++) {
            for (Recorder recorder : recorders) {
                drain(recorder.operation(operation).response, responses.get(operation));
                drain(recorder.operation(operation).service, services.get(operation));
            }
        }
        recorders.forEach(recorder -> drain(recorder.lateness, lateness));
    }

    /** In microseconds over the last five drains, -1 where so few samples do not tell it. */
    public long recentP99Micros(int operation) {
        return recent.get(operation).p99();
    }

    /** The largest of the last five drains in microseconds, -1 without a sample. */
    public long recentMaxMicros(int operation) {
        return recent.get(operation).max();
    }

    public long recentLatenessP99Micros() {
        return recentLateness.p99();
    }

    /** From the intended start, in microseconds; successes and time-outs. */
    public Histogram response(int operation) {
        return responses.get(operation).copy();
    }

    /** From the first write. */
    public Histogram service(int operation) {
        return services.get(operation).copy();
    }

    public Histogram lateness() {
        return lateness.copy();
    }

    private static void drain(Drained from, Histogram into) {
        Histogram part = from.drain();
        if (part.getTotalCount() > 0) {
            into.add(part);
        }
    }
}
