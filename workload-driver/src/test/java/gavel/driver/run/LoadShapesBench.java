package gavel.driver.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import gavel.driver.agent.AgentProcess;
import gavel.driver.api.AgentClient;
import gavel.driver.api.IntervalReport;
import gavel.driver.api.LoadGenerator;
import gavel.driver.api.LoadReport;
import gavel.driver.api.LoadSpec;
import gavel.driver.api.LoadSpec.Accounts;
import gavel.driver.api.LoadSpec.AgentShare;
import gavel.driver.api.LoadSpec.EngineSpec;
import gavel.driver.api.LoadSpec.Phases;
import gavel.driver.api.RuleOutcome.Status;
import gavel.driver.api.ensemble.Ensemble;
import gavel.driver.api.shape.LoadPath;
import gavel.driver.api.shape.LoadShape;
import gavel.driver.api.shape.PathText;
import gavel.driver.api.shape.SessionArrivals;
import gavel.driver.arrival.ArrivalTimes;
import gavel.driver.stub.StubServer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Loads that are not constant over one agent and over three, each a process of its own. Run by {@code bench/load-shapes.sh}. */
class LoadShapesBench {
    private static final long SEED = 7;
    private static final int USERS = 120;
    private static final Phases PHASES = new Phases(4, 2, 40, 2);
    private static final LoadPath PATH =
            LoadPath.steps(PathText.points(List.of("0=30", "10s=120", "20s=60", "30s=15", "40s=15")));
    private static final SessionArrivals ARRIVALS = new SessionArrivals(SessionArrivals.Process.POISSON, 4);

    @TempDir
    private Path directory;

    @Test
    void allAgentsTogetherAreAsManyAsThePathAsksFor() throws Exception {
        for (int agents : new int[] {1, 3}) {
            List<IntervalReport> seconds = new ArrayList<>();
            LoadReport report = run(agents, LoadShape.along(PATH), seconds);
            for (IntervalReport second : seconds) {
                double at = second.second() - PHASES.rampSeconds() - PHASES.warmUpSeconds();
                if (second.phase().equals("MEASURE")) {
                    say(
                            "path, %d agents, after %2.0f s: asked %3d, there %3d",
                            agents, at, PATH.users(at), second.users());
                    // Going down, people log out first; a report may come a little late.
                    assertThat(second.users())
                            .isBetween(
                                    Math.min(PATH.users(at), PATH.users(at + 1)),
                                    Math.max(PATH.users(at - 1), PATH.users(at + 1)));
                }
            }
            say(
                    "path, %d agents: %.1f user-seconds, %.1f asked; %.0f main starts, %.1f expected",
                    agents,
                    report.rate().userSeconds(),
                    PATH.userSeconds(PHASES.measureSeconds()),
                    report.rate().mainStarts(),
                    report.rate().expectedMainStarts());
            assertThat(report.rate().userSeconds())
                    .isCloseTo(PATH.userSeconds(PHASES.measureSeconds()), withPercentage(2));
            assertThat(broken(report)).isEmpty();
        }
    }

    @Test
    void allAgentsTogetherBringTheSessionsThatAreDue() throws Exception {
        long from = (PHASES.rampSeconds() + PHASES.warmUpSeconds()) * 1_000_000_000L;
        long due = ArrivalTimes.between(ARRIVALS, SEED, from, from + PHASES.measureSeconds() * 1_000_000_000L);
        for (int agents : new int[] {1, 3}) {
            List<IntervalReport> seconds = new ArrayList<>();
            LoadReport report = run(agents, LoadShape.of(ARRIVALS), seconds);
            long begun = report.counters().get("sessionsStarted");
            say(
                    "arrivals, %d agents: %d sessions began, %d were due; at most %d people at once",
                    agents,
                    begun,
                    due,
                    seconds.stream().mapToInt(IntervalReport::users).max().orElse(0));
            assertThat(begun).isBetween(due - 1, due + 1);
            assertThat(broken(report)).isEmpty();
        }
    }

    private LoadReport run(int agents, LoadShape shape, List<IntervalReport> seconds) throws Exception {
        List<AgentProcess> processes = new ArrayList<>();
        try (StubServer server = new StubServer(5, 2_000)) {
            List<AgentClient> clients = new ArrayList<>();
            for (int i = 0; i < agents; i++) {
                processes.add(AgentProcess.start(directory));
            }
            for (AgentProcess process : processes) {
                clients.add(process.client());
            }
            try (LoadGenerator all = Ensemble.of(clients, InstantSource.system())) {
                all.prepare(spec(server, shape));
                all.start(Instant.now().plusSeconds(1), seconds::add);
                return all.awaitReport(Duration.ofMinutes(3));
            }
        } finally {
            processes.forEach(AgentProcess::close);
        }
    }

    private LoadSpec spec(StubServer server, LoadShape shape) throws Exception {
        return new LoadSpec(
                "shapes",
                List.of(server.address()),
                null,
                new FastRun(directory, USERS).profile().toString(),
                USERS,
                new Accounts("u%d@gavel.example", 1, 5L * USERS, "secret"),
                SEED,
                PHASES,
                AgentShare.ALONE,
                new EngineSpec(1, 0, 5_000, 10_000, 60_000),
                null,
                0,
                shape,
                0);
    }

    /** At ten times the speed of people the rates of the profile do not hold; every other rule does. */
    private static List<String> broken(LoadReport report) {
        return report.rules().stream()
                .filter(rule -> rule.status() == Status.FAIL || rule.status() == Status.INVALID)
                .filter(rule -> !rule.rule().equals("rate") && !rule.rule().equals("steadyState"))
                .map(rule -> rule.rule() + ": " + rule.message())
                .toList();
    }

    private static void say(String format, Object... values) {
        System.out.println(String.format(Locale.ROOT, format, values));
    }
}
