package gavel.harness.dashboard;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpExchange;
import gavel.driver.api.http.TimedOutput;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;

/** Bounds how many answers are under way at one time, besides those to watching pages, and ends an answer that a client does not take. */
final class Patience extends Filter {
    static final int ANSWERS = 64;
    private static final int BUSY = 503;
    private static final Duration LONGEST_WRITE = Duration.ofSeconds(10);

    private final ScheduledExecutorService watch;
    private final Duration longestWrite;
    private final Semaphore answers = new Semaphore(ANSWERS);

    Patience(ScheduledExecutorService watch) {
        this(watch, LONGEST_WRITE);
    }

    Patience(ScheduledExecutorService watch, Duration longestWrite) {
        this.watch = watch;
        this.longestWrite = longestWrite;
    }

    @Override
    public String description() {
        return "answers that are not taken end";
    }

    @Override
    public void doFilter(HttpExchange exchange, Chain chain) throws IOException {
        exchange.setStreams(null, new TimedOutput(exchange.getResponseBody(), watch, longestWrite));
        if (exchange.getRequestURI().getRawPath().equals(Pages.LIVE)) {
            // These have places of their own.
            chain.doFilter(exchange);
        } else if (answers.tryAcquire()) {
            try {
                chain.doFilter(exchange);
            } finally {
                answers.release();
            }
        } else {
            Answers.refuse(exchange, BUSY, ANSWERS + " answers are under way already; try again");
        }
    }
}
