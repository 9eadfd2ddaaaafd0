package gavel.auction.live;

import gavel.auction.broker.LiveView;
import gavel.auction.problem.ApiProblem;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The latest view of every auction this node has heard of or was asked about. A view comes from news, or from the row when there was
 * none or a digest tells of one that was missed.
 *
 * <p>Answers are written by the executor, one task for each, so that a slow client delays no other.
 */
final class LiveViews {
    private static final Logger LOG = LoggerFactory.getLogger(LiveViews.class);
    private static final String RUNNING = "RUNNING";
    /** Longer than a takeover. Each second a digest names every auction that runs. */
    private static final Duration SILENCE = Duration.ofSeconds(10);

    private final Map<Long, Screen> screens = new ConcurrentHashMap<>();
    private final Function<Long, Optional<LiveView>> rows;
    private final Executor executor;
    private final LongSupplier nanos;

    LiveViews(Function<Long, Optional<LiveView>> rows, Executor executor) {
        this(rows, executor, System::nanoTime);
    }

    /** @param rows reads the view of an auction from the relational store */
    LiveViews(Function<Long, Optional<LiveView>> rows, Executor executor, LongSupplier nanos) {
        this.rows = rows;
        this.executor = executor;
        this.nanos = nanos;
    }

    /** News: shows the view to all requests that wait for it. */
    void offer(LiveView view) {
        Screen screen = screens.get(view.auctionId());
        if (screen != null && screen.latest().revision() >= view.revision() && !isEnd(screen, view)) {
            screen.hear(nanos.getAsLong());
            return;
        }
        show(view);
    }

    private static boolean isEnd(Screen screen, LiveView view) {
        return !screen.latest().view().state().equals(view.state());
    }

    private Screen show(LiveView view) {
        Snapshot snapshot = new Snapshot(view);
        Screen screen = screens.computeIfAbsent(view.auctionId(), id -> new Screen(snapshot));
        screen.hear(nanos.getAsLong());
        for (Waiter waiter : screen.show(snapshot)) {
            executor.execute(() -> waiter.show(snapshot));
        }
        return screen;
    }

    /**
     * The screen of an auction; the first use reads the row. So does every use while the auction is not running, because there is no
     * news of it then. One of which nothing was heard for a while may have ended, and the news of that been lost: no digest tells.
     *
     * @throws ApiProblem 404 when there is no such auction
     */
    Screen screen(long auctionId) {
        Screen screen = screens.get(auctionId);
        if (screen == null || !screen.latest().view().state().equals(RUNNING)) {
            return refresh(auctionId);
        }
        long now = nanos.getAsLong();
        if (now - screen.heardAt() > SILENCE.toNanos()) {
            screen.hear(now);
            refreshLater(auctionId, screen);
        }
        return screen;
    }

    /** The revision of a running auction this node shows; 0 when it shows none. Reads nothing. */
    long known(long auctionId) {
        Screen screen = screens.get(auctionId);
        return screen != null && screen.latest().view().state().equals(RUNNING)
                ? screen.latest().revision()
                : 0;
    }

    /** Reads the row now. */
    Screen refresh(long auctionId) {
        Screen screen = show(rows.apply(auctionId).orElseThrow(() -> ApiProblem.notFound("auction", auctionId)));
        screen.ask();
        return screen;
    }

    /** A digest tells the present revision: reads the row of an auction this node shows an older one of. */
    void compare(long auctionId, long revision) {
        Screen screen = screens.get(auctionId);
        if (screen == null) {
            return;
        }
        screen.hear(nanos.getAsLong());
        if (screen.latest().revision() < revision) {
            refreshLater(auctionId, screen);
        }
    }

    private void refreshLater(long auctionId, Screen screen) {
        if (!screen.beginRefresh()) {
            return;
        }
        executor.execute(() -> {
            try {
                refresh(auctionId);
            } catch (RuntimeException e) {
                LOG.warn("Auction {} could not be read and will be tried again: {}", auctionId, e.toString());
            } finally {
                screen.endRefresh();
            }
        });
    }

    /** Answers all requests that wait, because this node is leaving. */
    void answerAll() {
        screens.values().forEach(screen -> screen.waiting().forEach(waiter -> executor.execute(waiter::nothingNew)));
    }

    /**
     * Forgets auctions that do not run, are not watched and were not asked for since the last time: the row is read when a request asks. Anybody
     * may make auctions that are to come, and ask for them.
     */
    void tidy() {
        screens.values()
                .removeIf(screen -> !screen.latest().view().state().equals(RUNNING)
                        && !screen.isWatched()
                        && !screen.wasAskedFor());
    }

    int size() {
        return screens.size();
    }
}
