package gavel.auction.live;

import gavel.auction.problem.ApiProblem;
import gavel.auction.settings.Settings;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

/** Holds requests until there is something new, at most so many and at most so long. */
final class LivePolls {
    private static final Duration HOLD_WHILE_DRAINING = Duration.ofSeconds(1);
    private static final Duration RETRY_AFTER = Duration.ofSeconds(2);

    private final LiveViews views;
    private final HoldTimer timer;
    private final InstantSource instants;
    private final Executor executor;
    private final int most;
    private final Duration hold;
    private final AtomicInteger held = new AtomicInteger();
    private volatile boolean draining;

    LivePolls(LiveViews views, HoldTimer timer, InstantSource instants, Executor executor, Settings.Live settings) {
        this.views = views;
        this.timer = timer;
        this.instants = instants;
        this.executor = executor;
        this.most = settings.waiters();
        this.hold = settings.hold();
    }

    /** Answers now when the revision is above {@code after}, else holds the request. */
    void poll(long auctionId, long after, HttpServletRequest request, HttpServletResponse response) throws IOException {
        Screen screen = views.screen(auctionId);
        if (screen.latest().revision() < after) {
            screen = views.refresh(auctionId);
        }
        Snapshot latest = screen.latest();
        if (after == 0 || latest.revision() > after) {
            HeldRequest.write(response, latest, instants);
            return;
        }
        if (held.incrementAndGet() > most) {
            held.decrementAndGet();
            throw ApiProblem.unavailable("Too many live requests are waiting on this server.", RETRY_AFTER);
        }
        HeldRequest heldRequest = HeldRequest.hold(request, instants, held::decrementAndGet);
        Waiter waiter = new Waiter(after, heldRequest);
        heldRequest.endWith(waiter);
        if (screen.join(waiter)) {
            timer.add(waiter, draining ? HOLD_WHILE_DRAINING : hold);
        } else {
            waiter.show(screen.latest());
        }
    }

    /** Called each second by one thread. */
    void tick() {
        timer.tick(waiter -> executor.execute(waiter::nothingNew));
    }

    int held() {
        return held.get();
    }

    /** Answers held requests, so that their clients turn to another node; later ones are held for a moment only. */
    void drain() {
        draining = true;
        views.answerAll();
    }
}
