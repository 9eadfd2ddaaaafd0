package gavel.harness.elastic;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Requests that each server had answered, at several moments. Pure.
 *
 * @param looks in the order of their times
 */
public record RequestCounts(List<Look> looks) {
    /** Share of the mean of all servers that a new one has to reach. */
    private static final double FAIR = 0.8;

    private static final double WINDOW_SECONDS = 3;

    /**
     * @param counts of the servers that answered the look, by their names
     * @param came when the first request came to them, as far as this look tells: never too early, and later by what the look took
     */
    public record Look(long atMillis, Map<String, Long> counts, Map<String, Long> came) {
        public Look {
            counts = Map.copyOf(new TreeMap<>(counts));
            came = Map.copyOf(new TreeMap<>(came));
        }
    }

    public RequestCounts {
        looks = List.copyOf(looks);
    }

    /** What was seen before a moment: a server of the same name may come again later. */
    RequestCounts before(long millis) {
        return new RequestCounts(
                looks.stream().filter(look -> look.atMillis() < millis).toList());
    }

    /** When the first request came to it, by the quickest of the looks from a moment on; null where none came. */
    Long first(String instance, long fromMillis) {
        return looks.stream()
                .filter(look -> look.atMillis() >= fromMillis)
                .map(look -> look.came().get(instance))
                .filter(Objects::nonNull)
                .min(Comparator.naturalOrder())
                .orElse(null);
    }

    /**
     * When it had answered nearly as many as the servers did on average, over some seconds; null where it never had.
     *
     * @param fromMillis when it was ready: what it answered before were its own requests, which warm it up
     */
    Long fairShare(String instance, long fromMillis) {
        for (int i = 0; i < looks.size(); i++) {
            Look now = looks.get(i);
            Look before = before(i);
            if (before != null
                    && before.atMillis() >= fromMillis
                    && before.counts().containsKey(instance)
                    && fair(instance, before, now)) {
                return now.atMillis();
            }
        }
        return null;
    }

    private Look before(int index) {
        for (int i = index - 1; i >= 0; i--) {
            if (looks.get(index).atMillis() - looks.get(i).atMillis() >= 1_000 * WINDOW_SECONDS) {
                return looks.get(i);
            }
        }
        return null;
    }

    private static boolean fair(String instance, Look before, Look now) {
        double all = 0;
        double own = 0;
        int servers = 0;
        for (Map.Entry<String, Long> count : now.counts().entrySet()) {
            Long earlier = before.counts().get(count.getKey());
            if (earlier != null) {
                double answered = count.getValue() - earlier;
                all += answered;
                own += count.getKey().equals(instance) ? answered : 0;
                servers++;
            }
        }
        return own > 0 && own >= FAIR * all / servers;
    }
}
