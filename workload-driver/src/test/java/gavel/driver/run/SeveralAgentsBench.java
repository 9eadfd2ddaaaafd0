package gavel.driver.run;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.agent.AgentProcess;
import gavel.driver.api.AgentClient;
import gavel.driver.api.LoadGenerator;
import gavel.driver.api.LoadReport;
import gavel.driver.api.LoadReport.DriverShare;
import gavel.driver.api.LoadReport.OperationReport;
import gavel.driver.api.LoadSpec;
import gavel.driver.api.LoadSpec.Accounts;
import gavel.driver.api.LoadSpec.AgentShare;
import gavel.driver.api.LoadSpec.EngineSpec;
import gavel.driver.api.LoadSpec.Phases;
import gavel.driver.api.RuleOutcome;
import gavel.driver.api.ensemble.Ensemble;
import gavel.driver.api.shape.LoadShape;
import gavel.driver.record.Latencies;
import gavel.driver.stub.StubServer;
import gavel.driver.stub.StubServer.Fault;
import gavel.driver.stub.StubServer.Reply;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The same load over one agent and over three, each a process of its own, alternating, against a server whose service times are known: 20 ms
 * and an exponential part of mean 40 ms. Run by {@code bench/agents.sh}.
 */
class SeveralAgentsBench {
    private static final int RUNS = Integer.getInteger("gavel.bench.runs", 3);
    private static final int USERS = 120;
    private static final int SECONDS = Integer.getInteger("gavel.bench.seconds", 20);
    private static final int SHORTEST_MILLIS = 20;
    private static final int MEAN_MILLIS = 40;

    @TempDir
    private Path directory;

    /** What one run came to. */
    private record Figures(long starts, double p50, double p99, double responseP99, long choices, List<String> broken) {
        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "%6d operations, service p50 %.1f ms, p99 %.1f ms, response p99 %.1f ms, first choices %016x, broken: %s",
                    starts,
                    p50,
                    p99,
                    responseP99,
                    choices,
                    broken);
        }
    }

    @Test
    void oneAndThreeSayTheSame() throws Exception {
        List<Figures> one = new ArrayList<>();
        List<Figures> three = new ArrayList<>();
        for (int run = 1; run <= RUNS; run++) {
            one.add(run(1));
            three.add(run(3));
            say("run %d, one agent:    %s", run, one.getLast());
            say("run %d, three agents: %s", run, three.getLast());
        }
        assertThat(Stream.concat(one.stream(), three.stream()).map(Figures::broken))
                .allMatch(List::isEmpty);
        assertThat(Stream.concat(one.stream(), three.stream())
                        .map(Figures::choices)
                        .distinct())
                .as("the same people make the same choices")
                .hasSize(1);
        compare(
                "operations",
                one.stream().map(figures -> (double) figures.starts()),
                three.stream().map(figures -> (double) figures.starts()),
                0.03);
        compare("p50", one.stream().map(Figures::p50), three.stream().map(Figures::p50), 0.03);
        compare("p99", one.stream().map(Figures::p99), three.stream().map(Figures::p99), 0.05);
        compare(
                "response p99",
                one.stream().map(Figures::responseP99),
                three.stream().map(Figures::responseP99),
                0.05);
    }

    @Test
    void aMeasurementWhoseAnswerIsKnownEndsForAllAtOneMoment() throws Exception {
        LoadReport report = report(3, new Phases(3, 2, 120, 1), 20, new AtomicLong());

        long seconds = (report.measuredToMillis() - report.measuredFromMillis()) / 1_000;
        say("compared early end: three agents measured %d s of 120 s", seconds);
        assertThat(seconds).isBetween(20L, 110L);
        assertThat(seconds % 10).isZero();
        assertThat(report.rules())
                .filteredOn(rule -> rule.rule().equals("agentEnd"))
                .hasSize(3)
                .allMatch(rule -> rule.status() == RuleOutcome.Status.PASS);
    }

    private static void compare(String what, Stream<Double> one, Stream<Double> three, double noise) {
        double alone = one.mapToDouble(Double::doubleValue).average().orElseThrow();
        double together = three.mapToDouble(Double::doubleValue).average().orElseThrow();
        double difference = together / alone - 1;
        say(
                "compared %s: %.1f and %.1f, %+.2f %% (noise %.0f %%)",
                what, alone, together, 100 * difference, 100 * noise);
        assertThat(Math.abs(difference)).as(what).isLessThanOrEqualTo(noise);
    }

    private Figures run(int agents) throws Exception {
        LoadReport report = report(agents, new Phases(3, 2, SECONDS, 1), 0, new AtomicLong());
        assertThat(report.drivers()).extracting(DriverShare::users).containsOnly(USERS / agents);
        return figures(report);
    }

    /** @param bids that the stub decided are counted there */
    private LoadReport report(int agents, Phases phases, int earliestEnd, AtomicLong bids) throws Exception {
        List<AgentProcess> processes = new ArrayList<>();
        Path output = Files.createTempDirectory(directory, "run");
        try (StubServer server = new StubServer(5, 2_000)) {
            server.misbehave(slow(bids));
            List<AgentClient> clients = new ArrayList<>();
            for (int i = 0; i < agents; i++) {
                processes.add(AgentProcess.start(directory));
            }
            for (AgentProcess process : processes) {
                clients.add(process.client());
            }
            try (LoadGenerator all = Ensemble.of(clients, InstantSource.system())) {
                all.prepare(spec(server, output, phases, earliestEnd));
                all.start(Instant.now().plusSeconds(1), _ -> {});
                LoadReport report = all.awaitReport(Duration.ofMinutes(3));
                all.answeredBids(output.resolve("all.csv"));
                assertThat(Files.readAllLines(output.resolve("all.csv"))).hasSize((int) bids.get() + 1);
                assertThat(output.resolve("driver.hlog")).isNotEmptyFile();
                assertThat(output.resolve("driver3.hlog").toFile().exists()).isEqualTo(agents == 3);
                return report;
            }
        } finally {
            processes.forEach(AgentProcess::close);
        }
    }

    private static Figures figures(LoadReport report) {
        Histogram all = main(report, OperationReport::service);
        // At ten times the speed of people the rates of the profile do not hold; every other rule does.
        return new Figures(
                report.operations().stream()
                        .filter(operation -> !operation.background())
                        .mapToLong(OperationReport::starts)
                        .sum(),
                all.getValueAtPercentile(50) / 1_000.0,
                all.getValueAtPercentile(99) / 1_000.0,
                main(report, OperationReport::response).getValueAtPercentile(99) / 1_000.0,
                report.counters().get("firstChoicesHash"),
                report.rules().stream()
                        .filter(rule ->
                                rule.status() == RuleOutcome.Status.FAIL || rule.status() == RuleOutcome.Status.INVALID)
                        .filter(rule -> !rule.rule().equals("rate"))
                        .map(RuleOutcome::message)
                        .toList());
    }

    private static Histogram main(LoadReport report, Function<OperationReport, LoadReport.Latency> which) {
        return Latencies.sum(report.operations().stream()
                .filter(operation -> !operation.background())
                .map(operation -> which.apply(operation).histogram())
                .toList());
    }

    private static Fault slow(AtomicLong bids) {
        Random random = new Random(11);
        return new Fault() {
            @Override
            public Reply instead(String method, String path) {
                if (method.equals("POST") && path.endsWith("/bids")) {
                    bids.incrementAndGet();
                }
                return null;
            }

            @Override
            public long delayMillis(String method, String path) {
                return SHORTEST_MILLIS + (long) (-Math.log(1 - random.nextDouble()) * MEAN_MILLIS);
            }
        };
    }

    private LoadSpec spec(StubServer server, Path output, Phases phases, int earliestEnd) throws Exception {
        return new LoadSpec(
                "agents",
                List.of(server.address()),
                null,
                new FastRun(directory, USERS).profile().toString(),
                USERS,
                new Accounts("u%d@gavel.example", 1, 5L * USERS, "secret"),
                7,
                phases,
                AgentShare.ALONE,
                new EngineSpec(1, 0, 5_000, 10_000, 60_000),
                output.toString(),
                earliestEnd,
                LoadShape.CONSTANT,
                0);
    }

    private static void say(String format, Object... values) {
        System.out.println(String.format(Locale.ROOT, format, values));
    }
}
