package gavel.driver.api.ensemble;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.driver.agent.FakeGenerator;
import gavel.driver.api.AgentClock;
import gavel.driver.api.AgentClock.Reading;
import gavel.driver.api.AgentFindings;
import gavel.driver.api.AgentLostException;
import gavel.driver.api.HttpVersion;
import gavel.driver.api.IntervalReport;
import gavel.driver.api.LoadGenerator;
import gavel.driver.api.LoadReport;
import gavel.driver.api.LoadSpec;
import gavel.driver.api.LoadSpec.Accounts;
import gavel.driver.api.LoadSpec.AgentShare;
import gavel.driver.api.LoadSpec.EngineSpec;
import gavel.driver.api.LoadSpec.Phases;
import gavel.driver.api.RuleOutcome.Status;
import gavel.driver.api.shape.LoadShape;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three agents behind one face. */
class EnsembleTest {
    private static final Duration SOON = Duration.ofSeconds(10);
    private static final Instant START = Instant.ofEpochMilli(50_000);

    private final List<FakeGenerator> agents =
            Stream.generate(FakeGenerator::new).limit(3).toList();
    private final LoadGenerator all = Ensemble.of(agents, InstantSource.system());
    private final BlockingQueue<IntervalReport> seconds = new LinkedBlockingQueue<>();

    /** A minute's measurement of 100 users after ten seconds. */
    static LoadSpec spec(int earliestEndSeconds) {
        return new LoadSpec(
                "test",
                List.of(URI.create("http://127.0.0.1:1")),
                null,
                "liveauction",
                100,
                new Accounts("u%d@gavel.example", 1, 500, "secret"),
                7,
                new Phases(5, 5, 60, 5),
                AgentShare.ALONE,
                new EngineSpec(1, 100, 5_000, 10_000, 60_000, 7_000, HttpVersion.AUTO),
                "/results",
                earliestEndSeconds,
                LoadShape.CONSTANT,
                0);
    }

    private static Reading ahead(long seconds) {
        return new Reading("ahead", Instant.now().toEpochMilli() * 1_000 + seconds * 1_000_000);
    }

    @Test
    void oneAgentIsItself() throws Exception {
        try (LoadGenerator one = Ensemble.of(agents.subList(0, 1), InstantSource.system())) {
            one.prepare(spec(20));
            one.start(START, seconds::add);

            assertThat(agents.getFirst().spec).isEqualTo(spec(20));
            assertThat(agents.getFirst().told).contains("start 50000");
            assertThat(seconds.take()).isEqualTo(FakeGenerator.interval(1));
        }
        assertThat(agents.getFirst().told).endsWith("close");
    }

    /** Else what is done to servers meanwhile would be looked for a minute beside the seconds in which people felt it. */
    @Test
    void oneAgentBeginsAndTellsOfItsSecondsByTheClockOfHere() throws Exception {
        agents.getFirst().reading = () -> ahead(60);
        LoadGenerator one = Ensemble.of(agents.subList(0, 1), InstantSource.system());
        one.prepare(spec(20));
        one.start(START, seconds::add);
        one.stop(true);
        one.awaitReport(SOON);

        String its = agents.getFirst().told.get(1);
        assertThat(Long.parseLong(its.substring("start ".length()))).isBetween(109_000L, 111_000L);
        long told = FakeGenerator.interval(1).atMillis();
        assertThat(seconds.take().atMillis()).isBetween(told - 61_000, told - 59_000);
        assertThat(agents.getFirst().judged)
                .singleElement()
                .satisfies(found -> assertThat(found.startedAtMillis()).isBetween(1_000L - 61_000, 1_000L - 59_000))
                .satisfies(found -> assertThat(found.clock().offsetMillis()).isBetween(59_000L, 61_000L));
    }

    @Test
    void everyAgentIsToldOfTheWholeRunAndItsShareOfIt() throws Exception {
        all.prepare(spec(20));

        for (int i = 0; i < 3; i++) {
            LoadSpec own = agents.get(i).spec;
            assertThat(own.agent()).isEqualTo(new AgentShare(i, 3));
            assertThat(own.users()).isEqualTo(100);
            assertThat(own.accounts()).isEqualTo(spec(20).accounts());
            assertThat(own.seed()).isEqualTo(7);
            assertThat(own.outputDirectory()).isEqualTo("/results");
        }
        assertThat(agents)
                .extracting(agent -> agent.spec.engine().maxConnections())
                .containsExactly(34, 33, 33);
        assertThat(agents).extracting(agent -> agent.spec.engine()).allSatisfy(engine -> {
            assertThat(engine.idleTimeoutMillis()).isEqualTo(7_000);
            assertThat(engine.http()).isEqualTo(HttpVersion.AUTO);
        });
        assertThat(all.limitMillis()).containsEntry("Home", 2_000L);
    }

    @Test
    void aCapThatLeavesADriverNoConnectionIsRefused() {
        LoadSpec capped = new LoadSpec(
                "test",
                spec(0).targets(),
                null,
                "liveauction",
                100,
                spec(0).accounts(),
                7,
                Phases.SMOKE,
                AgentShare.ALONE,
                new EngineSpec(1, 2, 5_000, 10_000, 60_000),
                null,
                0,
                LoadShape.CONSTANT,
                0);

        assertThatThrownBy(() -> all.prepare(capped))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("maxConnections must be 0 or at least the number of drivers, 3: 2");
    }

    @Test
    void whereOneRefusesTheOthersGiveUpWhatTheyHaveMade() {
        agents.get(1).mistake = new IllegalArgumentException("loops must be 0..1024: 5000");

        assertThatThrownBy(() -> all.prepare(spec(0))).hasMessageContaining("loops must be");

        assertThat(agents.get(0).told).containsExactly("prepare", "stop false");
        assertThat(agents.get(1).told)
                .as("what somebody else has going there goes on")
                .isEmpty();
        assertThat(agents.get(2).told).containsExactly("prepare", "stop false");
    }

    @Test
    void allBeginAtOneInstantWhateverTheirClocksShow() throws Exception {
        agents.get(1).reading = () -> new Reading("behind", Instant.now().toEpochMilli() * 1_000 - 60_000_000);
        all.prepare(spec(0));

        all.start(START, seconds::add);

        assertThat(agents.get(0).told).contains("start 50000");
        assertThat(agents.get(2).told).contains("start 50000");
        String its = agents.get(1).told.stream()
                .filter(told -> told.startsWith("start "))
                .findFirst()
                .orElseThrow();
        assertThat(Long.parseLong(its.substring(6))).isBetween(-11_000L, -9_000L);
    }

    @Test
    void whatAllHaveFoundIsJudgedByOneOfThemOnOneClock() throws Exception {
        agents.get(2).reading = () -> ahead(60);
        all.prepare(spec(0));
        all.start(START, seconds::add);
        all.users(120, Duration.ofSeconds(3));
        all.stop(true);

        LoadReport report = all.awaitReport(SOON);

        assertThat(report).isEqualTo(FakeGenerator.report(Status.PASS));
        assertThat(agents).allSatisfy(agent -> assertThat(agent.told).contains("users 120 PT3S", "stop true"));
        assertThat(agents).extracting(agent -> agent.judged.size()).containsExactly(3, 0, 0);
        List<AgentFindings> judged = agents.getFirst().judged;
        assertThat(judged).extracting(found -> found.agent().index()).containsExactlyInAnyOrder(0, 1, 2);
        AgentFindings ahead = judged.stream()
                .filter(found -> found.agent().index() == 2)
                .findFirst()
                .orElseThrow();
        assertThat(ahead.startedAtMillis()).isBetween(1_000L - 60_100, 1_000L - 59_900);
        assertThat(ahead.clock().offsetMicros()).isBetween(59_900_000L, 60_100_000L);
        assertThat(judged)
                .filteredOn(found -> found.clock().equals(AgentClock.SAME))
                .hasSize(2);
    }

    @Test
    void secondsOfAllAreOnTheClockOfHere() throws Exception {
        agents.forEach(agent -> agent.reading = () -> ahead(60));
        all.prepare(spec(0));
        all.start(START, seconds::add);

        long told = FakeGenerator.interval(1).atMillis();
        assertThat(seconds.take().atMillis()).isBetween(told - 61_000, told - 59_000);
    }

    @Test
    void secondsAreMerged() throws Exception {
        all.prepare(spec(0));
        all.start(START, seconds::add);

        assertThat(seconds.take().users()).isEqualTo(300);
        assertThat(seconds.take().second()).isEqualTo(2);
        agents.get(0).intervals.accept(FakeGenerator.interval(3));
        agents.get(1).intervals.accept(FakeGenerator.interval(3));
        assertThat(seconds).isEmpty();
        agents.get(2).intervals.accept(FakeGenerator.interval(3));
        assertThat(seconds.take().exchanges()).isEqualTo(330);
    }

    @Test
    void whenOneIsLostTheOthersAreEndedInOrderAndTheRunIsOver() throws Exception {
        all.prepare(spec(0));
        all.start(START, seconds::add);

        agents.get(1).over.completeExceptionally(new AgentLostException("not a word for PT3S", null));

        assertThatThrownBy(() -> all.awaitReport(SOON))
                .isInstanceOf(AgentLostException.class)
                .hasMessage("driver2, one of 3 drivers, was lost: not a word for PT3S");
        assertThat(agents.get(0).told).contains("stop true");
        assertThat(agents.get(1).told)
                .as("it may only have been silent")
                .doesNotContain("stop true")
                .contains("stop false");
        assertThat(agents.get(2).told).contains("stop true");
    }

    @Test
    void anAgentThatRefusesIsHeardAndTheMistakeIsTheCallersToMend() {
        agents.get(2).mistake = new IllegalArgumentException("accounts must be at least as many as users");

        assertThatThrownBy(() -> all.prepare(spec(0)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("accounts must be");
    }

    @Test
    void theAnswerOfAllTogetherEndsTheMeasurementOfAllAtOneMoment() throws Exception {
        agents.getFirst().known = true;
        all.prepare(spec(20));
        all.start(START, seconds::add);

        // Ramp and warm-up take ten seconds, the longest limit is two: twenty seconds are complete after 22.
        pass(31);
        assertThat(agents.getFirst().told).doesNotContain("batches");
        pass(32);

        for (FakeGenerator agent : agents) {
            assertThat(agent.endsAfter.get(10, TimeUnit.SECONDS)).isEqualTo(30);
        }
        assertThat(agents.getFirst().told).contains("known 3 2");
    }

    private void pass(long second) {
        agents.forEach(agent -> agent.intervals.accept(FakeGenerator.interval(second)));
    }

    @Test
    void answeredBidsAreInOneFileWithOneHeader(@TempDir Path directory) throws Exception {
        Path csv = directory.resolve("bids.csv");

        all.answeredBids(csv);

        assertThat(Files.readAllLines(csv))
                .hasSize(4)
                .filteredOn(line -> line.startsWith("bidId"))
                .hasSize(1);
    }

    @Test
    void aRunThatDoesNotEndSaysHowManyGoOn() throws IOException, InterruptedException {
        all.prepare(spec(0));
        all.start(START, seconds::add);
        agents.getFirst().over.complete(FakeGenerator.findings(new AgentShare(0, 3)));

        assertThatThrownBy(() -> all.awaitReport(Duration.ofMillis(200)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("2 of 3 drivers go on");
    }
}
