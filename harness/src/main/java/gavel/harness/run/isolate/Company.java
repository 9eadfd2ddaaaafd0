package gavel.harness.run.isolate;

import gavel.harness.failure.EnvironmentException;
import gavel.harness.isolate.IsolatePhase;
import gavel.harness.isolate.IsolatePhase.Tenant;
import gavel.harness.isolate.IsolateScript.Planned;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Phaser;

/** Lets all tenants begin each measurement together, and puts together what they got. Safe for their threads. */
final class Company {
    private final List<Planned> script;
    private final Found found;
    private final Phaser together;
    private final List<Tenant> got;
    private int done;

    /** Keeps a measurement. */
    @FunctionalInterface
    interface Found {
        void phase(IsolatePhase phase) throws IOException;
    }

    /** @param script what is left to be measured */
    Company(int tenants, List<Planned> script, Found found) {
        this.script = List.copyOf(script);
        this.found = found;
        this.got = new ArrayList<>(Collections.nCopies(tenants, Tenant.RESTING));
        this.together = new Phaser(tenants) {
            /** Every second time, at the end of a measurement. */
            @Override
            protected boolean onAdvance(int phase, int parties) {
                if (phase % 2 == 1) {
                    keep();
                }
                return false;
            }
        };
    }

    /** What one tenant does in a measurement. */
    @FunctionalInterface
    interface Measuring {
        Tenant measure(int number, int users) throws IOException, InterruptedException;
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
            for (int i = 0; i < script.size(); i++) {
                await();
                int users = script.get(i).users().get(tenant);
                Tenant result = users == 0 ? Tenant.RESTING : measuring.measure(i + 1, users);
                synchronized (got) {
                    got.set(tenant, result);
                }
                await();
            }
            whole = true;
        } finally {
            if (!whole) {
                leave();
            }
        }
    }

    private void await() throws InterruptedException {
        int phase = together.arrive();
        if (phase < 0 || together.awaitAdvanceInterruptibly(phase) < 0) {
            throw new EnvironmentException("another tenant could not go on");
        }
    }

    /** One of them will not come, or come no more: nobody is to wait for it. */
    void leave() {
        together.forceTermination();
    }

    private void keep() {
        Planned planned = script.get(done);
        done++;
        synchronized (got) {
            try {
                found.phase(new IsolatePhase(
                        planned.kind(), planned.tenant(), planned.factor(), planned.repeat(), List.copyOf(got)));
            } catch (IOException e) {
                throw new EnvironmentException("what was found cannot be kept: " + e, e);
            }
        }
    }
}
