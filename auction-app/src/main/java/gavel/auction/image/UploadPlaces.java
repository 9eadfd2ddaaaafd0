package gavel.auction.image;

import gavel.auction.body.ByteBudget;
import gavel.auction.problem.ApiProblem;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Places for uploads from before they are read until they are stored, as large as what they hold. One account has at most half of them, and
 * always one that is large enough for the largest picture.
 *
 * <p>Few are stored at once: each has a connection to the relational store while it waits for the store of pictures. With that away, uploads
 * would have all connections, and bids none.
 */
final class UploadPlaces {
    private static final Duration RETRY_AFTER = Duration.ofSeconds(2);

    private final ByteBudget budget;
    private final Semaphore stores;
    private final Duration longestWait;
    private final Map<Long, Long> ofAccounts = new HashMap<>();

    /**
     * @param storedAtOnce how many
     * @param longestWait for the turn to be stored
     */
    UploadPlaces(ByteBudget budget, int storedAtOnce, Duration longestWait) {
        this.budget = budget;
        this.stores = new Semaphore(storedAtOnce, true);
        this.longestWait = longestWait;
    }

    /** Room for one upload. */
    interface Place extends AutoCloseable {
        @Override
        void close();
    }

    /** @throws ApiProblem 429 or 503 */
    Place take(long accountId, long bytes) {
        count(accountId, bytes);
        ByteBudget.Share share = budget.take(bytes);
        if (share == null) {
            forget(accountId, bytes);
            throw ApiProblem.unavailable("Too many pictures are being uploaded; nothing was done.", RETRY_AFTER);
        }
        return () -> {
            share.close();
            forget(accountId, bytes);
        };
    }

    /** Stores in turn. @throws ApiProblem 503 when the turn does not come in time */
    <T> T store(Supplier<T> storing) {
        try {
            if (!stores.tryAcquire(longestWait.toMillis(), TimeUnit.MILLISECONDS)) {
                throw ApiProblem.unavailable("Too many pictures are being stored; nothing was done.", RETRY_AFTER);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw ApiProblem.unavailable("The server is stopping; nothing was done.", RETRY_AFTER);
        }
        try {
            return storing.get();
        } finally {
            stores.release();
        }
    }

    private synchronized void count(long accountId, long bytes) {
        long before = ofAccounts.getOrDefault(accountId, 0L);
        if (before > 0 && before + bytes > budget.most() / 2) {
            throw ApiProblem.tooMany("This account uploads too much at once; nothing was done.", RETRY_AFTER);
        }
        ofAccounts.put(accountId, before + bytes);
    }

    private synchronized void forget(long accountId, long bytes) {
        ofAccounts.computeIfPresent(accountId, (_, held) -> held <= bytes ? null : Long.valueOf(held - bytes));
    }

    long held() {
        return budget.held();
    }
}
