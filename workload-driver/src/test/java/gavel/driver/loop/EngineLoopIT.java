package gavel.driver.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Isolated("measures how busy a loop is")
class EngineLoopIT {
    private static final long MILLI = 1_000_000;

    @ParameterizedTest
    @EnumSource(Transport.class)
    void firesTimersOnItsOwnThreadWithoutAnyTraffic(Transport transport) throws Exception {
        try (EngineLoop loop = new EngineLoop(0, transport, System::nanoTime)) {
            CompletableFuture<Long> late = new CompletableFuture<>();
            Timer timer = new Timer() {
                @Override
                protected void expired(long dueNanos) {
                    loop.assertOwned();
                    late.complete(loop.nanoTime() - dueNanos);
                }
            };
            loop.post(() -> loop.schedule(timer, loop.nanoTime() + 20 * MILLI));

            assertThat(late.get(20, TimeUnit.SECONDS)).isBetween(0L, 1_000 * MILLI);
        }
    }

    @ParameterizedTest
    @EnumSource(Transport.class)
    void refusesAForeignThread(Transport transport) {
        try (EngineLoop loop = new EngineLoop(0, transport, System::nanoTime)) {
            Timer timer = new Timer() {
                @Override
                protected void expired(long dueNanos) {
                    throw new AssertionError("never scheduled");
                }
            };

            assertThatThrownBy(() -> loop.schedule(timer, loop.nanoTime()))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("post a task to the loop instead");
        }
    }

    @ParameterizedTest
    @EnumSource(Transport.class)
    void tellsWaitingFromWork(Transport transport) throws Exception {
        try (EngineLoop loop = new EngineLoop(0, transport, System::nanoTime)) {
            LoopUsage before = loop.usage();
            loop.call(() -> busyFor(loop, 300)).get(20, TimeUnit.SECONDS);
            double working = loop.usage().busyShareSince(before);

            LoopUsage idleFrom = loop.usage();
            CompletableFuture<Boolean> fired = new CompletableFuture<>();
            Timer timer = new Timer() {
                @Override
                protected void expired(long dueNanos) {
                    fired.complete(true);
                }
            };
            loop.post(() -> loop.schedule(timer, loop.nanoTime() + 300 * MILLI));
            fired.get(20, TimeUnit.SECONDS);
            double waiting = loop.usage().busyShareSince(idleFrom);

            assertThat(working).isGreaterThan(0.8);
            assertThat(waiting).isLessThan(0.4);
        }
    }

    @ParameterizedTest
    @EnumSource(Transport.class)
    void reportsErrorsOfTimersAndGoesOn(Transport transport) throws Exception {
        try (EngineLoop loop = new EngineLoop(0, transport, System::nanoTime)) {
            CompletableFuture<Throwable> fault = new CompletableFuture<>();
            Timer broken = new Timer() {
                @Override
                protected void expired(long dueNanos) {
                    throw new IllegalStateException("a bug");
                }
            };
            loop.post(() -> {
                loop.onFault(fault::complete);
                loop.schedule(broken, loop.nanoTime());
            });

            assertThat(fault.get(20, TimeUnit.SECONDS)).hasMessage("a bug");
            assertThat(loop.call(() -> "alive").get(20, TimeUnit.SECONDS)).isEqualTo("alive");
        }
    }

    @ParameterizedTest
    @EnumSource(Transport.class)
    void reportsErrorsOfPostedTasks(Transport transport) throws Exception {
        try (EngineLoop loop = new EngineLoop(0, transport, System::nanoTime)) {
            CompletableFuture<Throwable> fault = new CompletableFuture<>();
            loop.post(() -> {
                loop.onFault(fault::complete);
                throw new IllegalStateException("another bug");
            });

            assertThat(fault.get(20, TimeUnit.SECONDS)).hasMessage("another bug");
        }
    }

    @Test
    void aTimerIsAsLateAsThoseBeforeItInTheTurnMakeIt() throws Exception {
        try (EngineLoop loop = new EngineLoop(0, Transport.forSockets(), System::nanoTime)) {
            List<Long> late = new ArrayList<>();
            CompletableFuture<List<Long>> both = new CompletableFuture<>();
            loop.post(() -> {
                loop.onLateness((_, lateNanos) -> late.add(lateNanos));
                long due = loop.nanoTime() + 10 * MILLI;
                for (int i = 0; i < 2; i++) {
                    loop.schedule(
                            new Timer() {
                                @Override
                                protected void expired(long dueNanos) {
                                    busyFor(loop, 20);
                                    if (late.size() == 2) {
                                        both.complete(late);
                                    }
                                }
                            },
                            due);
                }
            });

            assertThat(both.get(20, TimeUnit.SECONDS).getLast() - late.getFirst())
                    .isGreaterThanOrEqualTo(20 * MILLI);
        }
    }

    @ParameterizedTest
    @EnumSource(Transport.class)
    void manyTasksDoNotKeepATimerWaitingForAllOfThem(Transport transport) throws Exception {
        try (EngineLoop loop = new EngineLoop(0, transport, System::nanoTime)) {
            int tasks = 500;
            CompletableFuture<Integer> doneBefore = new CompletableFuture<>();
            int[] done = new int[1];
            Timer timer = new Timer() {
                @Override
                protected void expired(long dueNanos) {
                    doneBefore.complete(done[0]);
                }
            };
            loop.post(() -> {
                loop.schedule(timer, loop.nanoTime() + 20 * MILLI);
                for (int i = 0; i < tasks; i++) {
                    loop.post(() -> {
                        busyFor(loop, 1);
                        done[0]++;
                    });
                }
            });

            assertThat(doneBefore.get(20, TimeUnit.SECONDS)).isLessThan(tasks / 2);
        }
    }

    private static boolean busyFor(EngineLoop loop, int millis) {
        long until = loop.nanoTime() + millis * MILLI;
        while (loop.nanoTime() < until) {
            Thread.onSpinWait();
        }
        return true;
    }
}
