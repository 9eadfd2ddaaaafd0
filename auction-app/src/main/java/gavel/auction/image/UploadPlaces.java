package gavel.auction.image;

import gavel.auction.body.ByteBudget;
import gavel.auction.problem.ApiProblem;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * Places for uploads from before they are read until they are stored, as large as what they hold. One account has at most half of them, and
 * always one that is large enough for the largest picture.
 */
final class UploadPlaces {
    private static final Duration RETRY_AFTER = Duration.ofSeconds(2);

    private final ByteBudget budget;
    private final Map<Long, Long> ofAccounts = new HashMap<>();

    UploadPlaces(ByteBudget budget) {
        this.budget = budget;
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
