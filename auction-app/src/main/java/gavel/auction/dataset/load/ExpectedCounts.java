package gavel.auction.dataset.load;

import gavel.auction.dataset.plan.DataSetPlan;
import gavel.auction.dataset.plan.DataSetSize;
import gavel.auction.dataset.plan.PlannedAuction;
import gavel.auction.history.HistoryDocuments;
import java.time.Instant;
import java.time.temporal.ChronoField;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.Map;

/** How many rows and documents a complete set has, by name; counted from the plan. */
public final class ExpectedCounts {
    /** Months from the first history to the last bid, with room to spare. */
    private static final int MONTHS = 1_200;

    private final DataSetPlan plan;
    private final Map<Integer, BitSet> bidBuckets = new LinkedHashMap<>();
    private final Map<Integer, BitSet> visitBuckets = new LinkedHashMap<>();
    private long bids;
    private final BitSet leaders = new BitSet();

    private ExpectedCounts(DataSetPlan plan) {
        this.plan = plan;
    }

    public static Map<String, Long> of(DataSetPlan plan) {
        ExpectedCounts counting = new ExpectedCounts(plan);
        plan.eachAuction(counting::count);
        return counting.counts();
    }

    private void count(PlannedAuction auction) {
        bids += auction.bids().size();
        auction.bids().forEach(bid -> mark(bidBuckets, bid.account(), bid.placedAt()));
        auction.attended().forEach(attended -> mark(visitBuckets, attended.account(), attended.joinedAt()));
        if (auction.phase() == DataSetSize.Phase.RUNNING && !auction.bids().isEmpty()) {
            leaders.set(auction.bids().getLast().account());
        }
    }

    private static void mark(Map<Integer, BitSet> buckets, int account, Instant at) {
        int month = (int) (HistoryDocuments.monthOf(at).getLong(ChronoField.PROLEPTIC_MONTH) % MONTHS);
        buckets.computeIfAbsent(month, _ -> new BitSet()).set(account);
    }

    private Map<String, Long> counts() {
        DataSetSize size = plan.size();
        long images = 0;
        long sizes = 0;
        for (int id = 1; id <= size.items(); id++) {
            var item = plan.item(id);
            images += item.images();
            sizes += (item.full() ? 3L : 2L) * item.images();
        }
        Map<String, Long> counts = new LinkedHashMap<>();
        counts.put("account", (long) size.accounts());
        counts.put("credit", (long) size.accounts());
        counts.put("credit with a hold", (long) leaders.cardinality());
        counts.put("auction RUNNING", (long) size.running());
        counts.put("auction COMPLETE", (long) size.past());
        counts.put("auction SCHEDULED", (long) size.future());
        counts.put("auction", (long) size.auctions());
        counts.put("item", (long) size.items());
        counts.put("image", images);
        counts.put("lot", (long) size.items());
        counts.put("lot OPEN or LAST_CALL", (long) size.running());
        counts.put("lot SOLD", (long) size.past() * DataSetSize.LOTS);
        counts.put("bid_decision", bids);
        counts.put("session", 0L);
        counts.put("attendance", 0L);
        counts.put("attendance_event", 0L);
        counts.put("bid_history", cardinality(bidBuckets));
        counts.put("attendance_history", cardinality(visitBuckets));
        counts.put("image_metadata", (long) size.items());
        counts.put("image_bytes", sizes);
        return counts;
    }

    private static long cardinality(Map<Integer, BitSet> buckets) {
        return buckets.values().stream().mapToLong(BitSet::cardinality).sum();
    }
}
