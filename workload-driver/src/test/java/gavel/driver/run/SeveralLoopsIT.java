package gavel.driver.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.data.Percentage.withPercentage;

import gavel.driver.api.IntervalReport;
import gavel.driver.api.LoadReport;
import gavel.driver.api.LoadReport.OperationReport;
import gavel.driver.api.LoadSpec.Phases;
import gavel.driver.api.RuleOutcome.Status;
import gavel.driver.api.shape.LoadPath;
import gavel.driver.api.shape.LoadShape;
import gavel.driver.api.shape.PathText;
import gavel.driver.api.shape.SessionArrivals;
import gavel.driver.stub.StubServer;
import gavel.driver.stub.StubServer.Fault;
import gavel.driver.stub.StubServer.Reply;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Users divided over several loops are the same people as on one, and hear of each other's bids. */
@Execution(ExecutionMode.CONCURRENT)
class SeveralLoopsIT {
    private static final int USERS = 60;
    private static final Phases PHASES = new Phases(4, 2, 12, 1);
    /** Of users who come within the ramp. */
    private static final int A_SECOND = USERS / 4;
    /** Seconds between two actions of one person. */
    private static final double CYCLE = 0.5;

    @TempDir
    private Path directory;

    /**
     * What a run told each second, in their order. Where other work takes the processors the run is late, and so are its people. What must
     * hold at a moment must have held then so much earlier, or holds so much later.
     */
    private static final class Seconds implements Consumer<IntervalReport> {
        private final List<IntervalReport> told = new CopyOnWriteArrayList<>();
        private volatile double late;

        @Override
        public void accept(IntervalReport second) {
            double waited = (System.currentTimeMillis() - second.atMillis()) / 1e3;
            late = Math.max(late, Math.max(waited, second.latenessP99Micros() / 1e6));
            told.add(second);
        }

        List<IntervalReport> of(String phase) {
            return told.stream().filter(second -> second.phase().equals(phase)).toList();
        }

        /** What may have changed while it was late, at a rate. */
        int meanwhile(double perSecond) {
            return (int) Math.ceil(perSecond * late);
        }
    }

    /**
     * @param bids the stub decided
     * @param answered lines for the audit, without their header
     */
    private record Run(LoadReport report, Seconds seconds, long bids, long answered) {}

    @Test
    void threeLoopsDoWhatOneDoes() throws Exception {
        Run onOne;
        Run onThree;
        try (ExecutorService side = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Run> beside = side.submit(() -> run(1));
            onThree = run(3);
            onOne = beside.get();
        }
        LoadReport one = onOne.report();
        LoadReport three = onThree.report();

        assertThat(one.driver().loops()).isEqualTo(1);
        assertThat(three.driver().loops()).isEqualTo(3);
        assertThat(three.firstFailures()).isEmpty();
        assertThat(three.rules())
                .filteredOn(rule -> rule.rule().equals("driverFault"))
                .isNotEmpty()
                .allMatch(rule -> rule.status() == Status.PASS);
        assertThat(three.counters().get("firstChoicesHash"))
                .isEqualTo(one.counters().get("firstChoicesHash"));
        keepsPace(onOne);
        keepsPace(onThree);

        assertThat(three.operations())
                .allSatisfy(operation -> assertThat(operation.response().count())
                        .as(operation.name())
                        .isEqualTo(operation.succeeded()));

        // Every bid the stub decided was seen and is told to the audit once, whichever loop it came from.
        assertThat(onThree.answered()).isPositive().isEqualTo(onThree.bids());

        // A follower hears of the bids of users on other loops: as many listeners for each bid as on one loop.
        assertThat(three.news().undelivered()).isZero();
        assertThat(listeners(three)).isCloseTo(listeners(one), withPercentage(25));
    }

    @Test
    void theUsersShownAreThoseWhoHaveArrived() throws Exception {
        Seconds seconds = run(2).seconds();

        int slack = A_SECOND + seconds.meanwhile(A_SECOND);
        assertThat(seconds.of("RAMP")).isNotEmpty().allSatisfy(second -> {
            int arrived = A_SECOND * (int) second.second();
            assertThat(second.users())
                    .as("second " + second.second())
                    .isBetween(arrived - slack, Math.min(USERS, arrived + slack));
        });
        assertThat(seconds.of("RAMP")).extracting(IntervalReport::users).isSorted();
        int missing = Math.max(0, seconds.meanwhile(A_SECOND) - A_SECOND * PHASES.warmUpSeconds());
        assertThat(seconds.of("MEASURE")).isNotEmpty().allSatisfy(second -> assertThat(second.users())
                .isBetween(USERS - missing, USERS));
    }

    @Test
    void usersFollowAPathUpAndDown() throws Exception {
        LoadPath path = new LoadPath(PathText.points(List.of("0=6", "4s=24", "8s=24", "11s=3", "12s=3")));
        Seconds seconds = new Seconds();
        LoadReport report = shaped("path", 24, LoadShape.along(path), seconds);

        assertThat(report.shape().path()).isEqualTo(path);
        assertThat(report.firstFailures()).isEmpty();
        assertThat(seconds.of("MEASURE"))
                .hasSizeGreaterThan(8 - seconds.meanwhile(1))
                .allSatisfy(second -> {
                    double at = second.second() - PHASES.rampSeconds() - PHASES.warmUpSeconds();
                    // Whoever leaves logs out first.
                    IntSummaryStatistics expected = users(path, at - 1 - seconds.late, at + 1 + seconds.late);
                    assertThat(second.users()).as("after %.0f s", at).isBetween(expected.getMin(), expected.getMax());
                });
        assertThat(seconds.told.getLast().users()).isLessThanOrEqualTo(3);
        double expected = path.userSeconds(12);
        assertThat(report.rate().userSeconds()).isCloseTo(expected, within(0.02 * expected + seconds.meanwhile(24)));
        assertThat(status(report, "course")).isIn(Status.PASS, seconds.late > 1 ? Status.INVALID : Status.PASS);
        assertThat(status(report, "steadyState")).isEqualTo(Status.INFO);
    }

    @Test
    void sessionsArriveAtTheirRateAndGo() throws Exception {
        Seconds seconds = new Seconds();
        SessionArrivals arrivals = new SessionArrivals(SessionArrivals.Process.CONSTANT, 3);
        LoadReport report = shaped("arrivals", USERS, LoadShape.of(arrivals), seconds);

        assertThat(report.firstFailures()).isEmpty();
        // Three a second for twelve seconds; one more or less where a second begins or ends.
        int more = seconds.meanwhile(3);
        assertThat(report.counters().get("sessionsStarted")).isBetween(35L - more, 37L + more);
        assertThat(report.counters().get("sessionsEnded")).isPositive();
        assertThat(status(report, "course")).isIn(Status.PASS, seconds.late > 1 ? Status.INVALID : Status.PASS);
        IntervalReport first = seconds.told.getFirst();
        assertThat(first.users()).isBetween((int) (3 * first.second()) - more, (int) (3 * first.second()) + 3 + more);
        assertThat(seconds.told.getLast().users()).as("drained").isLessThan(10 + more);
    }

    private LoadReport shaped(String name, int users, LoadShape shape, Seconds seconds) throws Exception {
        try (StubServer stub = new StubServer(5, 500)) {
            return new FastRun(Files.createDirectory(directory.resolve(name)), users, 2, shape)
                    .run(stub, 7, PHASES, seconds);
        }
    }

    private static Status status(LoadReport report, String rule) {
        return report.rules().stream()
                .filter(outcome -> outcome.rule().equals(rule))
                .findFirst()
                .orElseThrow()
                .status();
    }

    private Run run(int loops) throws Exception {
        Path own = Files.createDirectory(directory.resolve("on" + loops));
        Seconds seconds = new Seconds();
        AtomicLong bids = new AtomicLong();
        try (StubServer stub = new StubServer(5, 500)) {
            stub.misbehave(new Fault() {
                @Override
                public Reply instead(String method, String path) {
                    if (method.equals("POST") && path.endsWith("/bids")) {
                        bids.incrementAndGet();
                    }
                    return null;
                }
            });
            LoadReport report = new FastRun(own, USERS, loops).run(stub, 7, PHASES, seconds);
            long answered = Files.readAllLines(own.resolve("answered-bids.csv")).size() - 1L;
            return new Run(report, seconds, bids.get(), answered);
        }
    }

    /** All are there, and each acts once in a cycle but for the time an answer took. */
    private static void keepsPace(Run run) {
        LoadReport.Rate rate = run.report().rate();
        double full = USERS * PHASES.measureSeconds();
        assertThat(rate.userSeconds()).isBetween(0.99 * full - run.seconds().meanwhile(USERS), 1.01 * full);
        double waited = run.report().operations().stream()
                .filter(operation -> !operation.background())
                .map(OperationReport::response)
                .mapToDouble(response -> response.count() * response.meanMicros() / 1e6)
                .sum();
        assertThat(CYCLE * (rate.expectedMainStarts() - rate.mainStarts()))
                .as("person-seconds without an action, with %.0f s of waiting", waited)
                .isBetween(-0.1 * full, 0.1 * full + waited);
    }

    private static IntSummaryStatistics users(LoadPath path, double from, double to) {
        return DoubleStream.iterate(from, at -> at <= to, at -> at + 0.05)
                .mapToInt(path::users)
                .summaryStatistics();
    }

    private static double listeners(LoadReport report) {
        return (double) report.news().pairs() / report.counters().get("acceptedBids");
    }
}
