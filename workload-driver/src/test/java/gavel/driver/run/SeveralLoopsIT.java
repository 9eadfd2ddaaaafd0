package gavel.driver.run;

import static org.assertj.core.api.Assertions.assertThat;
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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Users divided over several loops are the same people as on one, and hear of each other's bids. */
@Execution(ExecutionMode.CONCURRENT)
class SeveralLoopsIT {
    private static final int USERS = 60;
    private static final Phases PHASES = new Phases(4, 2, 12, 1);

    @TempDir
    private Path directory;

    /**
     * @param seconds of the run, in their order
     * @param bids the stub decided
     * @param answered lines for the audit, without their header
     */
    private record Run(LoadReport report, List<IntervalReport> seconds, long bids, long answered) {}

    @Test
    void threeLoopsDoWhatOneDoes() throws Exception {
        LoadReport one;
        Run onThree;
        try (ExecutorService side = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Run> onOne = side.submit(() -> run(1));
            onThree = run(3);
            one = onOne.get().report();
        }
        LoadReport three = onThree.report();

        assertThat(one.driver().loops()).isEqualTo(1);
        assertThat(three.driver().loops()).isEqualTo(3);
        assertThat(three.firstFailures()).isEmpty();
        assertThat(three.rules())
                .filteredOn(rule -> rule.rule().equals("driverFault"))
                .allMatch(rule -> rule.status() == Status.PASS);
        assertThat(three.counters().get("firstChoicesHash"))
                .isEqualTo(one.counters().get("firstChoicesHash"));
        assertThat(starts(three)).isCloseTo(starts(one), withPercentage(10));
        assertThat(three.rate().userSeconds()).isCloseTo(one.rate().userSeconds(), withPercentage(1));

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
        List<IntervalReport> seconds = run(2).seconds();

        List<Integer> ramp = seconds.stream()
                .filter(second -> second.phase().equals("RAMP"))
                .map(IntervalReport::users)
                .toList();
        assertThat(ramp).hasSize(4).isSorted();
        for (int i = 0; i < ramp.size(); i++) {
            assertThat(ramp.get(i)).as("second " + (i + 1)).isBetween(15 * i, Math.min(USERS, 15 * (i + 2)));
        }
        assertThat(seconds)
                .filteredOn(second -> second.phase().equals("MEASURE"))
                .allMatch(second -> second.users() == USERS);
    }

    @Test
    void usersFollowAPathUpAndDown() throws Exception {
        LoadPath path = new LoadPath(PathText.points(List.of("0=6", "4s=24", "8s=24", "11s=3", "12s=3")));
        List<IntervalReport> seconds = new ArrayList<>();
        LoadReport report = shaped("path", 24, LoadShape.along(path), seconds);

        assertThat(report.shape().path()).isEqualTo(path);
        assertThat(report.firstFailures()).isEmpty();
        assertThat(seconds)
                .filteredOn(second -> second.phase().equals("MEASURE"))
                .hasSizeGreaterThan(8)
                .allSatisfy(second -> {
                    double at = second.second() - PHASES.rampSeconds() - PHASES.warmUpSeconds();
                    // The report may come a little late, and whoever leaves logs out first.
                    assertThat(second.users())
                            .as("after %.0f s", at)
                            .isBetween(
                                    Math.min(path.users(at), path.users(at + 1)),
                                    Math.max(path.users(at - 1), path.users(at + 1)));
                });
        assertThat(seconds.getLast().users()).isLessThanOrEqualTo(3);
        assertThat(report.rate().userSeconds()).isCloseTo(path.userSeconds(12), withPercentage(2));
        assertThat(status(report, "course")).isEqualTo(Status.PASS);
        assertThat(status(report, "steadyState")).isEqualTo(Status.INFO);
    }

    @Test
    void sessionsArriveAtTheirRateAndGo() throws Exception {
        List<IntervalReport> seconds = new ArrayList<>();
        SessionArrivals arrivals = new SessionArrivals(SessionArrivals.Process.CONSTANT, 3);
        LoadReport report = shaped("arrivals", USERS, LoadShape.of(arrivals), seconds);

        assertThat(report.firstFailures()).isEmpty();
        // Three a second for twelve seconds; one more or less where a second begins or ends.
        assertThat(report.counters().get("sessionsStarted")).isBetween(35L, 37L);
        assertThat(report.counters().get("sessionsEnded")).isPositive();
        assertThat(status(report, "course")).isEqualTo(Status.PASS);
        assertThat(seconds.getFirst().users()).isBetween(3, 6);
        assertThat(seconds.getLast().users()).as("drained").isLessThan(10);
    }

    private LoadReport shaped(String name, int users, LoadShape shape, List<IntervalReport> seconds) throws Exception {
        try (StubServer stub = new StubServer(5, 500)) {
            return new FastRun(Files.createDirectory(directory.resolve(name)), users, 2, shape)
                    .run(stub, 7, PHASES, seconds::add);
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
        List<IntervalReport> seconds = new ArrayList<>();
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
            LoadReport report = new FastRun(own, USERS, loops).run(stub, 7, PHASES, seconds::add);
            long answered = Files.readAllLines(own.resolve("answered-bids.csv")).size() - 1L;
            return new Run(report, seconds, bids.get(), answered);
        }
    }

    private static double starts(LoadReport report) {
        return report.operations().stream()
                .filter(operation -> !operation.background())
                .mapToLong(OperationReport::starts)
                .sum();
    }

    private static double listeners(LoadReport report) {
        return (double) report.news().pairs() / report.counters().get("acceptedBids");
    }
}
