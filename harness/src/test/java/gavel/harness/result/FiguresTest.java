package gavel.harness.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import gavel.driver.api.LoadReport;
import gavel.driver.api.LoadReport.Latency;
import gavel.driver.api.LoadReport.OperationReport;
import gavel.driver.api.LoadReport.Percentile;
import gavel.harness.report.SampleResults;
import java.util.List;
import org.junit.jupiter.api.Test;

class FiguresTest {
    private static final Latency LATENCY = new Latency(
            300, 0, 900, List.of(new Percentile(0.5, 10), new Percentile(0.9, 50), new Percentile(0.99, 800)), "");

    @Test
    void takesTheReportedQuantileAndNoOther() {
        assertThat(Figures.micros(LATENCY, 0.9)).isEqualTo(50);
        assertThat(Figures.micros(LATENCY, 0.99)).isEqualTo(800);
        assertThat(Figures.micros(LATENCY, 0.95)).isEqualTo(-1);
    }

    @Test
    void aPercentileThatSoFewSamplesDoNotTellIsNotKnownWhateverAResultSays() {
        Latency two = new Latency(2, 0, 900, List.of(new Percentile(0.5, 10), new Percentile(0.999, 900)), "");
        assertThat(Figures.micros(two, 0.999)).isEqualTo(-1);
        assertThat(Figures.micros(two, 0.5)).isEqualTo(-1);
        assertThat(Figures.millis(two, 0.999)).isNull();
        assertThat(Tail.of(two)).isEqualTo(new Tail(900, false));
        assertThat(Tail.of(LATENCY)).isEqualTo(new Tail(800, true));
    }

    @Test
    void operationsWithoutAPercentileStandLastAndAreNeverTheWorst() {
        Figures figures = Figures.of(SampleResults.passed().load());
        assertThat(figures.margins()).as("of 100 users in a minute").noneMatch(LatencyMargin::known);
        assertThat(figures.worst()).isEmpty();
        assertThat(figures.margins()).extracting(LatencyMargin::late).isSortedAccordingTo((a, b) -> Long.compare(b, a));

        Figures many = Figures.of(SampleResults.overloaded().load());
        List<Boolean> known = many.margins().stream().map(LatencyMargin::known).toList();
        assertThat(known).contains(true).isSortedAccordingTo((a, b) -> Boolean.compare(b, a));
    }

    @Test
    void heldRequestsAreCountedApart() {
        LoadReport load = SampleResults.passed().load();
        long all =
                load.operations().stream().mapToLong(OperationReport::succeeded).sum();
        Figures figures = Figures.of(load);
        assertThat(figures.held()).isEqualTo(450);
        assertThat(figures.succeeded()).isEqualTo(all - 450);
    }

    @Test
    void withoutASampleThereIsNoValue() {
        assertThat(Figures.micros(null, 0.9)).isEqualTo(-1);
        assertThat(Figures.micros(new Latency(0, 0, 0, List.of(), ""), 0.9)).isEqualTo(-1);
    }

    @Test
    void throughputIsWhatSucceededInTheMeasurement() {
        Figures figures = Figures.of(SampleResults.passed().load());
        assertThat(figures.seconds()).isEqualTo(60);
        assertThat(figures.operationsPerSecond()).isCloseTo(figures.succeeded() / 60.0, within(1e-9));
    }

    @Test
    void whatPeopleDoIsTheForegroundOnly() {
        LoadReport load = SampleResults.passed().load();
        double background = load.operations().stream()
                        .filter(o -> o.background() && !Figures.held(o.name()))
                        .mapToLong(OperationReport::succeeded)
                        .sum()
                / 60.0;
        Figures figures = Figures.of(load);
        assertThat(background).as("the sample has followers").isPositive();
        assertThat(figures.foregroundPerSecond()).isCloseTo(figures.operationsPerSecond() - background, within(1e-9));
    }

    @Test
    void theTightestOperationComesFirstAndOnlyThoseWithALimit() {
        Figures figures = Figures.of(SampleResults.overloaded().load());
        assertThat(figures.margins())
                .extracting(LatencyMargin::ofLimit)
                .isSortedAccordingTo((a, b) -> Double.compare(b, a));
        assertThat(figures.margins()).extracting(LatencyMargin::operation).doesNotContain("NextBid");
        assertThat(figures.worst())
                .hasValueSatisfying(w -> assertThat(w.operation()).isEqualTo("UploadImage"));
    }
}
