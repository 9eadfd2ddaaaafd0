package gavel.harness.dashboard;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/** The slots of watchers: a limited number, and a watcher that does not read what it is sent loses its slot. */
final class StreamSlots {
    static final int MOST = 16;
    private static final Duration STUCK = Duration.ofSeconds(10);

    private final LongSupplier nanos;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition left = lock.newCondition();
    private final Set<Slot> taken = new HashSet<>();

    StreamSlots(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** A slot of the thread that took it. */
    final class Slot implements AutoCloseable {
        private final Thread thread = Thread.currentThread();
        private volatile boolean writing;
        private volatile long writingSince;

        private Slot() {}

        void write(OutputStream out, byte[] bytes) throws IOException {
            writingSince = nanos.getAsLong();
            writing = true;
            out.write(bytes);
            out.flush();
            writing = false;
        }

        private boolean stuck() {
            return writing && nanos.getAsLong() - writingSince > STUCK.toNanos();
        }

        @Override
        public void close() {
            lock.lock();
            try {
                taken.remove(this);
                left.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }

    /** For the current thread; null when there is none. */
    Slot take() {
        lock.lock();
        try {
            if (taken.size() >= MOST) {
                taken.removeIf(StreamSlots::dropped);
            }
            if (taken.size() >= MOST) {
                return null;
            }
            Slot slot = new Slot();
            taken.add(slot);
            return slot;
        } finally {
            lock.unlock();
        }
    }

    /** To interrupt a thread that writes closes its connection. */
    private static boolean dropped(Slot slot) {
        if (slot.stuck()) {
            slot.thread.interrupt();
            return true;
        }
        return false;
    }

    int count() {
        lock.lock();
        try {
            return taken.size();
        } finally {
            lock.unlock();
        }
    }

    /** Waits until there is no watcher or the time is over. */
    void awaitNobody(Duration atMost) throws InterruptedException {
        lock.lock();
        try {
            long remaining = atMost.toNanos();
            while (!taken.isEmpty() && remaining > 0) {
                remaining = left.awaitNanos(remaining);
            }
        } finally {
            lock.unlock();
        }
    }
}
