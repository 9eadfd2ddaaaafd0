package gavel.driver.news;

import gavel.driver.qos.Batch;
import gavel.driver.qos.BidClusters;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** How late news were, for the bids whose intended start lies in the measurement. Owned by one loop; copies are added up. */
public final class NewsTally {
    private static final long LONGEST_MICROS = 600_000_000L;
    private static final int DIGITS = 3;
    /** Longer than any poll is held, or waited for. */
    private static final long REMEMBERED_NANOS = 180_000_000_000L;
    /** Bids that are remembered one by one however long ago they were: of so few pairs it matters most which are of one bid. */
    private static final int REMEMBERED = 10_000;

    private final long limitNanos;
    private final long batchNanos;
    private final Histogram latency = new Histogram(1, LONGEST_MICROS, DIGITS);
    private final Histogram ownScreen = new Histogram(1, LONGEST_MICROS, DIGITS);
    private final List<long[]> batches = new ArrayList<>();
    private final Map<AcceptedBid, long[]> recent = new LinkedHashMap<>();
    private BidClusters older = BidClusters.NONE;
    private long fromNanos = Long.MAX_VALUE;
    private long toNanos = Long.MAX_VALUE;
    private long pairs;
    private long late;
    private long undelivered;

    public NewsTally(long limitNanos, long batchNanos) {
        this.limitNanos = limitNanos;
        this.batchNanos = batchNanos;
    }

    /** The measurement, on the engine's clock. What was counted for another is forgotten. */
    public void measure(long from, long to) {
        fromNanos = from;
        toNanos = to;
        latency.reset();
        ownScreen.reset();
        batches.clear();
        recent.clear();
        older = BidClusters.NONE;
        pairs = 0;
        late = 0;
        undelivered = 0;
    }

    /** The measurement ends at another moment, which has not come yet. */
    public void endAt(long to) {
        toNanos = to;
    }

    long limitNanos() {
        return limitNanos;
    }

    void delivered(AcceptedBid bid, boolean own, long parsedNanos) {
        if (!measured(bid)) {
            return;
        }
        long response = Math.max(0, parsedNanos - bid.intendedNanos());
        record(response, own);
        if (!own) {
            count(bid, response > limitNanos, parsedNanos - bid.firstWriteNanos() > limitNanos);
        }
    }

    /** @param nowNanos until when it was waited for: a lower bound of what stands in the distribution */
    void undelivered(AcceptedBid bid, boolean own, long nowNanos) {
        if (!measured(bid)) {
            return;
        }
        record(nowNanos - bid.intendedNanos(), own);
        if (!own) {
            undelivered++;
            count(bid, true, true);
        }
    }

    private void record(long nanos, boolean own) {
        (own ? ownScreen : latency).recordValue(Math.clamp(nanos / 1_000, 1, LONGEST_MICROS));
    }

    private boolean measured(AcceptedBid bid) {
        return bid.intendedNanos() >= fromNanos && bid.intendedNanos() < toNanos;
    }

    private void count(AcceptedBid bid, boolean isLate, boolean serviceLate) {
        int index = (int) ((bid.intendedNanos() - fromNanos) / batchNanos);
        while (batches.size() <= index) {
            batches.add(new long[3]);
        }
        long[] batch = batches.get(index);
        batch[0]++;
        batch[1] += isLate ? 1 : 0;
        batch[2] += serviceLate ? 1 : 0;
        pairs++;
        late += isLate ? 1 : 0;
        long[] heard = recent.computeIfAbsent(bid, _ -> new long[2]);
        heard[0]++;
        heard[1] += isLate ? 1 : 0;
        forget(bid.intendedNanos() - REMEMBERED_NANOS);
    }

    /** Of many bids that no follower waits for any more, only the sums are kept. */
    private void forget(long beforeNanos) {
        for (Iterator<Map.Entry<AcceptedBid, long[]>> bids = recent.entrySet().iterator(); bids.hasNext(); ) {
            Map.Entry<AcceptedBid, long[]> bid = bids.next();
            if (recent.size() <= REMEMBERED || bid.getKey().intendedNanos() >= beforeNanos) {
                return;
            }
            older = older.with(bid.getValue()[0], bid.getValue()[1]);
            bids.remove();
        }
    }

    /** How the pairs so far are shared out among bids. */
    public BidClusters bids() {
        BidClusters sum = older;
        for (long[] heard : recent.values()) {
            sum = sum.with(heard[0], heard[1]);
        }
        return sum;
    }

    /** What was counted so far, for another thread. */
    public NewsTally copy() {
        NewsTally copy = new NewsTally(limitNanos, batchNanos);
        copy.add(this);
        return copy;
    }

    /** Adds what another loop counted over the same measurement. */
    public void add(NewsTally other) {
        latency.add(other.latency);
        ownScreen.add(other.ownScreen);
        pairs += other.pairs;
        late += other.late;
        undelivered += other.undelivered;
        older = older.plus(other.older);
        // Followers of one bid on several loops share its fate as those on one do.
        other.recent.forEach((bid, heard) -> {
            long[] both = recent.computeIfAbsent(bid, _ -> new long[2]);
            both[0] += heard[0];
            both[1] += heard[1];
        });
        for (int i = 0; i < other.batches.size(); i++) {
            if (i == batches.size()) {
                batches.add(new long[3]);
            }
            for (int j = 0; j < 3; j++) {
                batches.get(i)[j] += other.batches.get(i)[j];
            }
        }
    }

    public long pairs() {
        return pairs;
    }

    public long late() {
        return late;
    }

    public long undelivered() {
        return undelivered;
    }

    public Histogram latency() {
        return latency;
    }

    public Histogram ownScreen() {
        return ownScreen;
    }

    public List<Batch> lateBatches() {
        return batches.stream().map(batch -> new Batch(batch[0], batch[1])).toList();
    }

    public List<Batch> lateServiceBatches() {
        return batches.stream().map(batch -> new Batch(batch[0], batch[2])).toList();
    }
}
