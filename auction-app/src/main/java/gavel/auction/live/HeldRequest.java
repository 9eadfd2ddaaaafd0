package gavel.auction.live;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A request that is held without a thread. It writes its answer straight to the connection, without another pass through the
 * framework: waking twenty people is the most frequent thing this server does.
 */
final class HeldRequest implements Waiter.Reply {
    private static final Logger LOG = LoggerFactory.getLogger(HeldRequest.class);

    private final AsyncContext context;
    private final InstantSource instants;
    private final Runnable onEnd;

    private HeldRequest(AsyncContext context, InstantSource instants, Runnable onEnd) {
        this.context = context;
        this.instants = instants;
        this.onEnd = onEnd;
    }

    /** @param onEnd runs once, when the request is answered */
    static HeldRequest hold(HttpServletRequest request, InstantSource instants, Runnable onEnd) {
        AsyncContext context = request.startAsync();
        context.setTimeout(0);
        return new HeldRequest(context, instants, onEnd);
    }

    /** Lets go of the waiter when the container ends the request first. */
    void endWith(Waiter waiter) {
        context.addListener(new ClientGone(waiter, onEnd));
    }

    @Override
    public void show(Snapshot snapshot) {
        answer(response -> write(response, snapshot, instants));
    }

    @Override
    public void nothingNew() {
        answer(response -> response.setStatus(HttpServletResponse.SC_NO_CONTENT));
    }

    /** Writes a snapshot as a response. */
    static void write(HttpServletResponse response, Snapshot snapshot, InstantSource instants) throws IOException {
        Snapshot.Body body = snapshot.bodyAt(instants.instant());
        response.setContentType("application/json");
        response.setContentLength(body.length());
        response.setHeader("Cache-Control", "no-store");
        body.writeTo(response.getOutputStream());
    }

    private interface Writing {
        void to(HttpServletResponse response) throws IOException;
    }

    private void answer(Writing writing) {
        onEnd.run();
        try {
            writing.to((HttpServletResponse) context.getResponse());
        } catch (IOException | IllegalStateException e) {
            LOG.debug("The client of a held request is gone: {}", e.toString());
        }
        try {
            context.complete();
        } catch (IllegalStateException e) {
            LOG.debug("A held request was ended by the container: {}", e.toString());
        }
    }

    private record ClientGone(Waiter waiter, Runnable onEnd) implements AsyncListener {
        @Override
        public void onError(AsyncEvent event) {
            if (waiter.forget()) {
                onEnd.run();
            }
        }

        @Override
        public void onTimeout(AsyncEvent event) {
            waiter.nothingNew();
        }

        @Override
        public void onComplete(AsyncEvent event) {
            onError(event);
        }

        @Override
        public void onStartAsync(AsyncEvent event) {
            // It is never started again.
        }
    }
}
