package gavel.harness.scale;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.kind.ScaleKind;
import gavel.harness.peak.Conclusion;
import gavel.harness.peak.Conclusion.Answer;
import gavel.harness.report.text.ScaleSummary;
import gavel.harness.result.RecordCopy;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** What a sweep concludes, on systems that the real search searched. */
class ScaleResultTest {
    @Test
    void aSystemThatGrowsInALineIsAsEfficientAsItIs() {
        // 30 + 270 n: each further server brings 90 % of the 300 users of the first.
        ScaleResult result = SampleSweeps.sweep(n -> 30 + 270.0 * n, 1);

        assertThat(result.line().points()).isEqualTo(6);
        assertThat(result.line().efficiency()).isCloseTo(0.9, Offset.offset(0.03));
        assertThat(result.line().lower()).isBetween(0.8, 0.9);
        assertThat(result.line().upper()).isBetween(0.9, 1.0);
        assertThat(result.points().getFirst().ofLinear()).isEqualTo(1);
        // 1,650 of 1,800.
        assertThat(result.points().getLast().ofLinear()).isCloseTo(0.917, Offset.offset(0.03));
        assertThat(ScaleSummary.sentence(result)).startsWith("From 1 to 6 application servers the peak grows from ");
    }

    @Test
    void aCurveThatBendsShowsItsContention() {
        ScaleResult result = SampleSweeps.sweep(n -> 300.0 * n / (1 + 0.10 * (n - 1)), 2);

        assertThat(result.law().contention().lower()).isGreaterThan(0);
        assertThat(result.law().contention().upper()).isBetween(0.08, 0.2);
        assertThat(result.line().efficiency()).isLessThan(0.85);
    }

    @Test
    void aPointThatTheMachineLimitedIsShownAndLeftOut() {
        List<SweepPoint> points = new ArrayList<>();
        for (int n = 1; n <= 4; n++) {
            points.add(SampleSweeps.point(n, SampleSweeps.found(100 * n), 0.5));
        }
        points.add(SampleSweeps.point(5, SampleSweeps.found(420), 0.93));

        ScaleResult result = SampleSweeps.sweep(points);

        assertThat(result.line().efficiency()).isCloseTo(1, Offset.offset(1e-9));
        assertThat(result.line().curve()).hasSize(5);
        assertThat(result.points().getLast().excluded()).startsWith("machine-limited: 93 % of the machine");
        assertThat(result.points().getLast().ofLinear()).isCloseTo(0.84, Offset.offset(1e-9));
        assertThat(ScaleSummary.lines(result, null).toString()).contains("2.50 ms", "does not count: machine-limited");
    }

    @Test
    void anInvalidSearchIsAGapAndNoPoint() {
        List<SweepPoint> points = List.of(
                SampleSweeps.point(1, SampleSweeps.found(100), 0.5),
                SampleSweeps.point(2, new Conclusion(Conclusion.Kind.INVALID, null, 0, "the driver was busy"), 0.5),
                SampleSweeps.point(3, SampleSweeps.found(300), 0.5),
                SweepPoint.missing(4, "not measured: no memory", 0));

        ScaleResult result = SampleSweeps.sweep(points);

        assertThat(result.complete()).isFalse();
        assertThat(result.counted()).extracting(SweepPoint::servers).containsExactly(1, 3);
        assertThat(result.line().lower())
                .as("two points have a slope and no noise")
                .isNull();
        assertThat(result.points().get(1).excluded()).isEqualTo("no number: the driver was busy");
        assertThat(ScaleSummary.sentence(result))
                .startsWith("The sweep is not complete: 3 of 4 searches ended. From 1 to 3 ")
                .contains("two points have no interval");
    }

    @Test
    void whereOnlyOnePointCountsThereIsNoSlope() {
        ScaleResult result = SampleSweeps.sweep(List.of(
                SampleSweeps.point(1, SampleSweeps.found(100), 0.5),
                SampleSweeps.point(2, SampleSweeps.found(150), 0.9)));

        assertThat(result.line()).isNull();
        assertThat(ScaleSummary.sentence(result))
                .contains("of 2 numbers of application servers only the point with 1 server counts.");
        assertThat(new ScaleKind().index(result).text(result.run(), "scale")).contains(",scale,", ",INVALID,");
    }

    @Test
    void theWholePercentThatIsShownMayBeMoreThanTheLowerEnd() {
        ScalingLine line = new ScalingLine(0, 90, 0.9, 0.846, 0.95, 3, List.of());

        ScaleResult result = RecordCopy.with(SampleSweeps.line(3), "line", line);

        assertThat(ScaleSummary.sentence(result)).contains("confidence, by the searches of this sweep, 85 to 95 %");
        assertThat(result.atLeast(85)).isEqualTo(Answer.YES);
        assertThat(result.atLeast(86)).isEqualTo(Answer.NO);
        assertThat(SampleSweeps.line(2).atLeast(50))
                .as("two points have no interval")
                .isEqualTo(Answer.UNKNOWN);
    }

    @Test
    void anEfficiencyWithoutAnIntervalIsNotForCiting() {
        assertThat(ScaleSummary.briefly(SampleSweeps.line(2))).isEqualTo("each server adds 100 %, no interval");
        assertThat(ScaleSummary.briefly(SampleSweeps.line(3))).isEqualTo("each server adds 100 %");
    }

    @Test
    void aPointAtWhichAnotherTierGaveOutDoesNotCount() {
        ScaleResult result = SampleSweeps.sweep(List.of(
                SampleSweeps.point(1, SampleSweeps.found(100), 0.5),
                SampleSweeps.point(2, SampleSweeps.found(190), 0.5),
                SampleSweeps.point(3, SampleSweeps.found(290), 0.5),
                SampleSweeps.point(4, SampleSweeps.found(300), 0.5, "webServers")));

        assertThat(result.points().getLast().excluded())
                .isEqualTo("another tier gave out: app1 used 96 % of its CPU quota of 0.10 cores.");
        assertThat(result.line().points()).isEqualTo(3);
        assertThat(result.line().slope()).isCloseTo(95, Offset.offset(2.0));
    }

    @Test
    void theTableForSpreadsheetsHasARowForEachNumber() {
        ScaleResult result = SampleSweeps.sweep(List.of(
                SampleSweeps.point(1, SampleSweeps.found(100), 0.5),
                SampleSweeps.point(2, SampleSweeps.found(190), 0.5),
                SweepPoint.missing(3, "not measured yet", 0)));

        assertThat(ScaleCsv.of(result).lines())
                .hasSize(4)
                .contains(
                        "2,FOUND,186.2,190.0,193.8,190.0,0.9500,0.9600,0.7000,0.5000,2.5000,QUOTA,appServers,true,,2,1320.0,1500")
                .contains("3,MISSING,,,,280.0,,,,,,,,false,not measured yet,0,0.0,0");
    }
}
