package gavel.driver.capacity;

import gavel.driver.loop.EngineLoop;
import gavel.driver.loop.LoopUsage;
import gavel.driver.loop.Timer;
import gavel.driver.loop.Transport;
import gavel.driver.profile.CycleTime;
import gavel.driver.profile.Draws;
import gavel.driver.record.Collector;
import gavel.driver.record.RecordedOperation;
import gavel.driver.record.Recorder;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/**
 * How late a loop with 100,000 pending timers fires them while it is busy: {@code SECONDS [TIMERS [BUSY PER CENT]]}. Each timer stands for
 * a user that thinks as the profile says and then costs so much processor time that the loop is as busy as asked for.
 */
final class TimerFigures {
    private static final long SECOND = 1_000_000_000L;
    private static final long LATEST_MICROS = 2_000;
    private static final CycleTime CYCLE = new CycleTime(5, 1.25, 2.5, 7.5);

    private TimerFigures() {}

    private static final class Thinker extends Timer {
        private final EngineLoop loop;
        private final Draws draws;
        private final long costNanos;

        Thinker(EngineLoop loop, Draws draws, long costNanos) {
            this.loop = loop;
            this.draws = draws;
            this.costNanos = costNanos;
        }

        @Override
        protected void expired(long dueNanos) {
            long until = loop.nanoTime() + costNanos;
            while (loop.nanoTime() < until) {
                Thread.onSpinWait();
            }
            loop.schedule(this, dueNanos + CYCLE.drawNanos(draws));
        }
    }

    public static void main(String[] arguments) throws Exception {
        int seconds = Integer.parseInt(arguments[0]);
        int timers = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 100_000;
        int busy = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 60;
        long costNanos = (long) (busy / 100.0 * CYCLE.mean() * SECOND / timers);
        Recorder recorder = new Recorder(List.of(new RecordedOperation("none", false, SECOND)));
        try (EngineLoop loop = new EngineLoop(0, Transport.forSockets(), System::nanoTime)) {
            long from = loop.nanoTime() + 2 * CYCLE.drawNanos(Draws.of(1, 0, 0));
            loop.post(() -> {
                loop.onLateness(recorder::lateness);
                recorder.measure(from, from + seconds * SECOND);
                for (int i = 0; i < timers; i++) {
                    Draws draws = Draws.of(1, i, 1);
                    loop.schedule(
                            new Thinker(loop, draws, costNanos),
                            loop.nanoTime() + (long) (draws.unit() * CYCLE.mean() * SECOND));
                }
            });
            Thread.sleep(Duration.ofNanos(from - loop.nanoTime()));
            LoopUsage before = loop.usage();
            Thread.sleep(Duration.ofSeconds(seconds));
            double share = loop.usage().busyShareSince(before);
            Collector collector = new Collector(List.of(recorder), 1);
            collector.drainMeasured();
            Histogram lateness = collector.lateness();
            System.out.printf(
                    Locale.ROOT,
                    "%d timers pending, %.0f fired a second, loop busy %.0f %%: lateness p50 %d us, p99 %d us, p99.9 %d us, most %d us%n",
                    loop.call(loop::pendingTimers).join(),
                    (double) lateness.getTotalCount() / seconds,
                    100 * share,
                    lateness.getValueAtPercentile(50),
                    lateness.getValueAtPercentile(99),
                    lateness.getValueAtPercentile(99.9),
                    lateness.getMaxValue());
            System.exit(lateness.getValueAtPercentile(99) < LATEST_MICROS ? 0 : 1);
        }
    }
}
