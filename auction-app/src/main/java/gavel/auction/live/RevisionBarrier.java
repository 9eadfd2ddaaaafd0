package gavel.auction.live;

import gavel.auction.broker.LiveView;
import gavel.auction.problem.ApiProblem;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Makes sure that a user who has seen a revision never sees less, on whichever node: what carries {@code after=} passes here first.
 *
 * <p>News come after the commit, so a revision anyone has really seen is in the row by then; only an invented one waits, for a second
 * at most. Blocks the calling thread, which is a virtual one.
 */
public final class RevisionBarrier {
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final LiveViews views;
    private final Duration patience;

    RevisionBarrier(LiveViews views) {
        this(views, PATIENCE);
    }

    RevisionBarrier(LiveViews views, Duration patience) {
        this.views = views;
        this.patience = patience;
    }

    /**
     * The view of an auction, at least at the revision when there is one, else the latest.
     *
     * @param after the revision the caller has seen; 0 for none
     * @throws ApiProblem 404 when there is no such auction
     */
    public LiveView await(long auctionId, long after) {
        Screen screen = views.screen(auctionId);
        if (screen.latest().revision() < after) {
            screen = views.refresh(auctionId);
        }
        return screen.latest().revision() >= after
                ? screen.latest().view()
                : waitFor(screen, after).view();
    }

    private Snapshot waitFor(Screen screen, long after) {
        CompletableFuture<Snapshot> news = new CompletableFuture<>();
        Waiter waiter = new Waiter(after - 1, new Waiter.Reply() {
            @Override
            public void show(Snapshot snapshot) {
                news.complete(snapshot);
            }

            @Override
            public void nothingNew() {
                news.complete(screen.latest());
            }
        });
        if (!screen.join(waiter)) {
            return screen.latest();
        }
        try {
            return news.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            return screen.latest();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw ApiProblem.unavailable("This node is ending.", patience);
        } finally {
            waiter.forget();
        }
    }
}
