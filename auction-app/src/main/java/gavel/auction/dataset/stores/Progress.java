package gavel.auction.dataset.stores;

import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/** Counts what is done and prints a line a second: rows, rate and remaining time of everything under way. Safe for many threads. */
public final class Progress implements AutoCloseable {
    /** The rate is that of so many lines: what is begun is slow at first and says nothing of what is left. */
    private static final int LINES = 5;

    private final PrintStream out;
    private final LongSupplier nanos;
    private final long startedAt;
    private final Map<String, Count> counts = new LinkedHashMap<>();
    private final ScheduledExecutorService ticker = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("progress").daemon().factory());

    public Progress(PrintStream out, LongSupplier nanos) {
        this(out, nanos, Duration.ofSeconds(1));
    }

    Progress(PrintStream out, LongSupplier nanos, Duration between) {
        this.out = out;
        this.nanos = nanos;
        this.startedAt = nanos.getAsLong();
        ticker.scheduleAtFixedRate(this::print, between.toMillis(), between.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Things of one kind. */
    public final class Count {
        private final long total;
        private final LongAdder done = new LongAdder();
        private final Deque<Mark> marks = new ArrayDeque<>();

        private Count(long total, long before) {
            this.total = total;
            done.add(before);
            marks.add(new Mark(nanos.getAsLong(), before));
        }

        public void add(long more) {
            done.add(more);
        }

        public long done() {
            return done.sum();
        }

        private String line(String name) {
            long sum = done.sum();
            Mark from = marks.element();
            Mark now = new Mark(nanos.getAsLong(), sum);
            double rate = (sum - from.done) / Math.max(1e-3, (now.nanos - from.nanos) / 1e9);
            marks.add(now);
            if (marks.size() > LINES) {
                marks.remove();
            }
            String remaining = rate > 0 ? String.format(Locale.ROOT, ", %.0f s left", (total - sum) / rate) : "";
            return String.format(Locale.ROOT, "%s %,d of %,d (%,.0f/s%s)", name, sum, total, rate, remaining);
        }
    }

    private record Mark(long nanos, long done) {}

    /** @param before done by an earlier attempt */
    public Count count(String name, long total, long before) {
        Count count = new Count(total, before);
        synchronized (counts) {
            counts.put(name, count);
        }
        return count;
    }

    public void say(String line) {
        out.println(line);
    }

    public Duration elapsed() {
        return Duration.ofNanos(nanos.getAsLong() - startedAt);
    }

    void print() {
        List<String> lines = new ArrayList<>();
        synchronized (counts) {
            counts.forEach((name, count) -> {
                if (count.done() < count.total) {
                    lines.add(count.line(name));
                }
            });
        }
        if (!lines.isEmpty()) {
            out.println(elapsed().toSeconds() + " s: " + String.join("; ", lines));
        }
    }

    @Override
    public void close() {
        ticker.shutdownNow();
    }
}
