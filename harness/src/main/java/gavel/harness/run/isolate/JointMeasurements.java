package gavel.harness.run.isolate;

import gavel.harness.failure.EnvironmentException;
import gavel.harness.isolate.IsolatePhase.Tenant;
import gavel.harness.isolate.IsolateScript.Planned;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Phaser;
import java.util.function.Supplier;

/** Lets all tenants begin each measurement together, and puts together what they got. Safe for their threads. */
final class JointMeasurements {
    /** What those are told who cannot go on for another one's sake. */
    static final String LEFT_ALONE = "another tenant could not go on";

    private final Found found;
    private final Phaser together;
    private final List<Tenant> got;
    private volatile Planned now;
    private volatile Instant began = Instant.EPOCH;
    private int done;

    /** Keeps a measurement. */
    @FunctionalInterface
    interface Found {
        /** @param began when the last of the tenants came to its measurement */
        void phase(Planned planned, List<Tenant> tenants, Instant began) throws IOException;
    }

    /**
     * @param done measurements that were made before
     * @param script what is to be measured next; empty when all is
     */
    JointMeasurements(int tenants, int done, Supplier<Optional<Planned>> script, Found found) {
        this.done = done;
        this.found = found;
        this.got = new ArrayList<>(Collections.nCopies(tenants, Tenant.RESTING));
        this.together = new Phaser(tenants) {
            /** Every second time, at the end of a measurement; else before one. */
            @Override
            protected boolean onAdvance(int phase, int parties) {
                if (phase % 2 == 1) {
                    keep();
                } else {
                    now = script.get().orElse(null);
                }
                return false;
            }
        };
    }

    /** What one tenant does in a measurement. */
    @FunctionalInterface
    interface Measuring {
        /** @param disruptor whether the others are disrupted by this tenant: then its own responses tell nothing that matters */
        Tenant measure(int number, int users, boolean disruptor) throws IOException, InterruptedException;
    }

    /**
     * Goes through all measurements with the others.
     *
     * @param tenant from 0
     * @throws EnvironmentException where another one cannot go on
     */
    void measure(int tenant, Measuring measuring) throws IOException, InterruptedException {
        boolean whole = false;
        try {
            await();
            while (now != null) {
                int users = now.users().get(tenant);
                Tenant result =
                        users == 0 ? Tenant.RESTING : measuring.measure(done + 1, users, now.disruptedBy(tenant + 1));
                synchronized (got) {
                    got.set(tenant, result);
                }
                await();
                await();
            }
            whole = true;
        } finally {
            if (!whole) {
                leave();
            }
        }
    }

    /** Whoever is interrupted does not arrive: the others must not take what it got for a whole measurement. */
    private void await() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        int phase = together.arrive();
        if (phase < 0 || together.awaitAdvanceInterruptibly(phase) < 0) {
            throw new EnvironmentException(LEFT_ALONE);
        }
    }

    /** A tenant will not come, or come no more: the others must not wait for it. */
    void leave() {
        together.forceTermination();
    }

    /** A tenant's measurement begins. */
    void begins(Instant moment) {
        synchronized (got) {
            began = moment.isAfter(began) ? moment : began;
        }
    }

    private void keep() {
        done++;
        synchronized (got) {
            try {
                found.phase(now, List.copyOf(got), began);
            } catch (IOException e) {
                throw new EnvironmentException("the findings cannot be written: " + e, e);
            }
        }
    }
}
