package gavel.auction.dataset.load;

import gavel.auction.dataset.plan.DataSetSize;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The columns of loaded rows that users cannot change, and how the rows are read in the order in which the plan makes them. Pure. */
final class KeptColumns {
    private static final Set<String> NAMES = Set.of("first_name", "last_name");
    private static final Set<String> BALANCE = Set.of("held", "spent");
    private static final Set<String> COURSE = Set.of("state", "revision", "changed_at", "lot_count");
    private static final Set<String> ANNOUNCED =
            Set.of("state", "revision", "changed_at", "lot_count", "name", "category", "starts_at", "version");
    private static final Set<String> OFFERED =
            Set.of("price", "leader_id", "last_bid_id", "bid_count", "state", "opened_at", "closes_at", "closed_at");
    private static final Set<String> UNDER_THE_HAMMER =
            Set.of("price", "leader_id", "last_bid_id", "bid_count", "state", "closes_at", "closed_at");
    private static final Set<String> DESCRIPTION = Set.of(
            "title",
            "description",
            "manufacturer",
            "condition",
            "category",
            "date_of_origin",
            "starting_price",
            "state",
            "image_count",
            "thumbnail_id",
            "version");

    private KeptColumns() {}

    /** Whether rows of the table count their changes. */
    static boolean versioned(LoadedTable table) {
        return switch (table) {
            case ACCOUNT, AUCTION, ITEM -> true;
            case CREDIT, LOT, BID_DECISION -> false;
        };
    }

    /**
     * The columns in which this row may differ from the plan.
     *
     * @param planned the row by column
     * @param version the one found, 0 where rows have none
     */
    static Set<String> changeable(LoadedTable table, Map<String, Object> planned, long version) {
        return switch (table) {
            case ACCOUNT -> version > 0 ? with(NAMES, "version") : Set.of();
            case CREDIT -> BALANCE;
            case AUCTION ->
                switch ((String) planned.get("state")) {
                    case "COMPLETE" -> Set.of();
                    case "RUNNING" -> COURSE;
                    default -> version > 0 ? ANNOUNCED : COURSE;
                };
            case ITEM -> version > 0 && !planned.get("state").equals("SOLD") ? DESCRIPTION : Set.of();
            case LOT ->
                switch ((String) planned.get("state")) {
                    case "SOLD" -> Set.of();
                    case "QUEUED" -> OFFERED;
                    default -> UNDER_THE_HAMMER;
                };
            case BID_DECISION -> Set.of();
        };
    }

    private static Set<String> with(Set<String> columns, String more) {
        Set<String> all = new HashSet<>(columns);
        all.add(more);
        return all;
    }

    /** The rows of the set, and no others, in the order of the plan: past auctions first, then running, then future ones. */
    static String rows(LoadedTable table, DataSetSize size) {
        int lastPast = size.running() + size.past();
        int lastPastItem = size.runningItems() + size.past() * DataSetSize.LOTS;
        return switch (table) {
            case ACCOUNT -> "where id <= " + size.accounts() + " order by id";
            case CREDIT -> "where account_id <= " + size.accounts() + " order by account_id";
            case AUCTION -> "where id <= " + size.auctions() + " order by " + phase("id", size.running(), lastPast);
            case ITEM -> "where id <= " + size.items() + " order by id";
            case LOT -> "where id <= " + size.items() + " order by " + phase("id", size.runningItems(), lastPastItem);
            case BID_DECISION ->
                "where bid_id like 'loaded-%' order by " + phase("auction_id", size.running(), lastPast) + ", seq";
        };
    }

    private static String phase(String id, int lastRunning, int lastPast) {
        return "case when " + id + " <= " + lastRunning + " then 1 when " + id + " <= " + lastPast
                + " then 0 else 2 end, " + id;
    }
}
