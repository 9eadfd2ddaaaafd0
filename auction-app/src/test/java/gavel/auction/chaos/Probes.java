package gavel.auction.chaos;

import gavel.auction.broker.Topology;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntPredicate;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

/** Bids in given partitions, one bid at a time in each, to learn when they are decided. */
final class Probes {
    private static final Duration PAUSE = Duration.ofMillis(50);

    private final List<Bidder> bidders;
    private final OpenLots lots;
    private final LongSupplier nanos;

    Probes(List<Bidder> bidders, OpenLots lots, LongSupplier nanos) {
        this.bidders = List.copyOf(bidders);
        this.lots = lots;
        this.nanos = nanos;
    }

    static List<Integer> everywhere() {
        return IntStream.range(0, Topology.PARTITIONS).boxed().toList();
    }

    /**
     * Bids until one bid of each partition was decided.
     *
     * @param since nano clock
     * @param counts whether a bid that is placed now counts; asked before each
     * @return from then until the answer in the last partition
     */
    Duration untilDecided(Collection<Integer> partitions, long since, IntPredicate counts) throws InterruptedException {
        List<Callable<Long>> each = new ArrayList<>();
        for (int partition : partitions) {
            each.add(() -> decided(partition, counts));
        }
        long last = since;
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Long> answered : threads.invokeAll(each)) {
                last = Math.max(last, answered.get());
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
        return Duration.ofNanos(last - since);
    }

    private long decided(int partition, IntPredicate counts) {
        Bidder bidder = bidders.get(partition % bidders.size());
        boolean counted = counts.test(partition);
        bidder.bid(lots.auctionIn(partition));
        while (!counted) {
            LockSupport.parkNanos(PAUSE.toNanos());
            counted = counts.test(partition);
            bidder.bid(lots.auctionIn(partition));
        }
        return nanos.getAsLong();
    }
}
