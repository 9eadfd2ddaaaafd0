package gavel.auction.corpus;

import gavel.auction.testing.Api;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Somebody who is signed in and does nothing but what people do, and how long each answer took. */
final class Visitor implements AutoCloseable {
    private static final List<String> PAGES =
            List.of("/api/accounts/me", "/api/auctions?state=RUNNING", "/api/items?size=20", "/api/accounts/me/items");
    private static final Duration PAUSE = Duration.ofMillis(20);

    private final Api api;
    private final List<Long> millis = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();
    private final Thread thread = new Thread(this::visit, "visitor");
    private volatile boolean leaving;

    Visitor(Api api) {
        this.api = api;
        thread.start();
    }

    private void visit() {
        for (int i = 0; !leaving; i++) {
            String page = PAGES.get(i % PAGES.size());
            long start = System.nanoTime();
            String outcome = outcome(page);
            millis.add(Duration.ofNanos(System.nanoTime() - start).toMillis());
            if (!outcome.equals("200")) {
                failures.add(page + ": " + outcome);
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }

    private String outcome(String page) {
        try {
            return Integer.toString(api.get(page).status());
        } catch (IllegalStateException unanswered) {
            return unanswered.getCause().toString();
        }
    }

    long percentile99() {
        List<Long> sorted = millis.stream().sorted().toList();
        return sorted.get((int) Math.ceil(sorted.size() * 0.99) - 1);
    }

    int visits() {
        return millis.size();
    }

    List<String> failures() {
        return failures;
    }

    @Override
    public void close() throws InterruptedException {
        leaving = true;
        thread.join();
    }
}
