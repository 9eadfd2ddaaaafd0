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
            100, 0, 900, List.of(new Percentile(0.5, 10), new Percentile(0.9, 50), new Percentile(0.99, 800)), "");

    @Test
    void takesTheReportedQuantileOrTheNextHigher() {
        assertThat(Figures.micros(LATENCY, 0.9)).isEqualTo(50);
        assertThat(Figures.micros(LATENCY, 0.95)).as("never understated").isEqualTo(800);
        assertThat(Figures.micros(LATENCY, 0.999))
                .as("beyond the last: the maximum")
                .isEqualTo(900);
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
                        .filter(OperationReport::background)
                        .mapToLong(OperationReport::succeeded)
                        .sum()
                / 60.0;
        Figures figures = Figures.of(load);
        assertThat(background).as("the sample has followers").isPositive();
        assertThat(figures.foregroundPerSecond()).isCloseTo(figures.operationsPerSecond() - background, within(1e-9));
    }

    @Test
    void withoutTimeThereIsNoRate() {
        assertThat(Figures.NONE.operationsPerSecond()).isZero();
        assertThat(Figures.NONE.worst()).isEmpty();
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
