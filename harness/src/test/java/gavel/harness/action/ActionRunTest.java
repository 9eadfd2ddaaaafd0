package gavel.harness.action;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.action.ActionEvent.Stage;
import gavel.harness.action.ActionSettings.Kind;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ActionRunTest {
    private static final InstantSource CLOCK = InstantSource.system();

    private static ActionSettings action(int millis, Kind kind) {
        return kind == Kind.SCALE
                ? new ActionSettings(Duration.ofMillis(millis), kind, "appServers", 3, null)
                : new ActionSettings(Duration.ofMillis(millis), kind, null, null, "app1");
    }

    @Test
    void eachBeginsAtItsTimeWhateverTheOneBeforeItTakes() throws Exception {
        CountDownLatch frozen = new CountDownLatch(1);
        Levers levers = (action, reached) -> {
            if (action.do_() == Kind.SCALE) {
                reached.accept("app2", Stage.CREATED);
                // Ends only when the later action has been done.
                assertThat(frozen.await(10, TimeUnit.SECONDS)).isTrue();
                reached.accept("app2", Stage.IN_SERVICE);
            } else {
                frozen.countDown();
            }
        };
        try (ActionRun run =
                new ActionRun(new Timeline(List.of(action(150, Kind.FREEZE), action(50, Kind.SCALE))), levers, CLOCK)) {
            Instant begin = CLOCK.instant();
            run.begin(begin);
            assertThat(frozen.await(10, TimeUnit.SECONDS)).isTrue();
            run.end();

            assertThat(run.events())
                    .extracting(ActionEvent::action)
                    .containsExactly("scale appServers to 3", "freeze app1");
            ActionEvent scale = run.events().getFirst();
            ActionEvent freeze = run.events().getLast();
            assertThat(scale.intendedMillis()).isEqualTo(begin.plusMillis(50).toEpochMilli());
            assertThat(scale.beganMillis()).isGreaterThanOrEqualTo(scale.intendedMillis());
            assertThat(scale.endedMillis()).isGreaterThanOrEqualTo(freeze.beganMillis());
            assertThat(scale.steps())
                    .extracting(ActionEvent.Step::stage)
                    .containsExactly(Stage.CREATED, Stage.IN_SERVICE);
            assertThat(run.events()).allMatch(ActionEvent::done);
        }
    }

    /** At the same moment, in the order they were written: the second undoes the first. */
    @Test
    void whatChangesTheSameInstanceIsDoneInOrder() throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        List<Kind> began = Collections.synchronizedList(new ArrayList<>());
        Levers levers = (action, _) -> {
            began.add(action.do_());
            if (action.do_() == Kind.START) {
                started.countDown();
            } else {
                assertThat(started.await(300, TimeUnit.MILLISECONDS)).isFalse();
            }
        };
        try (ActionRun run =
                new ActionRun(new Timeline(List.of(action(0, Kind.KILL), action(0, Kind.START))), levers, CLOCK)) {
            run.begin(CLOCK.instant());
            assertThat(started.await(10, TimeUnit.SECONDS)).isTrue();
            run.end();

            assertThat(began).containsExactly(Kind.KILL, Kind.START);
            assertThat(run.events()).hasSize(2).allMatch(ActionEvent::done);
        }
    }

    /** At the same moment, and the server takes its time to come. */
    @Test
    void nothingIsDoneToAServerBeforeItIsThere() throws Exception {
        CountDownLatch frozen = new CountDownLatch(1);
        List<Kind> began = Collections.synchronizedList(new ArrayList<>());
        Levers levers = (action, _) -> {
            began.add(action.do_());
            if (action.do_() == Kind.FREEZE) {
                frozen.countDown();
            } else {
                assertThat(frozen.await(300, TimeUnit.MILLISECONDS)).isFalse();
            }
        };
        Targets.Scaled scaled = new Targets.Scaled("appServers", 2, 3, "", null, i -> "app" + (i + 1), null);
        ActionSettings freeze = new ActionSettings(Duration.ZERO, Kind.FREEZE, null, null, "app3");
        try (ActionRun run =
                new ActionRun(new Timeline(List.of(action(0, Kind.SCALE), freeze), scaled), levers, CLOCK)) {
            run.begin(CLOCK.instant());
            assertThat(frozen.await(10, TimeUnit.SECONDS)).isTrue();
            run.end();

            assertThat(began).containsExactly(Kind.SCALE, Kind.FREEZE);
            assertThat(run.events()).hasSize(2).allMatch(ActionEvent::done);
        }
    }

    @Test
    void whatCannotBeDoneSaysWhy() throws Exception {
        CountDownLatch tried = new CountDownLatch(1);
        Levers levers = (action, reached) -> {
            tried.countDown();
            throw new IOException("app2 did not become ready within 180 s");
        };
        try (ActionRun run = new ActionRun(new Timeline(List.of(action(0, Kind.SCALE))), levers, CLOCK)) {
            run.begin(CLOCK.instant());
            assertThat(tried.await(10, TimeUnit.SECONDS)).isTrue();
            run.end();

            assertThat(run.events()).singleElement().satisfies(event -> {
                assertThat(event.done()).isFalse();
                assertThat(event.problem()).isEqualTo("app2 did not become ready within 180 s");
                assertThat(event.endedMillis()).isZero();
            });
        }
    }

    @Test
    void whatComesAfterTheEndOfTheLoadIsNotDone() throws Exception {
        Levers levers = (action, reached) -> {
            throw new AssertionError("must not be called");
        };
        try (ActionRun run = new ActionRun(new Timeline(List.of(action(3_600_000, Kind.KILL))), levers, CLOCK)) {
            run.begin(CLOCK.instant());
            run.end();

            assertThat(run.events()).singleElement().satisfies(event -> assertThat(event.problem())
                    .isEqualTo("the load ended before it"));
        }
    }

    /** Its time came while the load went on, and the server it is done to came when that was over. */
    @Test
    void whatHadToWaitUntilTheLoadWasOverIsNotDoneEither() throws Exception {
        CountDownLatch scaling = new CountDownLatch(1);
        CountDownLatch mayBeReady = new CountDownLatch(1);
        List<Kind> began = Collections.synchronizedList(new ArrayList<>());
        Levers levers = (action, _) -> {
            began.add(action.do_());
            scaling.countDown();
            assertThat(mayBeReady.await(10, TimeUnit.SECONDS)).isTrue();
        };
        Targets.Scaled scaled = new Targets.Scaled("appServers", 2, 3, "", null, i -> "app" + (i + 1), null);
        ActionSettings kill = new ActionSettings(Duration.ZERO, Kind.KILL, null, null, "app3");
        try (ActionRun run = new ActionRun(new Timeline(List.of(action(0, Kind.SCALE), kill), scaled), levers, CLOCK)) {
            run.begin(CLOCK.instant());
            assertThat(scaling.await(10, TimeUnit.SECONDS)).isTrue();
            FutureTask<Void> ending = new FutureTask<>(() -> {
                run.end();
                return null;
            });
            Thread ends = Thread.ofPlatform().start(ending);
            Instant longest = CLOCK.instant().plusSeconds(10);
            // It has told that the load is over, and waits for what is being done.
            while (ends.getState() != Thread.State.TIMED_WAITING) {
                assertThat(CLOCK.instant()).isBefore(longest);
                Thread.onSpinWait();
            }
            mayBeReady.countDown();
            ending.get();

            assertThat(began).containsExactly(Kind.SCALE);
            assertThat(run.events().getFirst().done()).isTrue();
            assertThat(run.events().getLast().beganMillis()).isZero();
            assertThat(run.events().getLast().problem()).isEqualTo("the load ended before it");
        }
    }

    @Test
    void aRunThatNeverBeganEndsAtOnce() throws Exception {
        try (ActionRun run = new ActionRun(new Timeline(List.of(action(0, Kind.KILL))), (a, r) -> {}, CLOCK)) {
            run.end();
            assertThat(run.events()).isEmpty();
        }
    }
}
