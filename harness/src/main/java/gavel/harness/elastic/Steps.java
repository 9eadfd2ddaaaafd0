package gavel.harness.elastic;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/**
 * A number of servers over time, from second 0 on: each value holds until the next change. Immutable and pure.
 *
 * @param changes by rising time
 */
public record Steps(List<Change> changes) {
    /**
     * So many from this second on.
     *
     * @param at seconds since the path began
     * @param servers from then on
     */
    public record Change(double at, int servers) {}

    public Steps {
        changes =
                changes.stream().sorted(Comparator.comparingDouble(Change::at)).toList();
        if (changes.isEmpty() || changes.getFirst().at() != 0) {
            throw new IllegalArgumentException("steps must begin at second 0: " + changes);
        }
        if (changes.stream().anyMatch(change -> change.servers() < 0 || !Double.isFinite(change.at()))) {
            throw new IllegalArgumentException("numbers of servers must be >= 0, and times finite: " + changes);
        }
    }

    /** @param first from second 0 on */
    public static Steps of(int first, Change... later) {
        List<Change> all = new ArrayList<>(List.of(new Change(0, first)));
        all.addAll(List.of(later));
        return new Steps(all);
    }

    public int at(double second) {
        int servers = changes.getFirst().servers();
        for (Change change : changes) {
            if (change.at() > second) {
                break;
            }
            servers = change.servers();
        }
        return servers;
    }

    /** Seconds before the end at which this or the other may change, 0 first and the end last. */
    List<Double> moments(Steps other, double end) {
        TreeSet<Double> moments = new TreeSet<>(List.of(0.0, end));
        for (Steps each : List.of(this, other)) {
            each.changes().stream()
                    .map(Change::at)
                    .filter(at -> at > 0 && at < end)
                    .forEach(moments::add);
        }
        return List.copyOf(moments);
    }

    /** Servers that came and went before the end, all together. */
    double moved(double end) {
        double moved = 0;
        int before = changes.getFirst().servers();
        for (Change change : changes) {
            if (change.at() < end) {
                moved += Math.abs(change.servers() - before);
                before = change.servers();
            }
        }
        return moved;
    }

    /** Integral until the end: server seconds. */
    public double serverSeconds(double end) {
        double sum = 0;
        List<Double> moments = moments(this, end);
        for (int i = 1; i < moments.size(); i++) {
            sum += at(moments.get(i - 1)) * (moments.get(i) - moments.get(i - 1));
        }
        return sum;
    }
}
