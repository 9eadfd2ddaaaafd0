package gavel.driver.capacity;

import com.sun.management.ThreadMXBean;
import gavel.driver.http.ClientSettings;
import gavel.driver.http.HttpClient;
import gavel.driver.http.HttpCount;
import gavel.driver.loop.EngineLoop;
import gavel.driver.loop.LoopThread;
import gavel.driver.loop.LoopUsage;
import gavel.driver.loop.Transport;
import gavel.driver.record.Collector;
import gavel.driver.record.RecordedOperation;
import gavel.driver.record.Recorder;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What one loop makes of plain exchanges: {@code ADDRESS SECONDS RATE…}. At each rate 100 users with a connection each exchange 1 KiB,
 * checked; a line tells how late, how busy, how much processor time and how many allocated bytes. Ends after the first rate that is too
 * much, and says the last one that was not.
 */
final class ExchangeFigures implements AutoCloseable {
    private static final int USERS = 100;
    private static final long SECOND = 1_000_000_000L;
    private static final long LATEST_MICROS = 5_000;
    private static final double LEAST_SHARE = 0.98;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final EngineLoop loop = new EngineLoop(0, Transport.forSockets(), System::nanoTime);
    private final HttpClient client;
    private final long threadId =
            loop.call(() -> Thread.currentThread().threadId()).join();

    private record Glance(
            long nanos,
            long exchanges,
            LoopUsage usage,
            LoopThread.Times times,
            long allocated,
            long gcMillis,
            double processSeconds) {}

    private record Line(long rate, double done, long latenessMicros, long wrong, String text) {
        boolean kept() {
            return done >= LEAST_SHARE * rate && latenessMicros <= LATEST_MICROS && wrong == 0;
        }
    }

    private ExchangeFigures(URI address) throws IOException {
        client = HttpClient.open(loop, List.of(address), null, ClientSettings.DEFAULT);
    }

    public static void main(String[] arguments) throws Exception {
        int seconds = Integer.parseInt(arguments[1]);
        try (ExchangeFigures figures = new ExchangeFigures(URI.create(arguments[0]))) {
            figures.run(10_000, 10);
            long most = 0;
            for (int i = 2; i < arguments.length; i++) {
                Line line = figures.run(Long.parseLong(arguments[i]), seconds);
                System.out.println(line.text());
                if (!line.kept()) {
                    break;
                }
                most = line.rate();
            }
            System.out.println("most exchanges a second with a lateness of at most 5 ms: " + most);
        }
    }

    private Line run(long rate, int seconds) throws InterruptedException {
        Recorder recorder = new Recorder(List.of(new RecordedOperation("exchange", false, SECOND)));
        long begin = loop.onGrid(loop.nanoTime() + SECOND / 10);
        List<PacedUser> users =
                loop.call(() -> start(recorder, rate, begin, seconds + 1)).join();
        // Connections are opened within the first half second; it does not count.
        await(begin + SECOND / 2);
        Glance from = glance();
        await(begin + SECOND / 2 + seconds * SECOND);
        Glance to = glance();
        while (!loop.call(() -> users.stream().allMatch(PacedUser::idle)).join()) {
            Thread.sleep(Duration.ofMillis(50));
        }
        long wrong = loop.call(() -> {
                    users.forEach(PacedUser::close);
                    return users.stream().mapToLong(user -> user.wrong).sum();
                })
                .join();
        Collector collector = new Collector(List.of(recorder), 1);
        collector.drainMeasured();
        return line(rate, from, to, collector, wrong);
    }

    private List<PacedUser> start(Recorder recorder, long rate, long begin, int seconds) {
        recorder.measure(begin + SECOND / 2, Long.MAX_VALUE);
        loop.onLateness(recorder::lateness);
        double periodNanos = (double) SECOND * USERS / rate;
        List<PacedUser> users = new ArrayList<>();
        for (int i = 0; i < USERS; i++) {
            PacedUser user = new PacedUser(client, recorder, i, periodNanos);
            user.start(begin + (long) (i * periodNanos / USERS), begin + seconds * SECOND);
            users.add(user);
        }
        return users;
    }

    private void await(long nanos) throws InterruptedException {
        Thread.sleep(Duration.ofNanos(Math.max(0, nanos - loop.nanoTime())));
    }

    private Glance glance() {
        long gc = ManagementFactory.getGarbageCollectorMXBeans().stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionTime)
                .sum();
        long exchanges =
                loop.call(() -> client.counters().get(HttpCount.EXCHANGES)).join();
        return new Glance(
                loop.nanoTime(),
                exchanges,
                loop.usage(),
                loop.thread().times(),
                THREADS.getThreadAllocatedBytes(threadId),
                gc,
                ProcessHandle.current()
                                .info()
                                .totalCpuDuration()
                                .orElse(Duration.ZERO)
                                .toNanos()
                        / 1e9);
    }

    private static Line line(long rate, Glance from, Glance to, Collector collector, long wrong) {
        long exchanges = to.exchanges - from.exchanges;
        double elapsed = (to.nanos - from.nanos) / 1e9;
        long lateness = collector.lateness().getValueAtPercentile(99);
        String text = String.format(
                Locale.ROOT,
                "%6d/s: %6.0f done, lateness p99 %d us, response p99 %d us, loop busy %.0f %%, CPU seconds per 1,000 %.4f of the loop,"
                        + " %.4f of the process, %.0f bytes allocated for each, GC %.2f %%, wrong %d",
                rate,
                exchanges / elapsed,
                lateness,
                collector.response(0).getValueAtPercentile(99),
                100 * to.usage.busyShareSince(from.usage),
                (to.times.ranNanos() - from.times.ranNanos()) / 1e6 / exchanges,
                1000 * (to.processSeconds - from.processSeconds) / exchanges,
                (double) (to.allocated - from.allocated) / exchanges,
                (to.gcMillis - from.gcMillis) / 10.0 / elapsed,
                wrong);
        return new Line(rate, exchanges / elapsed, lateness, wrong, text);
    }

    @Override
    public void close() {
        loop.close();
    }
}
