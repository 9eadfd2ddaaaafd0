package gavel.auction.session;

import java.time.InstantSource;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/**
 * Keeps the known sessions known and deletes those that have expired or are too many of one account, on one thread of its own. Nodes that
 * delete at once do no harm. A node that has a deleted session cached forgets it within a minute.
 */
@Component
class SessionUpkeep implements SmartInitializingSingleton, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SessionUpkeep.class);
    /** Twice within the minute for which a session is cached, so that one round may fail. */
    private static final long RENEW_EVERY_SECONDS = 25;

    private static final long DELETE_EVERY_SECONDS = 300;

    /** Of one account; the newest stay. Counted here and not at a log-in, which people and simulated users wait for. */
    static final int MOST_OF_ACCOUNT = 100;

    private final Sessions sessions;
    private final SessionStore store;
    private final InstantSource instants;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("session-upkeep").factory());

    SessionUpkeep(Sessions sessions, SessionStore store, InstantSource instants) {
        this.sessions = sessions;
        this.store = store;
        this.instants = instants;
    }

    @Override
    public void afterSingletonsInstantiated() {
        every(
                RENEW_EVERY_SECONDS,
                "Cached sessions could not be renewed, each is read again when it is needed",
                sessions::renew);
        every(
                DELETE_EVERY_SECONDS,
                "Expired sessions could not be deleted, the next round tries again",
                () -> store.removeExpired(instants.instant()));
        every(
                DELETE_EVERY_SECONDS,
                "Sessions beyond " + MOST_OF_ACCOUNT
                        + " of an account could not be deleted, the next round tries again",
                () -> store.removeExcess(MOST_OF_ACCOUNT));
    }

    private void every(long seconds, String otherwise, Runnable task) {
        timer.scheduleWithFixedDelay(() -> attempt(otherwise, task), seconds, seconds, TimeUnit.SECONDS);
    }

    private static void attempt(String otherwise, Runnable task) {
        try {
            task.run();
        } catch (DataAccessException e) {
            LOG.warn("{}: {}", otherwise, e.toString());
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
