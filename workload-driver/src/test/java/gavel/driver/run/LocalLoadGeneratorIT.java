package gavel.driver.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.driver.api.HttpVersion;
import gavel.driver.api.IntervalReport;
import gavel.driver.api.LoadReport;
import gavel.driver.api.LoadSpec.Phases;
import gavel.driver.api.RuleOutcome.Status;
import gavel.driver.api.shape.LoadPath;
import gavel.driver.api.shape.LoadShape;
import gavel.driver.api.shape.PathText;
import gavel.driver.stub.StubServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The whole profile against the stub, at ten times the speed of people. */
@Execution(ExecutionMode.CONCURRENT)
class LocalLoadGeneratorIT {
    private static final int USERS = 60;

    @TempDir
    private Path directory;

    @ParameterizedTest
    @EnumSource(names = {"HTTP_1", "HTTP_2"})
    void theWholeProfileRunsWithoutAFailure(HttpVersion http) throws Exception {
        Path own = Files.createDirectory(directory.resolve(http.name()));
        List<IntervalReport> seconds = new ArrayList<>();
        LoadReport report;
        try (StubServer stub = new StubServer(40, 500)) {
            report = new FastRun(own, USERS, 0, LoadShape.CONSTANT, http)
                    .run(stub, 7, new Phases(3, 12, 20, 1), seconds::add);
        }
        assertThat(report.counters().get("exchanges")).isPositive();
        assertThat(report.counters().get("exchangesHttp2"))
                .isEqualTo(http == HttpVersion.HTTP_2 ? report.counters().get("exchanges") : 0);
        assertThat(report.firstFailures()).isEmpty();
        // At ten times the speed of people a test machine may be too slow for the rate; everything else holds.
        assertThat(report.rules())
                .filteredOn(rule -> rule.status() == Status.FAIL)
                .filteredOn(rule -> !rule.rule().equals("rate"))
                .isEmpty();
        assertThat(report.operations())
                .filteredOn(operation -> !operation.name().equals("Register"))
                .allSatisfy(operation -> {
                    assertThat(operation.starts()).as(operation.name()).isPositive();
                    assertThat(operation.failures()).as(operation.name()).isEmpty();
                });
        assertThat(report.counters().get("sessionsFailed")).isZero();
        assertThat(report.news().pairs()).isGreaterThan(1_000);
        assertThat(report.news().undelivered()).isZero();
        assertThat(report.rate().mainStarts() / report.rate().expectedMainStarts())
                .isBetween(0.5, 1.05);
        assertThat(seconds).hasSizeBetween(28, 45);
        assertThat(Files.readAllLines(own.resolve("answered-bids.csv")))
                .hasSizeGreaterThan(100)
                .first()
                .isEqualTo("bidId,auctionId,lotId,accountId,amount,outcome,revision");
        assertThat(Files.readAllLines(own.resolve("answered-bids.csv")).stream()
                        .skip(1)
                        .map(line -> line.split(",")[1]))
                .as("60 people go to four of the forty auctions")
                .containsOnly("1", "2", "3", "4");
        assertThat(own.resolve("driver.hlog")).isNotEmptyFile();
    }

    @Test
    void theSameSeedMakesTheSameMainChoicesAndAnotherOneDoesNot() throws Exception {
        try (ExecutorService side = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Long> once = side.submit(() -> choices("once", 7, 500));
            Future<Long> again = side.submit(() -> choices("again", 7, 800));
            Future<Long> other = side.submit(() -> choices("other", 8, 1_100));
            assertThat(again.get()).isEqualTo(once.get());
            assertThat(other.get()).isNotEqualTo(once.get());
        }
    }

    @Test
    void usersWhoStayGoOnInTheNextLoad() throws Exception {
        Path own = Files.createDirectory(directory.resolve("staying"));
        FastRun fast = new FastRun(own, USERS);
        try (StubServer stub = new StubServer(5, 500);
                LocalLoadGenerator generator = FastRun.generator(InstantSource.system())) {
            generator.prepare(fast.spec(stub, 7, new Phases(1, 1, 4, Phases.STAY)));
            generator.start(Instant.now(), _ -> {});
            LoadReport first = generator.awaitReport(Duration.ofMinutes(1));
            assertThat(generator.occupied()).isTrue();
            assertThat(first.operations())
                    .filteredOn(operation -> operation.name().equals("Logout"))
                    .isNotEmpty();

            List<IntervalReport> seconds = Collections.synchronizedList(new ArrayList<>());
            generator.prepare(new FastRun(own, USERS / 2).spec(stub, 7, 5L * USERS, new Phases(3, 1, 6, 1)));
            generator.start(Instant.now(), seconds::add);
            LoadReport second = generator.awaitReport(Duration.ofMinutes(1));

            assertThat(seconds.getFirst().users()).as("those who stayed").isGreaterThan(USERS / 2);
            assertThat(second.users()).isEqualTo(USERS / 2);
            assertThat(second.rate().userSeconds()).isBetween(0.9 * 6 * USERS / 2, 1.1 * 6 * USERS / 2);
            assertThat(second.firstFailures()).isEmpty();
            assertThat(second.news().undelivered()).isZero();
            assertThat(second.news().pairs()).isPositive();
            assertThat(starts(second)).isBetween(1L, 1_500L);
            assertThat(generator.occupied()).as("everybody has left").isFalse();
        }
    }

    /** Else a probe after a rest without users would measure those alone who came on top of them. */
    @Test
    void usersWhoWereSentAwayComeAgainInTheNextLoad() throws Exception {
        Path own = Files.createDirectory(directory.resolve("away"));
        FastRun fast = new FastRun(own, USERS);
        try (StubServer stub = new StubServer(5, 500);
                LocalLoadGenerator generator = FastRun.generator(InstantSource.system())) {
            generator.prepare(fast.spec(stub, 7, new Phases(1, 3, 0, Phases.STAY)));
            generator.start(Instant.now(), _ -> {});
            LoadReport warmUp = generator.awaitReport(Duration.ofMinutes(1));
            assertThat(warmUp.measuredToMillis()).as("nothing is measured").isEqualTo(warmUp.measuredFromMillis());
            generator.stop(false);
            assertThat(generator.occupied())
                    .as("the next load goes on with its answered bids")
                    .isTrue();

            List<IntervalReport> seconds = Collections.synchronizedList(new ArrayList<>());
            generator.prepare(fast.spec(stub, 7, new Phases(3, 1, 6, 1)));
            generator.start(Instant.now(), seconds::add);
            LoadReport second = generator.awaitReport(Duration.ofMinutes(1));

            assertThat(seconds.getFirst().users()).as("nobody was left").isLessThan(USERS / 2);
            assertThat(second.rate().userSeconds()).isBetween(0.9 * 6 * USERS, 1.1 * 6 * USERS);
            assertThat(second.firstFailures()).isEmpty();
        }
    }

    /** As NTP sets a clock that was wrong. */
    @Test
    void aClockThatIsSetMeanwhileMakesNoMeasurementShorter() throws Exception {
        Path own = Files.createDirectory(directory.resolve("set"));
        AtomicLong behind = new AtomicLong();
        LoadReport report;
        try (StubServer stub = new StubServer(5, 500)) {
            report = new FastRun(own, USERS)
                    .run(
                            stub,
                            7,
                            new Phases(1, 1, 4, 1),
                            second -> behind.set(second.phase().equals("MEASURE") ? 3_600 : behind.get()),
                            () -> Instant.now().minusSeconds(behind.get()));
        }

        assertThat(behind).hasValue(3_600);
        assertThat(report.measuredToMillis() - report.measuredFromMillis()).isEqualTo(4_000);
    }

    @Test
    void whoWasToGoAndHasNotGoneIsCountedWhenTheNumberChangesAgain() throws Exception {
        Path own = Files.createDirectory(directory.resolve("fewer"));
        List<IntervalReport> seconds = Collections.synchronizedList(new ArrayList<>());
        try (StubServer stub = new StubServer(5, 500);
                LocalLoadGenerator generator = FastRun.generator(InstantSource.system())) {
            generator.prepare(new FastRun(own, USERS).spec(stub, 7, new Phases(1, 1, 12, 1)));
            generator.start(Instant.now(), seconds::add);
            Thread.sleep(2_000);
            generator.users(10, Duration.ofMinutes(1));
            Thread.sleep(1_000);
            generator.users(8, Duration.ofSeconds(1));
            generator.awaitReport(Duration.ofMinutes(1));
        }
        assertThat(seconds)
                .filteredOn(second -> second.phase().equals("MEASURE"))
                .last()
                .extracting(IntervalReport::users)
                .isEqualTo(8);
    }

    @Test
    void whoIsThereAtTheEndOfAPathLogsOut() throws Exception {
        Path own = Files.createDirectory(directory.resolve("falling"));
        AtomicLong logins = new AtomicLong();
        AtomicLong logouts = new AtomicLong();
        LoadShape falling = LoadShape.along(LoadPath.steps(PathText.points(List.of("0s=10", "4s=0"))));
        try (StubServer stub = new StubServer(5, 500)) {
            stub.misbehave((method, path) -> {
                if (path.startsWith("/api/sessions")) {
                    (method.equals("DELETE") ? logouts : logins).incrementAndGet();
                }
                return null;
            });
            new FastRun(own, 10, 0, falling).run(stub, 7, new Phases(1, 1, 4, 1), _ -> {});
        }
        assertThat(logins.get()).isPositive();
        assertThat(logouts.get()).isEqualTo(logins.get());
    }

    @Test
    void aLoadThatFailsLeavesNobodyBehind() throws Exception {
        Path own = Files.createDirectory(directory.resolve("failing"));
        FastRun fast = new FastRun(own, USERS);
        try (StubServer stub = new StubServer(5, 500);
                LocalLoadGenerator generator = FastRun.generator(InstantSource.system())) {
            generator.prepare(fast.spec(stub, 7, new Phases(1, 1, 60, 1)));
            generator.start(Instant.now(), second -> {
                if (second.second() > 2) {
                    throw new IllegalStateException("a planted bug");
                }
            });
            assertThatThrownBy(() -> generator.awaitReport(Duration.ofMinutes(1)))
                    .hasMessageContaining("a planted bug");

            // What was sent before is still to be read there.
            Thread.sleep(1_000);
            long requests = stub.requests();
            Thread.sleep(2_000);
            assertThat(requests).isPositive();
            assertThat(stub.requests()).isEqualTo(requests);
        }
    }

    private static long starts(LoadReport report) {
        return report.operations().stream()
                .filter(operation -> !operation.background())
                .mapToLong(LoadReport.OperationReport::starts)
                .sum();
    }

    private long choices(String name, long seed, int lotMillis) throws Exception {
        Path own = Files.createDirectory(directory.resolve(name));
        try (StubServer stub = new StubServer(5, lotMillis)) {
            return new FastRun(own, USERS)
                    .run(stub, seed, new Phases(1, 4, 6, 1), _ -> {})
                    .counters()
                    .get("firstChoicesHash");
        }
    }
}
