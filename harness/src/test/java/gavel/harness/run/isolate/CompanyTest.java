package gavel.harness.run.isolate;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.failure.EnvironmentException;
import gavel.harness.isolate.IsolatePhase;
import gavel.harness.isolate.IsolatePhase.Tenant;
import gavel.harness.isolate.IsolateScript;
import gavel.harness.isolate.IsolateScript.Planned;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tenants on threads of their own begin and end each measurement together. */
class CompanyTest {
    private static final List<Planned> SCRIPT = IsolateScript.of(2, 100, List.of(2.0), false, 1);

    private final List<IsolatePhase> found = Collections.synchronizedList(new ArrayList<>());
    private final Company company = new Company(2, SCRIPT, found::add);
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    @AfterEach
    void end() {
        threads.shutdownNow();
    }

    private Future<?> tenant(int index, Company.Measuring measuring) {
        Callable<Void> task = () -> {
            company.measure(index, measuring);
            return null;
        };
        return threads.submit(task);
    }

    private static Tenant got(int users) {
        return new Tenant(users, 1.0 * users, users, "", "", 0);
    }

    @Test
    void allMeasureAtTheSameTimeAndWhatTheyGotIsKeptInOrder() throws Exception {
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger together = new AtomicInteger();
        Company.Measuring measuring = (number, users) -> {
            together.accumulateAndGet(inside.incrementAndGet(), Math::max);
            long wait = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
            // From the third measurement on both have users.
            while (number >= 3 && together.get() < 2 && System.nanoTime() < wait) {
                Thread.onSpinWait();
            }
            inside.decrementAndGet();
            return got(users);
        };
        Future<?> one = tenant(0, measuring);
        Future<?> other = tenant(1, measuring);
        one.get(20, TimeUnit.SECONDS);
        other.get(20, TimeUnit.SECONDS);

        assertThat(together.get()).isEqualTo(2);
        assertThat(found).hasSize(SCRIPT.size());
        for (int i = 0; i < SCRIPT.size(); i++) {
            assertThat(found.get(i).tenants().stream().map(Tenant::users).toList())
                    .isEqualTo(SCRIPT.get(i).users());
        }
    }

    @Test
    void nobodyWaitsForATenantThatCannotGoOn() throws Exception {
        Future<?> one = tenant(0, (number, users) -> got(users));
        Future<?> other = tenant(1, (number, users) -> {
            if (number == 3) {
                throw new IOException("lost");
            }
            return got(users);
        });
        assertThat(causeOf(other)).isInstanceOf(IOException.class).hasMessage("lost");
        assertThat(causeOf(one)).isInstanceOf(EnvironmentException.class).hasMessage("another tenant could not go on");
        assertThat(found).hasSize(2);
    }

    @Test
    void nobodyWaitsForATenantThatNeverComes() throws Exception {
        company.leave();
        assertThat(causeOf(tenant(0, (number, users) -> got(users)))).hasMessage("another tenant could not go on");
    }

    private static Throwable causeOf(Future<?> ended) throws Exception {
        try {
            ended.get(20, TimeUnit.SECONDS);
            return null;
        } catch (ExecutionException e) {
            return e.getCause();
        }
    }
}
