package gavel.auction.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * Many accounts that bid, watch and read without end, on all nodes and in two thirds of the auctions at a time. The others are quiet for
 * long enough that their lots are sold. Two virtual threads for each account.
 */
final class Storm {
    private static final Duration QUIET = Site.PHASE.multipliedBy(3);
    private static final int SHORTEST_PAUSE_MILLIS = 100;
    private static final int LONGEST_PAUSE_MILLIS = 300;

    private final List<Bidder> bidders;
    private final List<Long> auctions;
    private final RandomGenerator random;
    private final LongSupplier nanos;
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean raging;

    Storm(List<Bidder> bidders, List<Long> auctions, RandomGenerator random, LongSupplier nanos) {
        this.bidders = List.copyOf(bidders);
        this.auctions = List.copyOf(auctions);
        this.random = random;
        this.nanos = nanos;
    }

    void start() {
        raging = true;
        for (Bidder bidder : bidders) {
            threads.add(Thread.startVirtualThread(() -> rage(bidder::bid)));
            threads.add(
                    Thread.startVirtualThread(() -> rage(random.nextInt(4) == 0 ? bidder::readLot : bidder::watch)));
        }
    }

    /** Returns when every bid that was begun has been answered. */
    void stop() throws InterruptedException {
        raging = false;
        for (Thread thread : threads) {
            thread.join();
        }
        threads.clear();
    }

    private void rage(Consumer<Long> deed) {
        while (raging) {
            int auction = random.nextInt(auctions.size());
            if (!isQuiet(auction)) {
                deed.accept(auctions.get(auction));
            }
            LockSupport.parkNanos(Duration.ofMillis(random.nextInt(SHORTEST_PAUSE_MILLIS, LONGEST_PAUSE_MILLIS))
                    .toNanos());
        }
    }

    private boolean isQuiet(int auction) {
        return (auction + nanos.getAsLong() / QUIET.toNanos()) % 3 == 0;
    }
}
