package gavel.driver.api.ensemble;

import gavel.driver.api.IntervalReport;
import gavel.driver.api.MergedInterval;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Merges what agents report of each second, by its number: as soon as every agent has told of a second, or of a later one, or has left.
 * Thread-safe.
 */
final class IntervalMerge {
    private static final long NO_MORE = Long.MAX_VALUE;

    private final Consumer<IntervalReport> merged;
    private final long[] reached;
    private final int[] users;
    private final TreeMap<Long, Map<Integer, IntervalReport>> waiting = new TreeMap<>();

    /** @param merged is called by one thread at a time */
    IntervalMerge(int agents, Consumer<IntervalReport> merged) {
        this.merged = merged;
        this.reached = new long[agents];
        this.users = new int[agents];
    }

    synchronized void add(int agent, IntervalReport interval) {
        waiting.computeIfAbsent(interval.second(), _ -> new TreeMap<>()).put(agent, interval);
        reached[agent] = interval.second();
        pass();
    }

    /** Nothing more will come from this agent. */
    synchronized void left(int agent) {
        reached[agent] = NO_MORE;
        pass();
    }

    private void pass() {
        long complete = Arrays.stream(reached).min().orElse(0);
        while (!waiting.isEmpty() && waiting.firstKey() <= complete) {
            Map<Integer, IntervalReport> told = waiting.pollFirstEntry().getValue();
            List<IntervalReport> parts = List.copyOf(told.values());
            IntervalReport whole = MergedInterval.of(parts, parts.getFirst(), users(told));
            // Tenths of some agents are not those of the load.
            merged.accept(parts.size() == reached.length ? whole : whole.withoutTenths());
        }
    }

    /** Those of an agent that slept through this second are still there; those of one that left before it are not. */
    private int users(Map<Integer, IntervalReport> told) {
        for (int agent = 0; agent < users.length; agent++) {
            if (told.containsKey(agent)) {
                users[agent] = told.get(agent).users();
            } else if (reached[agent] == NO_MORE) {
                users[agent] = 0;
            }
        }
        return Arrays.stream(users).sum();
    }
}
