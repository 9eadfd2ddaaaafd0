package gavel.harness.compare;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.report.SampleResults;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ComparisonTest {
    @Test
    void repeatsThatDifferByNoiseAloneShowNoDifference() {
        Comparison comparison = Comparison.of(
                List.of(List.of(run(100), run(104), run(97)), List.of(run(101), run(99), run(103))), false);

        assertThat(comparison.refusals()).isEmpty();
        assertThat(comparison.warnings()).isEmpty();
        assertThat(comparison.lines()).singleElement().asString().contains("no difference");
    }

    @Test
    void singleRunsAreShownWithTheWarningThatNoiseIsUnknown() {
        Comparison comparison = Comparison.of(List.of(List.of(run(100)), List.of(run(120))), false);

        assertThat(comparison.warnings()).singleElement().asString().contains("says nothing about noise");
        assertThat(String.join("\n", comparison.lines())).contains("+20.0 % (noise unknown)");
    }

    @Test
    void anotherLengthIsRefusedUnlessForced() {
        Side other = side(Map.of("length", "smoke"), Map.of("cpu", "fast"), 100, "");

        assertThat(Comparison.of(List.of(List.of(run(100)), List.of(other)), false)
                        .refusals())
                .containsExactly("length differs: standard / smoke");
        assertThat(Comparison.of(List.of(List.of(run(100)), List.of(other)), true)
                        .rows())
                .hasSize(1);
    }

    @Test
    void anotherMachineIsSaid() {
        Side other = side(Map.of("length", "standard"), Map.of("cpu", "slow"), 100, "");

        assertThat(Comparison.of(List.of(List.of(run(100)), List.of(other)), false)
                        .warnings())
                .contains("cpu differs: fast / slow");
    }

    @Test
    void repeatsThatAreNoneAreSaid() {
        Side one = run("name: x\nappServers: {count: 1}");
        Side two = run("name: y\nappServers: {count: 2}");

        assertThat(Comparison.of(List.of(List.of(one, two), List.of(one, one)), false)
                        .warnings())
                .containsExactly(
                        "repeats of one side are not alike: appServers: {count: 1}  /  appServers: {count: 2}");
    }

    @Test
    void anInvalidResultIsNeverCompared() {
        Side invalid = Side.of(SampleResults.interrupted());

        assertThat(Comparison.of(List.of(List.of(invalid), List.of(invalid)), true)
                        .refusals())
                .allMatch(refusal -> refusal.contains("it is INVALID"));
    }

    @Test
    void aRunBringsThroughputLatenciesAndWhatMustBeEqual() {
        Side side = Side.of(SampleResults.passed());

        assertThat(side.unusable()).isEmpty();
        assertThat(side.figures()).containsKeys("operations/s", "p99 Home ms").doesNotContainKey("p99 NextBid ms");
        assertThat(side.must()).containsKeys("kind", "users", "profile", "length", "services");
    }

    private static Side run(double figure) {
        return side(Map.of("length", "standard"), Map.of("cpu", "fast"), figure, "");
    }

    private static Side run(String configuration) {
        return new Side(
                "a run",
                "",
                Map.of("length", "standard"),
                Map.of("cpu", "fast"),
                Map.of("operations/s", 100.0),
                List.of(),
                configuration);
    }

    private static Side side(Map<String, String> must, Map<String, String> should, double figure, String unusable) {
        return new Side("a run", unusable, must, should, Map.of("operations/s", figure), List.of(), "name: x");
    }
}
