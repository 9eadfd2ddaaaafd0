package gavel.driver.api.ensemble;

import gavel.driver.api.IntervalReport;
import gavel.driver.api.MergedInterval;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Merges what agents report of each second, by its number: as soon as every agent has told of a second, or of a later one, or has left.
 * Thread-safe.
 */
final class IntervalMerge {
    private final Consumer<IntervalReport> merged;
    private final long[] reached;
    private final int[] users;
    private final TreeMap<Long, List<IntervalReport>> waiting = new TreeMap<>();

    /** @param merged is called by one thread at a time */
    IntervalMerge(int agents, Consumer<IntervalReport> merged) {
        this.merged = merged;
        this.reached = new long[agents];
        this.users = new int[agents];
    }

    synchronized void add(int agent, IntervalReport interval) {
        waiting.computeIfAbsent(interval.second(), _ -> new ArrayList<>()).add(interval);
        reached[agent] = interval.second();
        // A second it slept through is in its next report; its users are there all the time.
        users[agent] = interval.users();
        pass();
    }

    /** Nothing more will come from this agent. */
    synchronized void left(int agent) {
        reached[agent] = Long.MAX_VALUE;
        users[agent] = 0;
        pass();
    }

    private void pass() {
        long complete = Arrays.stream(reached).min().orElse(0);
        while (!waiting.isEmpty() && waiting.firstKey() <= complete) {
            List<IntervalReport> parts = waiting.pollFirstEntry().getValue();
            IntervalReport whole = MergedInterval.of(
                    parts, parts.getFirst(), Arrays.stream(users).sum());
            // Tenths of some agents are not those of the load.
            merged.accept(parts.size() == reached.length ? whole : whole.withoutTenths());
        }
    }
}
