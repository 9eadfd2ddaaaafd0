package gavel.harness.dashboard.state;

import gavel.harness.collect.TierNames;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One of a tier's own figures that are shown over time; several counters of a server may be one.
 *
 * @param tier it is of
 * @param title in words, with its unit
 * @param bytes whether it is an amount of data
 */
public record ServerFigure(String tier, String title, boolean bytes) {
    private static final Map<String, String> COUNTS = Map.ofEntries(
            Map.entry("commits", "transactions a second"),
            Map.entry("rowsInserted", "rows written a second"),
            Map.entry("rowsUpdated", "rows written a second"),
            Map.entry("rowsDeleted", "rows written a second"),
            Map.entry("blocksRead", "pages not in memory a second"),
            Map.entry("pagesRead", "pages not in memory a second"),
            Map.entry("received", "messages received a second"),
            Map.entry("delivered", "messages delivered a second"),
            Map.entry("messagesReady", "messages that wait"),
            Map.entry("queryOperations", "documents asked for a second"),
            Map.entry("insertOperations", "documents written a second"),
            Map.entry("updateOperations", "documents written a second"),
            Map.entry("deleteOperations", "documents written a second"),
            Map.entry("waitingOperations", "operations that wait"),
            Map.entry("requests", "requests a second"),
            Map.entry("queued", "requests that wait"),
            Map.entry("connections", "connections"));
    /** They count connections that were made under the name that others have for those that are open. */
    private static final Map<String, String> COUNTS_OF_BALANCERS =
            Map.of("connections", "new connections a second", "open", "connections");

    private static final Map<String, String> AMOUNTS = Map.of(
            "walBytes", "log written a second",
            "logBytes", "log written a second",
            "journalBytes", "log written a second",
            "cacheReadBytes", "read into the cache a second");

    /** The figures that are shown of all that a tier's servers tell. */
    static Map<ServerFigure, Double> shown(String tier, Map<String, Double> told) {
        Map<ServerFigure, Double> shown = new LinkedHashMap<>();
        told.forEach((name, value) -> {
            boolean bytes = AMOUNTS.containsKey(name);
            String title = bytes ? AMOUNTS.get(name) : count(tier, name);
            if (title != null && Figure.of(value) >= 0) {
                shown.merge(
                        new ServerFigure(tier, TierNames.words(tier) + ": " + title, bytes),
                        Figure.of(value),
                        Double::sum);
            }
        });
        return shown;
    }

    private static String count(String tier, String name) {
        return tier.equals("balancers") ? COUNTS_OF_BALANCERS.getOrDefault(name, COUNTS.get(name)) : COUNTS.get(name);
    }
}
