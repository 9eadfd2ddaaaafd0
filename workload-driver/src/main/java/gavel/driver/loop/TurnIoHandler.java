package gavel.driver.loop;

import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerContext;
import io.netty.channel.IoRegistration;

/**
 * Netty's I/O handler with the engine's turn around it. Before it waits, everything written in the last turn is flushed. It waits no longer
 * than until the next timer tick. Afterwards the timers that are due fire. The time it spent waiting is told apart from work.
 */
final class TurnIoHandler implements IoHandler {
    private final IoHandler io;
    private final Turn turn;
    private final WaitUntilTick context = new WaitUntilTick();

    /** What a loop does around its I/O; called on the loop's thread. */
    interface Turn {
        long beforeWaiting();

        long nextLookNanos();

        void afterIo(long waitedNanos, long nowNanos);

        long nanoTime();
    }

    TurnIoHandler(IoHandler io, Turn turn) {
        this.io = io;
        this.turn = turn;
    }

    @Override
    public int run(IoHandlerContext netty) {
        long before = turn.beforeWaiting();
        context.begin(netty, before);
        int handled = io.run(context);
        long after = turn.nanoTime();
        turn.afterIo(context.couldBlock ? Math.max(0, after - before - context.activeNanos) : 0, after);
        return handled;
    }

    @Override
    public void initialize() {
        io.initialize();
    }

    @Override
    public void prepareToDestroy() {
        io.prepareToDestroy();
    }

    @Override
    public void destroy() {
        io.destroy();
    }

    @Override
    public IoRegistration register(IoHandle handle) throws Exception {
        return io.register(handle);
    }

    @Override
    public void wakeup() {
        io.wakeup();
    }

    @Override
    public boolean isCompatible(Class<? extends IoHandle> handleType) {
        return io.isCompatible(handleType);
    }

    private final class WaitUntilTick implements IoHandlerContext {
        private IoHandlerContext netty;
        private long beganNanos;
        private long lookNanos;
        private long activeNanos;
        private boolean couldBlock;

        void begin(IoHandlerContext context, long nowNanos) {
            netty = context;
            beganNanos = nowNanos;
            lookNanos = turn.nextLookNanos();
            activeNanos = 0;
            couldBlock = canBlock();
        }

        @Override
        public boolean canBlock() {
            return netty.canBlock() && lookNanos > beganNanos;
        }

        @Override
        public long delayNanos(long currentTimeNanos) {
            long delay = netty.delayNanos(currentTimeNanos);
            return lookNanos == TimerWheel.NEVER ? delay : Math.min(delay, Math.max(0, lookNanos - turn.nanoTime()));
        }

        @Override
        public long deadlineNanos() {
            long deadline = netty.deadlineNanos();
            if (lookNanos == TimerWheel.NEVER) {
                return deadline;
            }
            // The value is compared with the last one only; an earlier task of Netty's own keeps its deadline.
            return deadline != -1 && netty.delayNanos(beganNanos) < lookNanos - beganNanos ? deadline : lookNanos;
        }

        @Override
        public boolean shouldReportActiveIoTime() {
            return true;
        }

        @Override
        public void reportActiveIoTime(long nanos) {
            activeNanos += nanos;
            if (netty.shouldReportActiveIoTime()) {
                netty.reportActiveIoTime(nanos);
            }
        }
    }
}
