package gavel.harness.elastic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import gavel.driver.api.shape.LoadPath;
import gavel.driver.api.shape.LoadPath.Point;
import gavel.harness.elastic.DemandTable.Peak;
import gavel.harness.elastic.RequestCounts.Look;
import gavel.harness.elastic.Steps.Change;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Steps, shapes, counts and tables at their edges. */
class ElasticPartsTest {
    private static final Steps STEPS = Steps.of(1, new Change(10, 3), new Change(20, 2));

    @ParameterizedTest
    @CsvSource({"0, 1", "9.999, 1", "10, 3", "19.999, 3", "20, 2", "1000, 2", "-5, 1"})
    void aStepHoldsFromItsMomentOn(double second, int servers) {
        assertThat(STEPS.at(second)).isEqualTo(servers);
    }

    /** 10 × 1 + 10 × 3 + (end - 20) × 2. */
    @ParameterizedTest
    @CsvSource({"0, 0", "10, 10", "15, 25", "20, 40", "30, 60"})
    void serverSecondsAreTheAreaBelow(double end, double seconds) {
        assertThat(STEPS.serverSeconds(end)).isCloseTo(seconds, within(1e-9));
    }

    /** Up by two and down by one; what changes at the very end moves nobody. */
    @ParameterizedTest
    @CsvSource({"10, 0", "10.1, 2", "20, 2", "20.1, 3"})
    void whatMovesAtTheEndIsNoMove(double end, double moved) {
        assertThat(STEPS.moved(end)).isEqualTo(moved);
    }

    @Test
    void momentsOfBothAreThereOnce() {
        assertThat(STEPS.moments(Steps.of(5, new Change(10, 4), new Change(12, 1), new Change(99, 2)), 30))
                .containsExactly(0.0, 10.0, 12.0, 20.0, 30.0);
    }

    @Test
    void stepsAreInTheOrderOfTheirTimesWhoeverNamedThem() {
        assertThat(new Steps(List.of(new Change(20, 2), new Change(0, 1), new Change(10, 3))))
                .isEqualTo(STEPS);
    }

    @Test
    void stepsThatCannotBeAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Steps(List.of()))
                .withMessageStartingWith("steps must begin at second 0: ");
        assertThatIllegalArgumentException().isThrownBy(() -> new Steps(List.of(new Change(1, 1))));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Steps.of(1, new Change(2, -1)))
                .withMessageStartingWith("numbers of servers must be >= 0, and times finite: ");
        assertThatIllegalArgumentException().isThrownBy(() -> Steps.of(1, new Change(Double.NaN, 1)));
        assertThatIllegalArgumentException().isThrownBy(() -> Steps.of(1, new Change(Double.POSITIVE_INFINITY, 1)));
    }

    /** What is missing and what is too many are what demand and supply differ by, over any time. */
    @Test
    void areasAreTheDifferenceOfServerSeconds() {
        SplittableRandom random = new SplittableRandom(17);
        for (int i = 0; i < 1_000; i++) {
            Steps demand = random(random, 1);
            Steps supply = random(random, 0);
            double end = random.nextDouble(1, 120);
            ElasticityMetrics metrics = ElasticityMetrics.of(demand, supply, end);
            assertThat(metrics.overArea() - metrics.underArea())
                    .isCloseTo(supply.serverSeconds(end) - demand.serverSeconds(end), within(1e-6));
            assertThat(metrics.underShare() + metrics.overShare()).isBetween(0.0, 1 + 1e-9);
            assertThat(metrics.underOfDemand()).isBetween(0.0, metrics.underShare() + 1e-9);
            assertThat(ElasticityMetrics.instability(demand, supply, end, 10)).isBetween(0.0, 1.0);
        }
    }

    private static Steps random(SplittableRandom random, int least) {
        List<Change> changes = new ArrayList<>(List.of(new Change(0, least + random.nextInt(5))));
        for (int j = random.nextInt(6); j > 0; j--) {
            changes.add(new Change(random.nextDouble(100), least + random.nextInt(5)));
        }
        return new Steps(changes);
    }

    @Test
    void overNoWholeStepNothingIsUnstable() {
        assertThat(ElasticityMetrics.instability(STEPS, Steps.of(1), 9.9, 10)).isZero();
        // From 0 to 10 and from 10 to 20 demand moves and supply does not; from 20 to 30 neither.
        assertThat(ElasticityMetrics.instability(STEPS, Steps.of(1), 30, 10)).isCloseTo(2 / 3.0, within(1e-12));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "schedule:soon=1",
                "schedule:-1s=1",
                "schedule:0s=1,60s",
                "schedule:0s=1=2",
                "schedule:0s=0",
                "schedule:0s=1,,60s=2",
                "fixed:1.5",
                "fixed:-1",
                "fixed:99999999999",
                "rule:NaN",
                "rule:-0.1",
                "rule:100.1",
                "command: ",
                "FIXED:3",
                ":3"
            })
    void aSupplyThatIsNoneIsToldWithWhatWasTyped(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SupplySpec.parse(text))
                .withMessageEndingWith(": " + text);
    }

    @ParameterizedTest
    @EnumSource(value = LoadShapes.class, mode = EnumSource.Mode.EXCLUDE, names = "DAY")
    void aShapeBeginsAndEndsLowAndReachesNineTenthsOfThePeak(LoadShapes shape) {
        for (int seconds : new int[] {60, 61, 300, 14_400}) {
            LoadPath path = shape.path(1_000, seconds);
            assertThat(path.seconds()).isEqualTo(seconds);
            assertThat(path.users(0)).as("three tenths").isEqualTo(300);
            assertThat(path.users(seconds)).isEqualTo(300);
            assertThat(path.most()).isBetween(880, 900);
            assertThat(path.points()).allMatch(point -> point.users() >= 300);
        }
        assertThat(shape.path(0.5, 60).points()).as("somebody is always there").allMatch(point -> point.users() == 1);
    }

    @Test
    void aStepIsHighFromAQuarterToSixtyFivePercentOfItsTime() {
        LoadPath step = LoadShapes.STEP.path(1_000, 300);
        assertThat(step.users(70)).isEqualTo(300);
        assertThat(step.users(75)).isEqualTo(900);
        assertThat(step.users(190)).isEqualTo(900);
        assertThat(step.users(195)).isEqualTo(300);
        // Half way up an even rise: (300 + 900) / 2.
        assertThat(LoadShapes.RAMP.path(1_000, 300).users(75)).isEqualTo(600);
    }

    private static Look look(long seconds, long one, long other) {
        return new Look(1_000 * seconds, Map.of("app1", one, "app2", other), Map.of());
    }

    /** In three seconds app2 answers 30, 79 and 80 where app1 answers 120, 121 and 120: a fair share is 80 % of the mean of both. */
    @ParameterizedTest
    @CsvSource({"120, 30, false", "120, 79, false", "120, 80, true", "100, 100, true", "0, 5, true", "0, 0, false"})
    void aFairShareIsFourFifthsOfTheMean(long one, long other, boolean fair) {
        RequestCounts counts = new RequestCounts(List.of(look(0, 1_000, 7), look(3, 1_000 + one, 7 + other)));
        assertThat(counts.fairShare("app2", 0)).isEqualTo(fair ? (Long) 3_000L : null);
    }

    @Test
    void aServerIsComparedOverThreeSecondsAtLeastAndFromWhenItWasReady() {
        RequestCounts counts = new RequestCounts(
                List.of(look(0, 0, 0), look(1, 100, 0), look(2, 200, 100), look(4, 400, 300), look(6, 600, 500)));
        // At 4 it is compared with 1: 300 and 300. At 2 nothing is three seconds before.
        assertThat(counts.fairShare("app2", 0)).isEqualTo(4_000);
        // Ready at 2, it is compared with then: what it answered before are the requests that warmed it up.
        assertThat(counts.fairShare("app2", 2_000)).isEqualTo(6_000);
        assertThat(counts.fairShare("app2", 5_000)).isNull();
        assertThat(counts.fairShare("app3", 0)).isNull();
    }

    /** A server held to its quota answers a look late; the moment it tells of is the same. */
    @Test
    void theFirstRequestCameWhenTheQuickestLookSays() {
        RequestCounts counts = new RequestCounts(List.of(
                new Look(1_000, Map.of("app2", 4_000L), Map.of()),
                new Look(3_000, Map.of("app2", 4_010L), Map.of("app2", 2_900L)),
                new Look(4_000, Map.of("app2", 4_020L), Map.of("app2", 2_200L)),
                new Look(5_000, Map.of("app2", 4_030L), Map.of("app2", 2_400L))));
        assertThat(counts.first("app2", 0)).isEqualTo(2_200);
        assertThat(counts.first("app2", 4_500)).as("another start of it").isEqualTo(2_400);
        assertThat(counts.first("app1", 0)).isNull();
    }

    @Test
    void aServerThatBeganAnewOrThatNobodyHeardOfIsNotCompared() {
        RequestCounts counts = new RequestCounts(List.of(
                new Look(0, Map.of("app1", 1_000L), Map.of()),
                new Look(3_000, Map.of("app1", 1_100L, "app2", 100L), Map.of()),
                new Look(6_000, Map.of("app2", 200L), Map.of())));
        assertThat(counts.fairShare("app2", 0))
                .as("only at 6 was it there before")
                .isEqualTo(6_000);
    }

    @Test
    void thePessimistWhoHasNoPeakLeftNeedsAllServers() {
        DemandTable table = new DemandTable(List.of(new Peak(1, -20, 100, 220), new Peak(2, -10, 200, 410)));
        assertThat(table.pessimistic().servers(0)).isEqualTo(1);
        assertThat(table.optimistic().servers(410)).isEqualTo(2);
        LoadPath path = new LoadPath(List.of(new Point(0, 150), new Point(10, 150)));
        assertThat(table.demand(path, 10)).isEqualTo(Steps.of(2));
        assertThat(table.optimistic().demand(path, 10)).isEqualTo(Steps.of(1));
    }

    @Test
    void tablesOfAPassAreReadableByASpreadsheet() {
        ElasticResult result = SamplePasses.result(1, true, false, SamplePasses.pass(1, 60));
        assertThat(ElasticCsv.events(result)).isEqualTo("""
                        pass,seconds,from,to,what,instance,problem,counts
                        1,24.5,1,2,ordered,,,true
                        1,25.0,1,2,created,app2,,true
                        1,60.0,1,2,ready,app2,,true
                        """);
        assertThat(ElasticCsv.service(result).lines())
                .hasSize(101)
                .startsWith("pass,seconds,users,ended,bad,demand,supply,counts", "1,1.0,100,20,1,1,1,true")
                .contains("1,20.0,100,20,2,2,1,true", "1,60.0,100,20,0,2,2,true");
    }

    @Test
    void rowsOfAPassThatDoesNotCountSaySo() {
        ElasticResult result = SamplePasses.result(
                1, true, false, SamplePasses.pass(1, 60).without("no answer"), SamplePasses.pass(2, 60));
        for (String table : List.of(ElasticCsv.events(result), ElasticCsv.service(result))) {
            assertThat(table.lines().skip(1).filter(row -> row.startsWith("1,")))
                    .isNotEmpty()
                    .allMatch(row -> row.endsWith(",false"));
            assertThat(table.lines().filter(row -> row.startsWith("2,")))
                    .isNotEmpty()
                    .allMatch(row -> row.endsWith(",true"));
        }
    }
}
