package gavel.harness.run.isolate;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.failure.EnvironmentException;
import gavel.harness.isolate.IsolatePhase;
import gavel.harness.isolate.IsolatePhase.Tenant;
import gavel.harness.isolate.IsolateScript;
import gavel.harness.isolate.IsolateScript.Planned;
import java.io.IOException;
import java.time.Instant;
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
class JointMeasurementsTest {
    private static final IsolateScript SCRIPT = new IsolateScript(2, 100, List.of(2.0), false, 1, false);
    private static final List<Integer> USERS_OF_FIRST = List.of(100, 0, 100, 200);
    private static final List<Integer> USERS_OF_SECOND = List.of(0, 100, 100, 100);

    private final List<IsolatePhase> found = Collections.synchronizedList(new ArrayList<>());
    private final JointMeasurements joint = joint(0);
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    private JointMeasurements joint(int done) {
        return new JointMeasurements(
                2, done, () -> SCRIPT.next(found), (planned, got, began) -> found.add(phase(planned, got)));
    }

    private static IsolatePhase phase(Planned planned, List<Tenant> got) {
        return new IsolatePhase(planned.kind(), planned.tenant(), planned.factor(), planned.repeat(), got, List.of());
    }

    @AfterEach
    void end() {
        threads.shutdownNow();
    }

    private Future<?> tenant(int index, JointMeasurements.Measuring measuring) {
        Callable<Void> task = () -> {
            joint.measure(index, measuring);
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
        JointMeasurements.Measuring measuring = (number, users, _) -> {
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
        assertThat(found).extracting(phase -> phase.tenants().get(0).users()).isEqualTo(USERS_OF_FIRST);
        assertThat(found).extracting(phase -> phase.tenants().get(1).users()).isEqualTo(USERS_OF_SECOND);
    }

    @Test
    void nobodyWaitsForATenantThatCannotGoOn() throws Exception {
        Future<?> one = tenant(0, (number, users, _) -> got(users));
        Future<?> other = tenant(1, (number, users, _) -> {
            if (number == 3) {
                throw new IOException("lost");
            }
            return got(users);
        });
        assertThat(causeOf(other)).isInstanceOf(IOException.class).hasMessage("lost");
        assertThat(causeOf(one)).isInstanceOf(EnvironmentException.class).hasMessage("another tenant could not go on");
        assertThat(found).hasSize(2);
    }

    /** After Ctrl-C in the third of four measurements two are kept, and others go on with the third. */
    @Test
    void whoComesAfterAnInterruptionGoesOnWithWhatIsLeft() throws Exception {
        Future<?> one = tenant(0, (number, users, _) -> {
            if (number == 3) {
                Thread.sleep(TimeUnit.MINUTES.toMillis(1));
            }
            return got(users);
        });
        Future<?> other = tenant(1, (number, users, _) -> {
            if (number == 3) {
                threads.shutdownNow();
                Thread.sleep(TimeUnit.MINUTES.toMillis(1));
            }
            return got(users);
        });
        assertThat(causeOf(one)).isInstanceOfAny(InterruptedException.class, EnvironmentException.class);
        assertThat(causeOf(other)).isInstanceOfAny(InterruptedException.class, EnvironmentException.class);
        assertThat(found).hasSize(2);

        List<Integer> numbers = Collections.synchronizedList(new ArrayList<>());
        JointMeasurements rest = joint(found.size());
        try (ExecutorService others = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 2; i++) {
                int index = i;
                others.submit(() -> {
                    rest.measure(index, (number, users, _) -> {
                        numbers.add(number);
                        return got(users);
                    });
                    return null;
                });
            }
        }
        assertThat(numbers).containsExactly(3, 3, 4, 4);
        assertThat(found).extracting(phase -> phase.tenants().get(0).users()).isEqualTo(USERS_OF_FIRST);
    }

    /** Loads that end although the tenants were interrupted meanwhile are not whole. */
    @Test
    void whatAnInterruptedTenantGotIsNotKept() throws Exception {
        JointMeasurements.Measuring measuring = (number, users, _) -> {
            if (number == 3) {
                Thread.currentThread().interrupt();
            }
            return got(users);
        };
        Future<?> one = tenant(0, measuring);
        Future<?> other = tenant(1, measuring);
        assertThat(causeOf(one)).isInstanceOfAny(InterruptedException.class, EnvironmentException.class);
        assertThat(causeOf(other)).isInstanceOfAny(InterruptedException.class, EnvironmentException.class);
        assertThat(found).hasSize(2);
    }

    @Test
    void theLastToBeginSaysWhenAMeasurementBegan() throws Exception {
        List<Instant> began = Collections.synchronizedList(new ArrayList<>());
        JointMeasurements late = new JointMeasurements(2, 3, () -> SCRIPT.next(found), (planned, got, moment) -> {
            began.add(moment);
            found.add(phase(planned, got));
        });
        for (int i = 0; i < 3; i++) {
            found.add(phase(SCRIPT.next(found).orElseThrow(), List.of(got(1), got(1))));
        }
        Instant zero = Instant.parse("2026-01-02T03:04:05Z");
        try (ExecutorService others = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 2; i++) {
                int index = i;
                others.submit(() -> {
                    late.measure(index, (_, users, _) -> {
                        late.begins(zero.plusSeconds(10 - index));
                        return got(users);
                    });
                    return null;
                });
            }
        }
        assertThat(began).containsExactly(zero.plusSeconds(10));
    }

    @Test
    void nobodyWaitsForATenantThatNeverComes() throws Exception {
        joint.leave();
        assertThat(causeOf(tenant(0, (number, users, _) -> got(users)))).hasMessage("another tenant could not go on");
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
