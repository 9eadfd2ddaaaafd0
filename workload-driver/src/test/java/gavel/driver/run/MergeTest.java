package gavel.driver.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import gavel.driver.api.AgentFindings;
import gavel.driver.api.AgentJson;
import gavel.driver.api.LoadReport;
import gavel.driver.api.LoadReport.DriverHealth;
import gavel.driver.api.LoadReport.DriverShare;
import gavel.driver.api.LoadReport.FailedExchange;
import gavel.driver.api.LoadSpec;
import gavel.driver.api.LoadSpec.Accounts;
import gavel.driver.api.LoadSpec.AgentShare;
import gavel.driver.api.LoadSpec.EngineSpec;
import gavel.driver.api.LoadSpec.Phases;
import gavel.driver.api.RuleOutcome;
import gavel.driver.api.RuleOutcome.Status;
import gavel.driver.api.shape.LoadShape;
import gavel.driver.api.shape.SessionArrivals;
import gavel.driver.news.AcceptedBid;
import gavel.driver.news.NewsMatcher;
import gavel.driver.news.NewsReader;
import gavel.driver.news.NewsTally;
import gavel.driver.profile.CycleTime;
import gavel.driver.profile.OperationKind;
import gavel.driver.profile.Profile;
import gavel.driver.profile.ProfileReader;
import gavel.driver.record.Collector;
import gavel.driver.record.Outcome;
import gavel.driver.record.RecordedOperation;
import gavel.driver.record.Recorder;
import gavel.driver.report.ReportMaker;
import gavel.driver.user.LoopSnapshot;
import gavel.driver.user.MixTally;
import gavel.driver.user.UserTally;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The same samples recorded by one agent and by four. */
class MergeTest {
    private static final long MILLI = 1_000_000;
    private static final long MEASURED = 60_000 * MILLI;
    private static final int SAMPLES = 40_000;
    private static final Outcome[] OUTCOMES = Outcome.values();
    private static Profile profile;

    @BeforeAll
    static void read() throws IOException {
        profile = ProfileReader.read("liveauction");
    }

    @Test
    void makeTheSameReport() {
        LoadReport one = report(findings(1, 500));
        LoadReport four = report(findings(4, 500));

        assertThat(four.operations()).isEqualTo(one.operations());
        assertThat(four.news()).isEqualTo(one.news());
        assertThat(four.lateness()).isEqualTo(one.lateness());
        assertThat(four.counters()).isEqualTo(one.counters());
        assertThat(four.firstFailures()).isEqualTo(one.firstFailures());
        assertThat(quality(four)).isEqualTo(quality(one)).hasSizeGreaterThan(20);
        assertThat(one.operations().stream()
                        .mapToLong(operation -> operation.response().count())
                        .sum())
                .isGreaterThan(SAMPLES / 2);
        assertThat(one.news().pairs()).isEqualTo(SAMPLES / 100);
    }

    @Test
    void theAnswerOfAllIsKnownWhenThatOfOneWouldBe() {
        for (int closed : new int[] {1, 3, 6}) {
            for (int slowPerMille : new int[] {0, 10, 200}) {
                assertThat(known(4, slowPerMille, closed))
                        .as(closed + " ten seconds, " + slowPerMille + " per mille slow")
                        .isEqualTo(known(1, slowPerMille, closed));
            }
        }
        assertThat(known(4, 200, 6)).isTrue();
    }

    @Test
    void oneStarvedDriverOfFourMakesTheRunInvalidWhereTheServerWasNotSlow() {
        List<AgentFindings> all = new ArrayList<>(findings(4, 0));
        assertThat(all.set(2, starved(all.get(2)))).isNotNull();

        LoadReport report = report(all);

        assertThat(invalid(report)).containsExactly("driverBusy driver3", "runQueue driver3", "response");
        assertThat(report.drivers())
                .extracting(DriverShare::name)
                .containsExactly("driver1", "driver2", "driver3", "driver4");
        assertThat(report.drivers()).extracting(DriverShare::users).containsExactly(25, 25, 25, 25);
        assertThat(report.driver()).isEqualTo(new DriverHealth(4, 0.97, 0.5, 40, 0.001, 200, 20_000, 0));
    }

    @Test
    void aDriverThatBeganLaterOrMeasuredLongerMakesTheRunInvalid() {
        List<AgentFindings> all = new ArrayList<>(findings(4, 0));
        all.set(1, moved(all.get(1), 101, 2_000));

        assertThat(invalid(report(all))).containsExactly("agentStart driver2", "agentEnd driver2");
        all.set(1, moved(findings(4, 0).get(1), 99, 500));
        assertThat(invalid(report(all))).isEmpty();
    }

    /** As a machine that does not reach the target: others were served, so to run it again changes nothing. */
    @Test
    void aDriverThatWasServedNothingSaysSoBeforeThatItEndedEarly() {
        List<AgentFindings> two = new ArrayList<>(findings(2, 0));
        AgentFindings served = two.get(0);
        AgentFindings unserved = two.get(1);
        two.set(0, with(served, people(0, 5), served.driver(), served.profile(), 0, 0));
        AgentFindings.DriverFindings ended = new AgentFindings.DriverFindings(
                unserved.driver().health(), unserved.driver().lateness(), 0, null, 0, 0, 66_000);
        two.set(1, with(unserved, people(12, 0), ended, unserved.profile(), 0, 0));

        LoadReport report = report(two);

        assertThat(invalid(report)).startsWith("service", "wholeMeasurement driver2");
        assertThat(report.rules().getFirst().message())
                .isEqualTo("no first operation of driver2 succeeded in 12 sessions,"
                        + " so this is no verdict about the platform");
    }

    @Test
    void whoFindsEveryAccountInUseHasArrived() {
        LoadShape arrivals = LoadShape.of(new SessionArrivals(SessionArrivals.Process.CONSTANT, 1));
        AgentFindings found = findings(1, 0).getFirst();
        AgentFindings.DriverFindings without = new AgentFindings.DriverFindings(
                found.driver().health(), found.driver().lateness(), 0, null, 0, 60, 0);

        LoadReport report =
                new ReportMaker(profile, arrivals).report(List.of(with(found, without, found.profile(), 0, 0)), null);

        assertThat(invalid(report)).contains("accounts driver").doesNotContain("course");
    }

    private static AgentFindings.PeopleFindings people(long sessionsFailed, long succeeded) {
        return new AgentFindings.PeopleFindings(0, 0, 0, 0, 0, 0, 0, sessionsFailed, succeeded);
    }

    @Test
    void findingsOfDifferentRunsAndMissingOnesAreRefused() {
        List<AgentFindings> four = findings(4, 0);

        assertThatThrownBy(() -> report(four.subList(0, 3))).hasMessageContaining("every agent of a run");
        assertThatThrownBy(() -> report(List.of())).hasMessageContaining("every agent of a run");
        assertThatThrownBy(() -> report(List.of(four.get(0), four.get(1), four.get(2), otherProfile(four.get(3)))))
                .hasMessageContaining("did not run the same load")
                .hasMessageContaining("(another)");
    }

    @Test
    void asManyStartsAreExpectedAsTheCyclesThatAreDrawnAllow() {
        // From 1 to 60 s about 5 s: what is drawn has a mean of 6.838 s.
        Profile skewed = new Profile(
                profile.name(),
                profile.version(),
                profile.sha256(),
                false,
                new CycleTime(5, 5, 1, 60),
                profile.backOff(),
                profile.pages(),
                profile.auctions(),
                profile.bids(),
                profile.newsLimitMillis(),
                profile.acceptedBidsPerUserSecond(),
                profile.limitMillis(),
                profile.session(),
                profile.words());
        AgentFindings found = findings(1, 0).getFirst();
        AgentFindings present = with(
                found,
                new AgentFindings.PeopleFindings(6_838, 0, 0, 0, 0, 0, 0, 0, 1),
                found.driver(),
                found.profile(),
                0,
                0);

        LoadReport report = new ReportMaker(skewed, LoadShape.CONSTANT).report(List.of(present), null);

        assertThat(report.rate().expectedMainStarts()).isCloseTo(1_000, within(0.5));
    }

    private static List<RuleOutcome> quality(LoadReport report) {
        List<String> rules = List.of("response", "news", "failures", "mix", "rate", "fidelity", "steadyState");
        return report.rules().stream()
                .filter(rule -> rules.contains(rule.rule()))
                .toList();
    }

    private static List<String> invalid(LoadReport report) {
        return report.rules().stream()
                .filter(rule -> rule.status() == Status.INVALID)
                .map(rule -> rule.subject().startsWith("driver") ? rule.rule() + " " + rule.subject() : rule.rule())
                .distinct()
                .toList();
    }

    private static LoadReport report(List<AgentFindings> findings) {
        return new ReportMaker(profile, LoadShape.CONSTANT).report(findings, null);
    }

    private static boolean known(int agents, int slowPerMille, int closed) {
        return new ReportMaker(profile, LoadShape.CONSTANT)
                .known(
                        recorded(agents, slowPerMille).stream()
                                .map(part -> FindingsMaker.batches(
                                        part.recorder().counts(),
                                        List.of(part.matcher().tally().lateBatches())))
                                .toList(),
                        closed);
    }

    /** As they come from the agents, one after the other. */
    private static List<AgentFindings> findings(int agents, int slowPerMille) {
        List<Part> parts = recorded(agents, slowPerMille);
        return IntStream.range(0, agents)
                .mapToObj(i -> parts.get(i).findings(new AgentShare(i, agents)))
                .map(found ->
                        AgentJson.MAPPER.readValue(AgentJson.MAPPER.writeValueAsBytes(found), AgentFindings.class))
                .toList();
    }

    /** What one agent has recorded. */
    private record Part(Recorder recorder, NewsMatcher matcher, List<FailedExchange> failures) {
        AgentFindings findings(AgentShare agent) {
            Collector collector = new Collector(List.of(recorder), OperationKind.values().length);
            RunTotals none = totals(Map.of("exchanges", 0L));
            RunTotals held = totals(Map.of("exchanges", 1_000L / agent.count()));
            collector.drainMeasured();
            return new FindingsMaker(spec(agent), profile)
                    .findings(
                            new FindingsMaker.Material(
                                    1_000,
                                    2_000,
                                    62_000,
                                    0,
                                    none,
                                    held,
                                    held,
                                    matcher.tally(),
                                    new DriverHealth(1, 0.3, 0.01, 10, 0.001, 200, 20_000, 0),
                                    List.of(),
                                    new Faults(),
                                    failures),
                            collector);
        }

        private RunTotals totals(Map<String, Long> http) {
            return RunTotals.of(
                    List.of(new LoopSnapshot(recorder.counts(), new UserTally(), new MixTally(), http, 10, 0, 0)));
        }
    }

    private static List<Part> recorded(int agents, int slowPerMille) {
        List<Part> parts = new ArrayList<>();
        for (int i = 0; i < agents; i++) {
            Recorder recorder = new Recorder(Arrays.stream(OperationKind.values())
                    .map(kind -> new RecordedOperation(
                            kind.title(),
                            kind.background(),
                            kind.longPoll() ? RecordedOperation.NO_LIMIT : profile.limitMillis(kind) * MILLI))
                    .toList());
            recorder.measure(0, MEASURED);
            NewsMatcher matcher = new NewsMatcher(new NewsTally(2_000 * MILLI, Recorder.BATCH_NANOS));
            matcher.tally().measure(0, MEASURED);
            parts.add(new Part(recorder, matcher, new ArrayList<>()));
        }
        SplittableRandom random = new SplittableRandom(5);
        for (int i = 0; i < SAMPLES; i++) {
            record(random, i, parts.get(i % agents), slowPerMille);
        }
        return parts;
    }

    private static void record(SplittableRandom random, int number, Part part, int slowPerMille) {
        int operation = random.nextInt(OperationKind.values().length);
        long intended = random.nextLong(MEASURED);
        boolean slow = random.nextInt(1_000) < slowPerMille;
        long response = slow ? 6_000 * MILLI : (long) (Math.exp(random.nextGaussian()) * 50 * MILLI);
        Outcome outcome = slow && slowPerMille == 500 ? OUTCOMES[number % OUTCOMES.length] : Outcome.OK;
        part.recorder().started(operation, intended);
        part.recorder().record(operation, intended, intended + MILLI, intended + response, outcome);
        part.recorder().lateness(intended, random.nextLong(2 * MILLI));
        if (outcome.failed() && number % 1_000 == 0) {
            part.failures().add(new FailedExchange(number, "Home", "GET /", outcome.label(), ""));
        }
        if (number % 100 == 0) {
            NewsReader reader = new NewsReader(1, number, 0);
            part.matcher().join(reader);
            part.matcher().accepted(new AcceptedBid(number, 5, intended, intended, 2));
            part.matcher().parsed(reader, 5, intended + response);
        }
    }

    private static AgentFindings starved(AgentFindings found) {
        Part late = recorded(1, 0).getFirst();
        SplittableRandom random = new SplittableRandom(3);
        for (int i = 0; i < SAMPLES / 4; i++) {
            int home = OperationKind.HOME.ordinal();
            long intended = random.nextLong(MEASURED);
            late.recorder().started(home, intended);
            late.recorder().record(home, intended, intended + 4_000 * MILLI, intended + 4_010 * MILLI, Outcome.OK);
            late.recorder().lateness(intended, 4_000 * MILLI);
        }
        AgentFindings made = late.findings(found.agent());
        return with(
                made,
                new AgentFindings.DriverFindings(
                        new DriverHealth(1, 0.97, 0.5, 10, 0.001, 200, 20_000, 0),
                        made.driver().lateness(),
                        0,
                        null,
                        0,
                        0,
                        0),
                made.profile(),
                0,
                0);
    }

    private static AgentFindings moved(AgentFindings found, long startMillis, long endMillis) {
        return with(found, found.driver(), found.profile(), startMillis, endMillis);
    }

    private static AgentFindings otherProfile(AgentFindings found) {
        return with(found, found.driver(), new LoadReport.Profile("liveauction", "1", "another", false), 0, 0);
    }

    private static AgentFindings with(
            AgentFindings found,
            AgentFindings.DriverFindings driver,
            LoadReport.Profile ran,
            long startMillis,
            long endMillis) {
        return with(found, found.people(), driver, ran, startMillis, endMillis);
    }

    private static AgentFindings with(
            AgentFindings found,
            AgentFindings.PeopleFindings people,
            AgentFindings.DriverFindings driver,
            LoadReport.Profile ran,
            long startMillis,
            long endMillis) {
        return new AgentFindings(
                found.agent(),
                found.clock(),
                ran,
                found.seed(),
                found.users(),
                found.startedAtMillis() + startMillis,
                found.measuredFromMillis(),
                found.measuredToMillis() + endMillis,
                found.operations(),
                found.news(),
                found.mix(),
                people,
                driver,
                found.counters(),
                found.responses(),
                found.firstFailures());
    }

    private static LoadSpec spec(AgentShare agent) {
        return new LoadSpec(
                "merge",
                List.of(URI.create("http://127.0.0.1:1")),
                null,
                "liveauction",
                100,
                new Accounts("u%d@gavel.example", 1, 500, "secret"),
                7,
                Phases.SMOKE,
                agent,
                EngineSpec.DEFAULT,
                null,
                0,
                LoadShape.CONSTANT,
                0);
    }
}
