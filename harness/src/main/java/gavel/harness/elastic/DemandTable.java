package gavel.harness.elastic;

import static java.util.Locale.ROOT;

import gavel.driver.api.shape.LoadPath;
import java.util.ArrayList;
import java.util.List;

/**
 * N(k), the most users that k application servers support, for k from 1 on: it turns users into the servers they need. Pure.
 *
 * @param peaks of 1, 2, … servers, rising
 */
public record DemandTable(List<Peak> peaks) {
    private static final double TENTHS = 10;

    /**
     * @param servers application servers
     * @param lower end of its interval; {@code users} itself where none is known
     * @param users their measured peak
     * @param upper end of its interval; likewise
     */
    public record Peak(int servers, double lower, double users, double upper) {}

    public DemandTable {
        peaks = List.copyOf(peaks);
        List<String> problems = problems(peaks);
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", problems));
        }
    }

    /** What is wrong with such a table; empty when nothing is. */
    public static List<String> problems(List<Peak> peaks) {
        List<String> problems = new ArrayList<>();
        if (peaks.isEmpty()) {
            problems.add("N(k) must have the peak of one server at least: none");
        }
        for (int i = 0; i < peaks.size(); i++) {
            Peak peak = peaks.get(i);
            if (peak.servers() != i + 1) {
                problems.add("N(k) must have no gap: N(" + (i + 1) + ") is missing before N(" + peak.servers() + ")");
                break;
            }
            if (!(peak.users() > 0)) {
                problems.add("N(" + peak.servers() + ") must be > 0: " + peak.users());
            }
            if (i > 0 && !(peak.users() > peaks.get(i - 1).users())) {
                problems.add(String.format(
                        ROOT,
                        "N(k) must rise with k: N(%d) = %.0f after N(%d) = %.0f",
                        peak.servers(),
                        peak.users(),
                        i,
                        peaks.get(i - 1).users()));
            }
        }
        return problems;
    }

    public int most() {
        return peaks.size();
    }

    /** Users of all servers there are. */
    public double mostUsers() {
        return peaks.getLast().users();
    }

    public double users(int servers) {
        return peaks.get(servers - 1).users();
    }

    /** Servers that so many users need. */
    public int servers(double users) {
        return peaks.stream()
                .filter(peak -> peak.users() >= users)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        String.format(ROOT, "users must be <= N(%d) = %.0f: %.0f", most(), mostUsers(), users)))
                .servers();
    }

    /** Servers that a path needs, to a tenth of a second. */
    public Steps demand(LoadPath path, double seconds) {
        return demand(path, seconds, Double.MAX_VALUE);
    }

    /** The same; where even all servers may be too few, all are needed. */
    Steps demandOfAllAtMost(LoadPath path, double seconds) {
        return demand(path, seconds, mostUsers());
    }

    private Steps demand(LoadPath path, double seconds, double most) {
        List<Steps.Change> changes = new ArrayList<>();
        int before = -1;
        for (int tenth = 0; tenth < TENTHS * seconds; tenth++) {
            double at = tenth / TENTHS;
            int needed = servers(Math.clamp((double) path.users(at), 1, most));
            if (needed != before) {
                changes.add(new Steps.Change(at, needed));
                before = needed;
            }
        }
        return new Steps(changes);
    }

    /** The same table where every peak is at the lower end of its interval: the most servers that may be needed. */
    public DemandTable pessimistic() {
        return new DemandTable(rising(peaks.stream()
                .map(peak -> new Peak(peak.servers(), peak.lower(), peak.lower(), peak.lower()))
                .toList()));
    }

    /** The same table where every peak is at the upper end of its interval: the fewest servers that may be needed. */
    public DemandTable optimistic() {
        return new DemandTable(rising(peaks.stream()
                .map(peak -> new Peak(peak.servers(), peak.upper(), peak.upper(), peak.upper()))
                .toList()));
    }

    /** Ends of wide intervals may cross: more servers never support fewer users. */
    private static List<Peak> rising(List<Peak> ends) {
        List<Peak> rising = new ArrayList<>();
        double before = 0;
        for (Peak end : ends) {
            double users = Math.max(end.users(), Math.nextUp(before));
            rising.add(new Peak(end.servers(), users, users, users));
            before = users;
        }
        return rising;
    }
}
