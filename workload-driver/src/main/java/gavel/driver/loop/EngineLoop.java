package gavel.driver.loop;

import io.netty.channel.EventLoop;
import io.netty.channel.SingleThreadIoEventLoop;
import io.netty.util.concurrent.FastThreadLocalThread;
import io.netty.util.concurrent.RejectedExecutionHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * One thread that carries many users: their connections, timers, state and statistics belong to it and are touched by no other
 * thread. Only {@link #post}, {@link #call}, {@link #usage} and {@link #close} may be called from elsewhere; everything else checks
 * its caller. All that is written within a turn leaves together at its end.
 */
public final class EngineLoop implements Timetable, AutoCloseable {
    private static final AtomicLong NAMES = new AtomicLong();
    /** What others ask of the loop may keep its timers waiting for so long; without sockets, every message is such a task. */
    private static final long TASKS_MILLIS = 1;

    private final int index;
    private final Transport transport;
    private final LongSupplier clock;
    private final TimerWheel wheel;
    private final SingleThreadIoEventLoop netty;
    private final CompletableFuture<LoopThread> thread = new CompletableFuture<>();
    private final long beganNanos;
    private List<Flushable> written = new ArrayList<>();
    private List<Flushable> flushing = new ArrayList<>();
    private Consumer<Throwable> faults = EngineLoop::log;
    private LatenessListener lateness = LatenessListener.NONE;
    /** By the clock as it is when a timer fires: those before it in the same turn have made it later than the turn's beginning. */
    private final LatenessListener actual = (dueNanos, _) -> lateness.fired(dueNanos, nanoTime() - dueNanos);

    private Thread owner;
    private volatile long waitedNanos;
    private volatile long waitingSinceNanos;

    /** @param clock monotonic nanoseconds; the same for every loop whose times are compared */
    public EngineLoop(int index, Transport transport, LongSupplier clock) {
        this.index = index;
        this.transport = transport;
        this.clock = clock;
        this.beganNanos = clock.getAsLong();
        this.wheel = new TimerWheel(beganNanos);
        this.netty = new SingleThreadIoEventLoop(
                null,
                task -> {
                    Thread made = new FastThreadLocalThread(task, "gavel-loop-" + NAMES.getAndIncrement());
                    made.setDaemon(true);
                    return made;
                },
                executor -> new TurnIoHandler(transport.handlers().newHandler(executor), new LoopTurn()),
                Integer.MAX_VALUE,
                RejectedExecutionHandlers.reject(),
                TASKS_MILLIS);
        netty.execute(() -> {
            owner = Thread.currentThread();
            ShortTurns.ask();
            thread.complete(LoopThread.current());
        });
        thread.join();
    }

    /** Position among the loops of the engine, from 0. */
    public int index() {
        return index;
    }

    public Transport transport() {
        return transport;
    }

    /** Netty's face of this loop, for registering channels. */
    public EventLoop netty() {
        return netty;
    }

    /** Monotonic nanoseconds of the engine's clock; any thread. */
    @Override
    public long nanoTime() {
        return clock.getAsLong();
    }

    /** The first moment of the timers' grid that is not before {@code nanos}. */
    public long onGrid(long nanos) {
        return wheel.onGrid(nanos);
    }

    @Override
    public void schedule(Timer timer, long dueNanos) {
        assertOwned();
        wheel.schedule(timer, dueNanos);
    }

    @Override
    public void cancel(Timer timer) {
        assertOwned();
        wheel.cancel(timer);
    }

    /** Asks for {@code flushable} to be flushed at the end of this turn; ask once for each turn. */
    public void flushLater(Flushable flushable) {
        assertOwned();
        written.add(flushable);
    }

    public void onLateness(LatenessListener listener) {
        assertOwned();
        lateness = listener;
    }

    /** Hears of errors of timers, posted tasks and response handlers, which are bugs of the driver: a run that had one is worth nothing. */
    public void onFault(Consumer<Throwable> listener) {
        assertOwned();
        faults = listener;
    }

    /** Runs {@code task} on this loop's thread, after what it is doing now; any thread. */
    public void post(Runnable task) {
        netty.execute(() -> {
            try {
                task.run();
            } catch (RuntimeException | Error fault) {
                faults.accept(fault);
            }
        });
    }

    /** Tells the listeners of an error that is a bug of the driver. */
    public void fault(Throwable fault) {
        assertOwned();
        faults.accept(fault);
    }

    /** Runs {@code question} on this loop's thread and hands back its answer; any thread. */
    public <T> CompletableFuture<T> call(Supplier<T> question) {
        return CompletableFuture.supplyAsync(question, netty);
    }

    public boolean owned() {
        return Thread.currentThread() == owner;
    }

    /** Throws when a foreign thread touches what belongs to this loop. */
    public void assertOwned() {
        if (Thread.currentThread() != owner) {
            throw new IllegalStateException(Thread.currentThread().getName() + " touched what belongs to "
                    + owner.getName() + ": post a task to the loop instead");
        }
    }

    public int pendingTimers() {
        assertOwned();
        return wheel.pending();
    }

    /** The operating system's view of this loop's thread. */
    public LoopThread thread() {
        return thread.join();
    }

    /** Any thread. Waiting that is going on now counts as far as it has come. */
    public LoopUsage usage() {
        long since = waitingSinceNanos;
        long waited = waitedNanos;
        long now = clock.getAsLong();
        return new LoopUsage(since == 0 ? waited : waited + Math.max(0, now - since), now - beganNanos);
    }

    /** Stops the thread after what it is doing now. Closing twice is harmless. */
    @Override
    public void close() {
        netty.shutdownGracefully(0, 5, TimeUnit.SECONDS);
        if (!owned()) {
            netty.terminationFuture().awaitUninterruptibly(10, TimeUnit.SECONDS);
        }
    }

    private static void log(Throwable fault) {
        System.getLogger(EngineLoop.class.getName()).log(System.Logger.Level.ERROR, "the driver has a bug", fault);
    }

    private void flushWritten(long nowNanos) {
        while (!written.isEmpty()) {
            List<Flushable> batch = written;
            written = flushing;
            flushing = batch;
            for (int i = 0; i < batch.size(); i++) {
                batch.get(i).flushAt(nowNanos);
            }
            batch.clear();
        }
    }

    private final class LoopTurn implements TurnIoHandler.Turn {
        @Override
        public long beforeWaiting() {
            long now = clock.getAsLong();
            if (!written.isEmpty()) {
                flushWritten(now);
                now = clock.getAsLong();
            }
            waitingSinceNanos = now;
            return now;
        }

        @Override
        public long nextLookNanos() {
            return wheel.nextLookNanos();
        }

        @Override
        public void afterIo(long waited, long nowNanos) {
            waitingSinceNanos = 0;
            waitedNanos += waited;
            wheel.advance(nowNanos, actual, faults);
        }

        @Override
        public long nanoTime() {
            return clock.getAsLong();
        }
    }
}
