package gavel.harness.elastic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import gavel.driver.api.IntervalReport;
import gavel.driver.api.IntervalReport.OperationInterval;
import gavel.driver.api.shape.LoadPath;
import gavel.driver.api.shape.LoadPath.Point;
import gavel.harness.action.ActionEvent.Stage;
import gavel.harness.action.ActionEvent.Step;
import gavel.harness.elastic.DemandTable.Peak;
import gavel.harness.elastic.ElasticPass.Joined;
import gavel.harness.elastic.RequestCounts.Look;
import gavel.harness.elastic.Steps.Change;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A path of 100 s: 50 users, 150 from second 20 on, so two servers; each supports 100. */
class PassReadingTest {
    private static final long ZERO = 1_000_000_000L;
    private static final DemandTable TABLE =
            new DemandTable(List.of(new Peak(1, 90, 100, 110), new Peak(2, 140, 190, 210)));
    private static final LoadPath PATH =
            new LoadPath(List.of(new Point(0, 50), new Point(20, 50), new Point(20, 150), new Point(100, 150)));

    /** Seconds from the beginning of the path at which the second server reaches each stage. */
    private record Way(double decided, double created, double ready, double firstRequest, double fairShare) {}

    private static ElasticPass read(Way way) {
        List<Step> steps = List.of(
                new Step("app2", Stage.CREATED, millis(way.created())),
                new Step("app2", Stage.READY, millis(way.ready())));
        ScalingEvent event = new ScalingEvent(1, 2, millis(way.decided()), millis(way.ready() + 0.5), null, steps);
        return new PassReading(TABLE, PATH, ZERO, 1)
                .read(1, seconds(way), List.of(event), new RequestCounts(looks(way)));
    }

    private static long millis(double second) {
        return ZERO + Math.round(1_000 * second);
    }

    /** Half of what ends is late from 20 s on, until the new server does its part. */
    private static List<IntervalReport> seconds(Way way) {
        return IntStream.rangeClosed(-9, 105)
                .mapToObj(second -> {
                    long late = second > 20 && second <= way.fairShare() ? 10 : 0;
                    return new IntervalReport(
                            second + 10,
                            ZERO + 1_000L * second,
                            "MEASURE",
                            PATH.users(second),
                            List.of(new OperationInterval("Home", 20, 20, late, 0, 1_000)),
                            0,
                            0,
                            0.1,
                            100,
                            20);
                })
                .toList();
    }

    /** Ten requests in each tenth for each server that does its part; the second one has one in each second until then. */
    private static List<Look> looks(Way way) {
        List<Look> looks = new ArrayList<>();
        long one = 0;
        double other = 0;
        for (int tenth = 0; tenth < 1_000; tenth++) {
            double second = tenth / 10.0;
            one += 10;
            // After two of the three seconds that are looked at it has answered 0.8 of what both did on average.
            other += second >= way.fairShare() - 2 ? 10 : second >= way.firstRequest() ? 0.5 : 0;
            // Its own 4,000 requests have warmed it up, and a look takes up to 0.9 s.
            looks.add(new Look(
                    millis(second),
                    second < way.ready()
                            ? Map.of("app1", one)
                            : Map.of("app1", one, "app2", 4_000 + (long) Math.ceil(other)),
                    second < way.firstRequest()
                            ? Map.of()
                            : Map.of("app2", millis(way.firstRequest() + tenth % 10 / 10.0))));
        }
        return looks;
    }

    private static ScalingLinks links(ElasticPass pass) {
        assertThat(pass.links()).extracting(Joined::instance).containsExactly("app2");
        return pass.links().getFirst().links();
    }

    @Test
    void supplyIsBesideDemand() {
        ElasticPass pass = read(new Way(25, 25.5, 30, 31, 36));
        assertThat(pass.problem()).isEmpty();
        assertThat(new PassReading(TABLE, PATH, ZERO, 1).again(pass))
                .as("from what it keeps")
                .isEqualTo(pass);
        assertThat(pass.demand()).isEqualTo(Steps.of(1, new Change(20, 2)));
        assertThat(pass.supply()).isEqualTo(Steps.of(1, new Change(30, 2)));
        // One server is missing from 20 to 30 s.
        assertThat(pass.metrics().underArea()).isEqualTo(10);
        assertThat(pass.metrics().underShare()).isEqualTo(0.1);
        assertThat(pass.metrics().overShare()).isZero();
        // By the upper ends nobody needs less; by the lower ends 150 users are more than two servers support: two are
        // needed.
        assertThat(pass.fewest().underArea()).isEqualTo(10);
        assertThat(pass.greatest().underArea()).isEqualTo(10);
        // Demanded 20 × 1 + 80 × 2; used from its creation on: 100 + 74.5.
        assertThat(pass.cost().demanded()).isEqualTo(180);
        assertThat(pass.cost().used()).isCloseTo(174.5, within(1e-9));
        assertThat(pass.cost().ofMost()).isEqualTo(200);
        // Of 20 × 50 + 80 × 150 user seconds, two windows of ten with 150 users are bad: 3,000 of 13,000; second 20 has
        // 150 already.
        assertThat(pass.goodShare()).isBetween(1 - 3_200 / 13_000.0, 1 - 2_900 / 13_000.0);
        assertThat(pass.course()).hasSize(100);
    }

    /** The planted truth: whatever is slow, it is found in its link and in no other. */
    @Test
    void aDelayIsFoundInItsLink() {
        ScalingLinks usual = links(read(new Way(22, 22.5, 26, 26.5, 32)));
        for (double delay : new double[] {2, 5, 10}) {
            check(new Way(22 + delay, 22.5 + delay, 26 + delay, 26.5 + delay, 32 + delay), usual, delay, 0, 0);
            check(new Way(22, 22.5, 26 + delay, 26.5 + delay, 32 + delay), usual, 0, delay, 0);
            check(new Way(22, 22.5, 26, 26.5 + delay, 32 + delay), usual, 0, 0, delay);
        }
    }

    private static void check(Way way, ScalingLinks usual, double decision, double readiness, double firstRequest) {
        ScalingLinks found = links(read(way));
        assertThat(found.toDecision() - usual.toDecision()).isCloseTo(decision, within(0.5));
        assertThat(found.toCreation() - usual.toCreation()).isCloseTo(0, within(0.5));
        assertThat(found.toReadiness() - usual.toReadiness()).isCloseTo(readiness, within(0.5));
        assertThat(found.toFirstRequest() - usual.toFirstRequest()).isCloseTo(firstRequest, within(0.5));
        assertThat(found.toFairShare() - usual.toFairShare()).isCloseTo(0, within(0.5));
    }

    @Test
    void theLinksAreThoseThatWerePlanted() {
        ScalingLinks links = links(read(new Way(25, 25.5, 30, 31, 36)));
        assertThat(links.toDecision()).isCloseTo(5, within(0.1));
        assertThat(links.toCreation()).isCloseTo(0.5, within(0.1));
        assertThat(links.toReadiness()).isCloseTo(4.5, within(0.1));
        assertThat(links.toFirstRequest()).isCloseTo(1, within(0.01));
        assertThat(links.toFairShare()).isCloseTo(5, within(1.0));
        assertThat(links.toQuality()).isBetween(0.0, 2.0);
    }

    /** The reports of the seconds come at their ends. */
    @Test
    void qualityThatWasNeverGoneIsBackAtOnce() {
        assertThat(links(read(new Way(10, 10.5, 15, 16, 20.5))).toQuality()).isZero();
    }

    /** A perfect schedule, one late by 30 s and a fixed supply of one: in that order by user time served well. */
    @Test
    void suppliesAreRankedByUserTimeServedWell() {
        double perfect = read(new Way(10, 10.5, 15, 16, 20)).goodShare();
        double late = read(new Way(40, 40.5, 45, 46, 50)).goodShare();
        double never = new PassReading(TABLE, PATH, ZERO, 1)
                .read(1, seconds(new Way(0, 0, 0, 0, 1_000)), List.of(), new RequestCounts(List.of()))
                .goodShare();
        assertThat(perfect).isEqualTo(1);
        assertThat(late).isLessThan(perfect);
        assertThat(never).isLessThan(late);
    }

    /** It had one request in each second, left, and came again much later: what it does then is not what it was ordered for first. */
    @Test
    void aServerThatComesAgainDoesNotAnswerForItsFirstStay() {
        Way way = new Way(25, 25.5, 30, 31, 80);
        List<ScalingEvent> events = List.of(
                scaled(
                        1,
                        2,
                        25,
                        new Step("app2", Stage.CREATED, millis(25.5)),
                        new Step("app2", Stage.READY, millis(30))),
                scaled(
                        2,
                        1,
                        50,
                        new Step("app2", Stage.OUT_OF_SERVICE, millis(50)),
                        new Step("app2", Stage.ENDED, millis(52))),
                scaled(
                        1,
                        2,
                        60,
                        new Step("app2", Stage.CREATED, millis(60)),
                        new Step("app2", Stage.READY, millis(65))));
        List<Joined> joined = new PassReading(TABLE, PATH, ZERO, 1)
                .read(1, seconds(way), events, new RequestCounts(looks(way)))
                .links();
        assertThat(joined).extracting(Joined::instance).containsExactly("app2", "app2");
        ScalingLinks first = joined.getFirst().links();
        assertThat(first.toFirstRequest()).isCloseTo(1, within(0.01));
        assertThat(first.toFairShare()).isNull();
        assertThat(first.toQuality()).isNull();
        assertThat(joined.getLast().links().toFairShare()).isNotNull();
    }

    private static ScalingEvent scaled(int from, int to, double decided, Step... steps) {
        return new ScalingEvent(from, to, millis(decided), millis(decided + 1), null, List.of(steps));
    }

    @Test
    void anAnticipatedServerHasNoTimeFromNeedToOrder() {
        assertThat(links(read(new Way(10, 10.5, 15, 16, 20))).toDecision()).isNull();
    }

    /** An autoscaler may change its mind before a server has started: that is a decision, too. */
    @Test
    void aServerTakenBackBeforeItIsReadyCostsAndServesNobody() {
        ScalingEvent back = ScalingEvent.takenBack(
                1, 2, millis(25), List.of(new Step("app2", Stage.CREATED, millis(26))), millis(56));
        ElasticPass pass = new PassReading(TABLE, PATH, ZERO, 1)
                .read(1, seconds(new Way(0, 0, 0, 0, 0)), List.of(back), new RequestCounts(List.of()));

        assertThat(pass.problem()).isEmpty();
        assertThat(pass.supply().at(40)).isEqualTo(1);
        assertThat(pass.cost().used()).isEqualTo(pass.seconds() + 30);
        assertThat(pass.links().getFirst().links().toReadiness()).isNull();
    }

    /** Of two servers one is ready when the other is taken back, and none stays: both go. */
    @Test
    void oneThatWasReadyBesideOneThatIsTakenBackServesNobodyAnyMore() {
        ScalingEvent back = ScalingEvent.takenBack(
                1,
                3,
                millis(25),
                List.of(
                        new Step("app2", Stage.CREATED, millis(26)),
                        new Step("app3", Stage.CREATED, millis(27)),
                        new Step("app2", Stage.READY, millis(30)),
                        new Step("app2", Stage.ENDED, millis(50))),
                millis(56));
        ElasticPass pass = new PassReading(TABLE, PATH, ZERO, 1)
                .read(1, seconds(new Way(0, 0, 0, 0, 0)), List.of(back), new RequestCounts(List.of()));

        assertThat(pass.supply().at(40)).isEqualTo(2);
        assertThat(pass.supply().at(60)).isEqualTo(1);
        assertThat(pass.cost().used()).isEqualTo(pass.seconds() + 24 + 29);
    }

    @Test
    void whatWasNotDoneOrNotSeenDoesNotCount() {
        ScalingEvent failed = new ScalingEvent(1, 2, millis(25), 0, "no memory", List.of());
        PassReading reading = new PassReading(TABLE, PATH, ZERO, 1);
        List<IntervalReport> all = seconds(new Way(0, 0, 0, 0, 0));
        assertThat(reading.read(1, all, List.of(failed), new RequestCounts(List.of()))
                        .problem())
                .isEqualTo("the change from 1 to 2 servers was not made: no memory");
        assertThat(reading.read(1, all.subList(0, 80), List.of(), new RequestCounts(List.of()))
                        .problem())
                .isEqualTo("the driver reported 70 of 100 seconds: give it more CPU, or fewer users");
    }
}
