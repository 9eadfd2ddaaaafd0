package gavel.auction.partition;

import gavel.auction.partition.amqp.AmqpVacancies;
import gavel.auction.partition.deciding.Auctioneer;
import gavel.auction.partition.deciding.RecordsException;
import gavel.auction.partition.lease.LeaseKeeper;
import gavel.auction.partition.outbox.HistoryRelay;
import java.time.Duration;
import java.util.SortedSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * The engine's three threads: one decides, one keeps the leases, one relays the history. Starts before requests are taken and stops after
 * the last was answered; stopping hands over all partitions first.
 */
final class LiveEngine implements Partitions, SmartLifecycle, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LiveEngine.class);
    private static final Duration PACE = Duration.ofMillis(5);
    private static final Duration SOON = Duration.ofMillis(20);
    private static final Duration RELAY_PAUSE = Duration.ofMillis(250);
    private static final Duration HAND_OVER = Duration.ofSeconds(5);
    private static final Duration JOIN = Duration.ofSeconds(5);

    private final Auctioneer auctioneer;
    private final LeaseKeeper keeper;
    private final HistoryRelay relay;
    private final AmqpVacancies vacancies;
    private final Semaphore hurry = new Semaphore(0);
    private final Semaphore relaySleep = new Semaphore(0);
    private final CompletableFuture<Void> drained = new CompletableFuture<>();
    private final Thread deciding = new Thread(this::decide, "engine-deciding");
    private final Thread leasing = new Thread(this::lease, "engine-leases");
    private final Thread relaying = new Thread(this::relay, "engine-history");
    private volatile boolean running;

    LiveEngine(Auctioneer auctioneer, LeaseKeeper keeper, HistoryRelay relay, AmqpVacancies vacancies) {
        this.auctioneer = auctioneer;
        this.keeper = keeper;
        this.relay = relay;
        this.vacancies = vacancies;
        keeper.serve(auctioneer, hurry::release);
    }

    @Override
    public void start() {
        running = true;
        vacancies.hear(hurry::release);
        deciding.start();
        leasing.start();
        relaying.start();
    }

    @Override
    public void stop() {
        if (!running) {
            return;
        }
        try {
            drain().get(HAND_OVER.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            LOG.warn("Not all partitions were handed over; their lease has to run out: {}", e.toString());
        }
        close();
    }

    /** Stops at once, without handing over: the others have to wait for the lease to run out. */
    @Override
    public void close() {
        running = false;
        hurry.release();
        relaySleep.release();
        auctioneer.wake();
        for (Thread thread : new Thread[] {deciding, leasing, relaying}) {
            try {
                thread.join(JOIN);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    /** Below the web server's: that stops first. */
    @Override
    public int getPhase() {
        return 0;
    }

    private void decide() {
        while (running) {
            Duration quiet = Duration.ZERO;
            try {
                quiet = auctioneer.turn();
            } catch (RuntimeException e) {
                LOG.error("A turn of the deciding loop failed", e);
                quiet = SOON;
            }
            if (!quiet.isZero()) {
                auctioneer.await(quiet, PACE);
            }
        }
    }

    /** Ends when the node has left the cluster: another renewal would enter it again. */
    private void lease() {
        try {
            while (running && !drained.isDone()) {
                Duration pause = keepLeases() ? SOON : LeaseKeeper.RENEWAL;
                hurry.tryAcquire(pause.toMillis(), TimeUnit.MILLISECONDS);
                hurry.drainPermits();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean keepLeases() {
        try {
            boolean more = keeper.tick();
            if (keeper.draining() && keeper.held().isEmpty() && !drained.isDone()) {
                keeper.leaveCluster();
                drained.complete(null);
            }
            return more;
        } catch (RecordsException e) {
            LOG.warn("The leases could not be kept: {}", e.getMessage());
            return false;
        } catch (RuntimeException e) {
            LOG.error("Keeping the leases failed", e);
            return false;
        }
    }

    private void relay() {
        try {
            while (running) {
                if (relay.relay() < HistoryRelay.FULL) {
                    relaySleep.tryAcquire(RELAY_PAUSE.toMillis(), TimeUnit.MILLISECONDS);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public SortedSet<Integer> owned() {
        return keeper.held();
    }

    @Override
    public boolean settled() {
        return keeper.settled();
    }

    @Override
    public CompletableFuture<Void> drain() {
        keeper.drain();
        return drained;
    }
}
