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

/** Deletes sessions that have expired, every few minutes on one thread of its own. Nodes that do it at once do no harm. */
@Component
class ExpiredSessions implements SmartInitializingSingleton, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ExpiredSessions.class);
    private static final long EVERY_MINUTES = 5;

    private final SessionStore store;
    private final InstantSource instants;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("expired-sessions").factory());

    ExpiredSessions(SessionStore store, InstantSource instants) {
        this.store = store;
        this.instants = instants;
    }

    @Override
    public void afterSingletonsInstantiated() {
        timer.scheduleWithFixedDelay(this::delete, EVERY_MINUTES, EVERY_MINUTES, TimeUnit.MINUTES);
    }

    private void delete() {
        try {
            store.removeExpired(instants.instant());
        } catch (DataAccessException e) {
            LOG.warn("Expired sessions could not be deleted, the next round tries again: {}", e.toString());
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
