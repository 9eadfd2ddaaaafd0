package gavel.driver.run;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.api.LoadReport;
import gavel.driver.api.LoadReport.FailedExchange;
import gavel.driver.api.LoadReport.OperationReport;
import gavel.driver.api.LoadSpec;
import gavel.driver.api.LoadSpec.Phases;
import gavel.driver.api.RuleOutcome;
import gavel.driver.api.RuleOutcome.Status;
import gavel.driver.stub.StubServer;
import gavel.driver.stub.StubServer.Fault;
import gavel.driver.stub.StubServer.Reply;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Servers that behave badly, and what the report says of them. Ten users load nothing, so the situations run side by side. */
@Execution(ExecutionMode.CONCURRENT)
class MisbehaviourIT {
    private static final Phases BRIEF = new Phases(1, 2, 6, 1);
    private static final Phases LONG = new Phases(1, 2, 60, 1);

    @TempDir
    private Path directory;

    @Test
    void wrongContentIsAFailureClassOfItsOwnAndEndsTheSession() throws Exception {
        LoadReport report = against((method, path) -> path.startsWith("/api/items?")
                ? Reply.json(200, "{\"items\":[],\"page\":0,\"size\":10,\"total\":37}")
                : null);
        OperationReport search = operation(report, "SearchItems");
        assertThat(search.starts()).isPositive();
        assertThat(search.failures()).isEqualTo(Map.of("content", search.starts()));
        assertThat(search.late()).as("wrong is not slow").isZero();
        assertThat(report.counters().get("sessionsFailed")).isPositive();
        assertThat(report.firstFailures())
                .isNotEmpty()
                .hasSizeLessThanOrEqualTo(20)
                .extracting(FailedExchange::detail)
                .contains("0 entries on page 0 of 37 in all");
        assertThat(report.rules())
                .filteredOn(rule -> rule.rule().equals("failures"))
                .anyMatch(MisbehaviourIT::fails);
        assertThat(report.rules())
                .filteredOn(rule -> rule.rule().equals("mix"))
                .as("a failing server does not make the mix another one")
                .isNotEmpty()
                .noneMatch(rule -> rule.status() == Status.INVALID);
    }

    @Test
    void aServerThatForgetsARevisionIsCaught() throws Exception {
        LoadReport report = against((method, path) -> path.contains("/live?after=") && !path.endsWith("after=0")
                ? Reply.json(
                        200, "{\"auctionId\":1,\"state\":\"RUNNING\",\"revision\":0,\"lot\":null,\"lastBidId\":null}")
                : null);
        assertThat(report.firstFailures()).isNotEmpty().allSatisfy(failure -> assertThat(failure.failure())
                .isEqualTo("content"));
    }

    @Test
    void retryAfterIsRespected() throws Exception {
        AtomicLong logins = new AtomicLong();
        LoadReport report = against((method, path) -> {
            if (path.equals("/api/sessions")) {
                logins.incrementAndGet();
                return new Reply(503, "application/problem+json", new byte[0], new String[] {"retry-after", "30"});
            }
            return null;
        });
        // Each of the ten users tries once and then waits longer than the run lasts.
        assertThat(logins.get()).isEqualTo(FastRun.FEW);
        assertThat(report.counters().get("sessionsStarted")).isZero();
    }

    @Test
    void pollsThatAreNotHeldFailTheRateRuleInsteadOfBeingRepeatedInATightCircle() throws Exception {
        AtomicLong polls = new AtomicLong();
        LoadReport report = against((method, path) -> {
            if (path.contains("/live?after=") && !path.endsWith("after=0")) {
                polls.incrementAndGet();
                return new Reply(204, null, new byte[0], null);
            }
            return null;
        });
        assertThat(polls.get()).isBetween(1L, 999L);
        assertThat(report.rules())
                .filteredOn(rule -> rule.subject().equals("long polls"))
                .singleElement()
                .extracting(RuleOutcome::status)
                .as("those of ten users may be too few to say, and are not in order")
                .isNotEqualTo(Status.PASS);
    }

    @Test
    void aServerSlowerThanTheLimitFailsAndAllIsCountedFromTheIntendedStart() throws Exception {
        LoadReport report = against(new Fault() {
            @Override
            public Reply instead(String method, String path) {
                return null;
            }

            @Override
            public long delayMillis(String method, String path) {
                return path.startsWith("/api/items?") ? 2_300 : 0;
            }
        });
        OperationReport search = operation(report, "SearchItems");
        assertThat(search.starts()).isPositive();
        assertThat(search.late()).isEqualTo(search.starts());
        assertThat(search.overruns()).as("longer than any cycle").isEqualTo(search.starts());
        assertThat(search.response().meanMicros()).isGreaterThan(2_300_000);
        assertThat(report.rules())
                .filteredOn(
                        rule -> rule.rule().equals("response") && rule.subject().equals("2 s pool"))
                .isNotEmpty()
                .noneMatch(rule -> rule.status() == Status.PASS);
    }

    @Test
    void newsThatComeLateAreNeverKeptHoweverFewTheyAre() throws Exception {
        LoadReport report;
        try (StubServer stub = new StubServer(4, 20_000)) {
            stub.misbehave(new Fault() {
                @Override
                public Reply instead(String method, String path) {
                    return null;
                }

                @Override
                public long delayMillis(String method, String path) {
                    return path.contains("/live?after=") && !path.endsWith("after=0") ? 4_000 : 0;
                }
            });
            report = new FastRun(directory, 4 * FastRun.FEW).run(stub, 3, new Phases(1, 3, 10, 1), _ -> {});
        }
        assertThat(report.news().pairs()).as("%s", report.counters()).isBetween(10L, 999L);
        assertThat(report.rules())
                .filteredOn(rule -> rule.rule().equals("news"))
                .singleElement()
                .as("on a machine so busy that the driver is late too, nobody's; never kept")
                .matches(rule -> rule.status() == Status.FAIL || rule.status() == Status.INVALID);
    }

    @Test
    void whereNobodyIsServedTheLoadEndsSoonAndIsNoVerdict() throws Exception {
        Instant begun = Instant.now();
        LoadReport wrong;
        try (StubServer stub = new StubServer(4, 500)) {
            stub.misbehave((_, _) -> Reply.json(404, "{}"));
            wrong = new FastRun(directory, FastRun.FEW).run(stub, 3, LONG, _ -> {});
        }
        assertThat(Duration.between(begun, Instant.now())).isLessThan(Duration.ofSeconds(25));
        assertThat(wrong.rules())
                .filteredOn(rule -> rule.status() != Status.PASS)
                .singleElement()
                .satisfies(rule -> assertThat(rule.status()).isEqualTo(Status.INVALID))
                .satisfies(rule -> assertThat(rule.message())
                        .startsWith("no first operation succeeded in ")
                        .contains("status 404, expected was 200 (GET /"));
    }

    @Test
    void whereNothingListensItIsSaid() throws Exception {
        LoadSpec spec;
        try (StubServer stub = new StubServer(4, 500)) {
            spec = new FastRun(directory, FastRun.FEW).spec(stub, 3, LONG);
        }
        LoadReport refused;
        try (LocalLoadGenerator generator = FastRun.generator(InstantSource.system())) {
            generator.prepare(spec);
            generator.start(Instant.now(), _ -> {});
            refused = generator.awaitReport(Duration.ofSeconds(30));
        }
        assertThat(refused.rules())
                .filteredOn(rule -> rule.rule().equals("service"))
                .singleElement()
                .satisfies(rule -> assertThat(rule.message()).containsIgnoringCase("connection refused"));
    }

    @Test
    void aBugOfTheDriverMakesTheRunInvalid() throws Exception {
        InstantSource broken = () -> {
            if (Thread.currentThread().getName().startsWith("gavel-loop")) {
                throw new IllegalStateException("a planted bug");
            }
            return Instant.now();
        };
        LoadReport report;
        try (StubServer stub = new StubServer(4, 500)) {
            // The moment of a failed exchange is asked for on the loop.
            stub.misbehave((_, path) -> path.startsWith("/api/items?") ? Reply.json(500, "{}") : null);
            report = new FastRun(directory, FastRun.FEW).run(stub, 3, BRIEF, _ -> {}, broken);
        }
        assertThat(report.rules())
                .filteredOn(rule -> rule.rule().equals("driverFault"))
                .singleElement()
                .satisfies(rule -> {
                    assertThat(rule.status()).isEqualTo(Status.INVALID);
                    assertThat(rule.message()).contains("a planted bug");
                });
    }

    private LoadReport against(Fault fault) throws Exception {

        try (StubServer stub = new StubServer(4, 500)) {
            stub.misbehave(fault);
            return new FastRun(directory, FastRun.FEW).run(stub, 3, BRIEF, _ -> {});
        }
    }

    private static boolean fails(RuleOutcome rule) {
        return rule.status() == Status.FAIL;
    }

    private static OperationReport operation(LoadReport report, String name) {
        return report.operations().stream()
                .filter(operation -> operation.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
