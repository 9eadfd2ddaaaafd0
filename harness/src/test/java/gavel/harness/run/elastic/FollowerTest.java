package gavel.harness.run.elastic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import gavel.harness.action.ActionEvent.Stage;
import gavel.harness.action.Levers;
import gavel.harness.collect.Sample;
import gavel.harness.elastic.Decider;
import gavel.harness.elastic.ScalingEvent;
import gavel.harness.elastic.Steps;
import gavel.harness.elastic.Steps.Change;
import gavel.harness.time.Timekeeper;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FollowerTest {
    private static final Timekeeper TIME = Timekeeper.system();
    private static final Duration LONG = Duration.ofMinutes(5);

    private final List<String> done = Collections.synchronizedList(new ArrayList<>());

    private static Follower.Look look(Sample sample) {
        return new Follower.Look(() -> sample, () -> 40, 0.5);
    }

    @Test
    void ordersComeAtTheirTimesAndOneAfterTheOther() throws Exception {
        CountDownLatch last = new CountDownLatch(3);
        Levers levers = (action, reached) -> {
            done.add(action.text());
            reached.accept("app" + action.to(), Stage.READY);
            last.countDown();
        };
        Steps steps = Steps.of(1, new Change(0.2, 3), new Change(0.5, 9), new Change(0.8, 1));
        try (QuietTime time = new QuietTime();
                Follower follower =
                        new Follower(Decider.of(steps), levers, time, new Follower.Bounds(1, 4), look(Sample.NONE))) {
            Instant begin = time.instant();
            follower.begin(begin, LONG, 1);
            assertThat(last.await(20, TimeUnit.SECONDS)).isTrue();
            follower.end();

            assertThat(done)
                    .as("no more than there may be")
                    .containsExactly("scale appServers to 3", "scale appServers to 4", "scale appServers to 1");
            List<ScalingEvent> events = follower.events();
            assertThat(events).extracting(ScalingEvent::from).containsExactly(1, 3, 4);
            assertThat(events.getFirst().decidedMillis() - begin.toEpochMilli()).isEqualTo(200);
            assertThat(events).allMatch(event -> event.problem() == null && event.endedMillis() > 0);
            assertThat(events.getFirst().steps()).hasSize(1);
            assertThat(follower.problem()).isEmpty();
        }
    }

    /** 0.25 of a core where 0.5 are the quota: 50 %. */
    @Test
    void aDeciderSeesHowBusyServersAre() throws Exception {
        List<Decider.View> views = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch asked = new CountDownLatch(1);
        Decider decider = new Decider() {
            @Override
            public double everySeconds() {
                return 60;
            }

            @Override
            public int wanted(View view) {
                views.add(view);
                asked.countDown();
                return view.servers();
            }
        };
        Sample sample = new Sample(
                5,
                0.5,
                0,
                1,
                0,
                List.of(
                        new Sample.InstanceSample("appServers", "app1", 0.3, 0),
                        new Sample.InstanceSample("appServers", "app2", 0.2, 0),
                        new Sample.InstanceSample("relational", "db", 9, 0)));
        try (Follower follower = new Follower(decider, (_, _) -> {}, TIME, new Follower.Bounds(1, 4), look(sample))) {
            follower.begin(TIME.instant(), LONG, 2);
            assertThat(asked.await(20, TimeUnit.SECONDS)).isTrue();
            follower.end();
            assertThat(views.getFirst().cpuPercent()).isEqualTo(50);
            assertThat(views.getFirst().servers()).isEqualTo(2);
            assertThat(views.getFirst().users()).isEqualTo(40);
            assertThat(follower.events()).isEmpty();
        }
    }

    /** For 40 s before the path few people were there: 20 % would be in the mean of all seconds until then. */
    @Test
    void theFirstQuestionIsAboutNoLongerThanTheOthers() throws Exception {
        List<Decider.View> views = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch twice = new CountDownLatch(2);
        Decider decider = new Decider() {
            @Override
            public double everySeconds() {
                return 15;
            }

            @Override
            public int wanted(View view) {
                views.add(view);
                twice.countDown();
                return view.servers();
            }
        };
        try (QuietTime time = new QuietTime()) {
            Instant path = time.instant().plusSeconds(60);
            Follower.Look look = new Follower.Look(
                    () -> {
                        boolean few = time.instant().isBefore(path.minusSeconds(20));
                        return new Sample(
                                time.millis(),
                                0.5,
                                0,
                                1,
                                0,
                                List.of(new Sample.InstanceSample("appServers", "app1", few ? 0.1 : 0.4, 0)));
                    },
                    () -> 40,
                    0.5);
            try (Follower follower = new Follower(decider, (_, _) -> {}, time, new Follower.Bounds(1, 4), look)) {
                follower.begin(path, LONG, 1);
                assertThat(twice.await(20, TimeUnit.SECONDS)).isTrue();
                follower.end();
                assertThat(views.getFirst().second()).isZero();
                assertThat(views.getFirst().cpuPercent()).isCloseTo(80, within(0.01));
                assertThat(views.get(1).cpuPercent()).isCloseTo(80, within(0.01));
            }
        }
    }

    /** Idle servers are no reason to be fewer where they only were not seen. */
    @Test
    void withoutANewSampleNoServerHasToldItsUse() throws Exception {
        List<Decider.View> views = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch twice = new CountDownLatch(2);
        Decider decider = new Decider() {
            @Override
            public double everySeconds() {
                return 0.3;
            }

            @Override
            public int wanted(View view) {
                views.add(view);
                twice.countDown();
                return view.servers();
            }
        };
        Sample only = new Sample(5, 0.5, 0, 1, 0, List.of(new Sample.InstanceSample("appServers", "app1", 0.3, 0)));
        try (Follower follower = new Follower(decider, (_, _) -> {}, TIME, new Follower.Bounds(1, 4), look(only))) {
            follower.begin(TIME.instant(), LONG, 1);
            assertThat(twice.await(20, TimeUnit.SECONDS)).isTrue();
            follower.end();
            assertThat(views).extracting(Decider.View::ready).startsWith(1, 0);
        }
    }

    /**
     * While the second starts, its JVM is busy: 2 cores of 0.5 would be 400 %, and with the first one's 80 % twice too much. It counts from when it
     * is ready, and no more as soon as it gets no requests.
     */
    @Test
    void whatServersUseThatStartOrLeaveSaysNothing() throws Exception {
        CountDownLatch mayBeReady = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        AtomicBoolean fewer = new AtomicBoolean();
        Levers levers = (action, reached) -> {
            if (action.to() == 2) {
                reached.accept("app2", Stage.CREATED);
                mayBeReady.await();
                reached.accept("app2", Stage.READY);
                reached.accept("app2", Stage.IN_SERVICE);
            } else {
                reached.accept("app2", Stage.OUT_OF_SERVICE);
                mayEnd.await();
                reached.accept("app2", Stage.ENDED);
            }
        };
        List<Decider.View> views = Collections.synchronizedList(new ArrayList<>());
        Decider decider = new Decider() {
            @Override
            public double everySeconds() {
                return 0.1;
            }

            @Override
            public int wanted(View view) {
                views.add(view);
                return fewer.get() ? 1 : 2;
            }
        };
        Follower.Look look = new Follower.Look(
                () -> new Sample(
                        TIME.millis(),
                        0.5,
                        0,
                        1,
                        0,
                        List.of(
                                new Sample.InstanceSample("appServers", "app1", 0.4, 0),
                                new Sample.InstanceSample("appServers", "app2", 2, 0))),
                () -> 40,
                0.5);
        try (Follower follower = new Follower(decider, levers, TIME, new Follower.Bounds(1, 4), look)) {
            follower.begin(TIME.instant(), LONG, 1);
            awaitView(views, view -> view.servers() == 2 && view.ready() == 1 && view.cpuPercent() == 80);
            mayBeReady.countDown();
            awaitView(views, view -> view.servers() == 2 && view.ready() == 2 && view.cpuPercent() == 240);
            fewer.set(true);
            awaitView(views, view -> view.servers() == 1 && view.ready() == 1 && view.cpuPercent() == 80);
            mayEnd.countDown();
            while (follower.events().size() < 2) {
                TIME.pause(Timekeeper.BEAT);
            }
            views.clear();
            awaitView(views, view -> views.size() >= 3);
            assertThat(views)
                    .as("it has ended, and samples still show it")
                    .allMatch(view -> view.ready() == 1 && view.cpuPercent() == 80);
            follower.end();
        }
    }

    /** A program may end with the path, and people leave then: what it answers later changes nothing. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void afterThePathNothingIsDecidedAndNoAnswerIsMissed(boolean ends) throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch over = new CountDownLatch(1);
        Decider late = new Decider() {
            @Override
            public double everySeconds() {
                return 5;
            }

            @Override
            public int wanted(View view) throws IOException, InterruptedException {
                asked.countDown();
                over.await();
                if (ends) {
                    throw new IOException("its output has ended");
                }
                return 4;
            }
        };
        AtomicLong nanos = new AtomicLong();
        Timekeeper time = Timekeeper.steady(InstantSource.system(), nanos::get);
        Levers levers = (action, _) -> done.add(action.text());
        try (Follower follower = new Follower(late, levers, time, new Follower.Bounds(1, 4), look(Sample.NONE))) {
            follower.begin(time.instant(), Duration.ofSeconds(60), 1);
            assertThat(asked.await(20, TimeUnit.SECONDS)).isTrue();
            nanos.set(TimeUnit.SECONDS.toNanos(60));
            over.countDown();
            follower.end();

            assertThat(done).isEmpty();
            assertThat(follower.events()).isEmpty();
            assertThat(follower.problem()).isEmpty();
        }
    }

    private static void awaitView(List<Decider.View> views, Predicate<Decider.View> wanted)
            throws InterruptedException {
        Instant end = TIME.instant().plusSeconds(20);
        while (views.isEmpty() || !wanted.test(views.getLast())) {
            assertThat(TIME.instant()).as("%s", views).isBefore(end);
            TIME.pause(Timekeeper.BEAT);
        }
    }

    /** The pod of a server that starts is gone, since fewer are wanted: two passes of a real autoscaler did not count for it. */
    @Test
    void aServerThatIsTakenBackWhileItStartsIsNoProblem() throws Exception {
        Decider autoscaler = new Decider() {
            @Override
            public double everySeconds() {
                return 5;
            }

            @Override
            public int wanted(View view) {
                return 2;
            }

            @Override
            public boolean takesBack(int servers) {
                return servers > 1;
            }
        };
        Levers levers = (_, reached) -> {
            reached.accept("app2", Stage.CREATED);
            throw new IOException("host app2: the connection is lost");
        };
        try (Follower follower = new Follower(autoscaler, levers, TIME, new Follower.Bounds(1, 4), look(Sample.NONE))) {
            follower.begin(TIME.instant(), LONG, 1);
            while (follower.events().isEmpty()) {
                TIME.pause(Timekeeper.BEAT);
            }
            follower.end();
            ScalingEvent event = follower.events().getFirst();
            assertThat(event.problem()).isNull();
            assertThat(event.takenBack()).isTrue();
            assertThat(event.steps()).extracting(step -> step.stage()).containsExactly(Stage.CREATED, Stage.ENDED);
        }
    }

    /** By the time that a server could not leave, the autoscaler wants still fewer. */
    @Test
    void aServerThatCannotLeaveIsAProblemWhateverIsWantedByThen() throws Exception {
        Decider autoscaler = new Decider() {
            @Override
            public double everySeconds() {
                return 5;
            }

            @Override
            public int wanted(View view) {
                return 2;
            }

            @Override
            public boolean takesBack(int servers) {
                return servers > 1;
            }
        };
        Levers levers = (_, _) -> {
            throw new IOException("web1 does not take its files");
        };
        try (Follower follower = new Follower(autoscaler, levers, TIME, new Follower.Bounds(1, 4), look(Sample.NONE))) {
            follower.begin(TIME.instant(), LONG, 3);
            while (follower.events().isEmpty()) {
                TIME.pause(Timekeeper.BEAT);
            }
            follower.end();
            assertThat(follower.events().getFirst().takenBack()).isFalse();
            assertThat(follower.events().getFirst().problem()).isEqualTo("web1 does not take its files");
        }
    }

    @Test
    void whatCannotBeDoneAndWhoCannotDecideAreTold() throws Exception {
        Levers levers = (_, _) -> {
            throw new IOException("no memory");
        };
        try (Follower follower =
                new Follower(Decider.of(Steps.of(3)), levers, TIME, new Follower.Bounds(1, 4), look(Sample.NONE))) {
            follower.begin(TIME.instant(), LONG, 1);
            while (follower.events().isEmpty()) {
                TIME.pause(Timekeeper.BEAT);
            }
            follower.end();
            assertThat(follower.events().getFirst().problem()).isEqualTo("no memory");
        }
        try (CommandDecider silent = CommandDecider.start("false");
                Follower follower = new Follower(silent, levers, TIME, new Follower.Bounds(1, 4), look(Sample.NONE))) {
            follower.begin(TIME.instant(), LONG, 1);
            while (follower.problem().isEmpty()) {
                TIME.pause(Timekeeper.BEAT);
            }
            assertThat(follower.problem()).startsWith("the decider gave no answer: ");
        }
    }

    @Test
    void aProgramOfTheUsersDecides() throws Exception {
        Decider.View view = new Decider.View(12.5, 2, 2, 40, 75);
        try (CommandDecider program = CommandDecider.start("awk '{ print $4 + 1; fflush() }'")) {
            assertThat(program.wanted(view)).isEqualTo(3);
            assertThat(program.wanted(view)).isEqualTo(3);
        }
        try (CommandDecider wrong = CommandDecider.start("awk '{ print \"many\"; fflush() }'")) {
            assertThatThrownBy(() -> wrong.wanted(view))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("must answer with a number of servers: many");
        }
    }
}
