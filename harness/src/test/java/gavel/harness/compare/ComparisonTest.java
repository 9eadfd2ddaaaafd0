package gavel.harness.compare;

import static gavel.harness.compare.ComparedResult.Speed.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.compare.ComparedResult.Outcome;
import gavel.harness.compare.Difference.Call;
import gavel.harness.kind.RunKind;
import gavel.harness.report.SampleResults;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class ComparisonTest {
    private static final Outcome PASS = new Outcome("PASS", "", "");

    @Test
    void repeatsThatDifferByNoiseAloneShowNoDifference() {
        Comparison comparison = compare(runs(100, 104, 97), runs(101, 99, 103));

        assertThat(comparison.refusals()).isEmpty();
        assertThat(comparison.warnings()).isEmpty();
        assertThat(comparison.lines().getLast()).contains("operations/s", "no difference");
    }

    @Test
    void singleRunsAreShownWithTheWarningThatNoiseIsUnknown() {
        Comparison comparison = compare(runs(100), runs(120));

        assertThat(comparison.warnings()).hasSize(2).first().asString().contains("says nothing about noise");
        assertThat(String.join("\n", comparison.lines())).contains("not known from single runs (+20.0 %)");
    }

    @Test
    void oneRunBesideSeveralTakesTheirScatter() {
        Comparison comparison = compare(runs(100), runs(120, 121, 122));

        assertThat(comparison.rows().getFirst().differences().getFirst().call()).isEqualTo(Call.DIFFERENCE);
        assertThat(comparison.warnings())
                .contains("a single run (A) beside several: the scatter of the several is used for it");
    }

    @Test
    void anotherLengthIsRefusedUnlessForced() {
        List<ComparedResult> other = List.of(side(PASS, Map.of("length", "smoke"), Map.of("cpu", "fast"), "name: x"));

        assertThat(Comparison.of(List.of(runs(100), other), false, History.NONE).refusals())
                .containsExactly("length differs: standard / smoke");
        assertThat(Comparison.of(List.of(runs(100), other), true, History.NONE).rows())
                .hasSize(1);
    }

    @Test
    void anotherMachineIsSaid() {
        List<ComparedResult> other =
                List.of(side(PASS, Map.of("length", "standard"), Map.of("cpu", "slow"), "name: x"));

        assertThat(compare(runs(100), other).warnings()).contains("cpu differs: fast / slow");
    }

    @Test
    void hashesAreComparedInFullAndShownByTheirBeginning() {
        String hash = "0123456789abcdef".repeat(4);
        List<ComparedResult> one = List.of(side(PASS, Map.of("profile", "mine SHA-256 " + hash), Map.of(), "name: x"));
        List<ComparedResult> two = List.of(
                side(PASS, Map.of("profile", "mine SHA-256 " + hash.replaceFirst("0", "f")), Map.of(), "name: x"));

        assertThat(compare(one, two).refusals())
                .containsExactly("profile differs: mine SHA-256 0123456789ab… / mine SHA-256 f123456789ab…");
    }

    @Test
    void repeatsThatAreNoneAreSaid() {
        ComparedResult one = run("name: x\nappServers: {count: 1}");
        ComparedResult two = run("name: y\nappServers: {count: 2}");

        assertThat(compare(List.of(one, two), List.of(one, one)).warnings())
                .containsExactly("repeats of one side are not alike: appServers.count: 1  /  2");
    }

    @Test
    void aSettingIsShownWithItsPath() {
        ComparedResult one = run("appServers: {count: 1}\nbroker: {count: 1}");
        ComparedResult two = run("appServers: {count: 1, threads: 8}\nbroker: {count: 3}");

        assertThat(compare(List.of(one), List.of(two)).lines())
                .contains("Setting     broker.count: 1  /  3", "Setting     appServers.threads: absent  /  8");
    }

    @Test
    void anInvalidResultIsNeverCompared() {
        ComparedResult invalid = new RunKind().compared(SampleResults.interrupted());

        assertThat(Comparison.of(List.of(List.of(invalid), List.of(invalid)), true, History.NONE)
                        .refusals())
                .allMatch(refusal -> refusal.contains("it is INVALID"));
    }

    @Test
    void eachSideSaysWhatItIsMadeOfAndHowThatEnded() {
        ComparedResult failed = new RunKind().compared(SampleResults.overloaded());
        Comparison comparison = Comparison.of(List.of(runs(100, 104), List.of(failed)), true, History.NONE);

        assertThat(comparison.lines())
                .startsWith("A           2 runs: 2 PASS", "            a run  PASS", "            a run  PASS")
                .contains("B           1 run: 1 FAIL")
                .anyMatch(line -> line.startsWith("            20260314-092653-minimal  FAIL: "));
        assertThat(comparison.warnings()).anyMatch(warning -> warning.startsWith("20260314-092653-minimal is a FAIL"));
    }

    @Test
    void whatHasNoFigureInCommonIsRefusedEvenWhenForced() {
        ComparedResult peak = PeakComparisonTest.peak("one", 1_000);

        assertThat(Comparison.of(List.of(runs(100), List.of(peak)), true, History.NONE)
                        .refusals())
                .containsExactly("these results have no figure in common");
    }

    @Test
    void seedsThatDifferBetweenSidesAreNoted() {
        List<ComparedResult> one = List.of(run("load: {seed: 1}"), run("load: {seed: 1}"));
        List<ComparedResult> two = List.of(run("load: {seed: 2}"), run("load: {seed: 2}"));
        List<ComparedResult> mixed = List.of(run("load: {seed: 3}"), run("load: {seed: 4}"));
        List<ComparedResult> others = List.of(run("load: {seed: 5}"), run("load: {seed: 6}"));

        assertThat(compare(one, two).warnings())
                .singleElement()
                .asString()
                .startsWith("the sides have different seeds (A: 1; B: 2)");
        assertThat(compare(one, one).warnings()).isEmpty();
        assertThat(compare(mixed, others).warnings())
                .as("what a seed changes is in their scatter")
                .isEmpty();
    }

    @Test
    void ofManyRowsThoseThatAreAsFarApartByChanceAreNoDifference() {
        // 3 % apart with deviations of 1.5 %: a difference by itself (p = 0.07), and none among ten rows.
        double[][] near = {{98.5, 100, 101.5}, {101.5, 103, 104.5}};
        double[][] far = {{98.5, 100, 101.5}, {197, 200, 203}};
        double[][] equal = {{98.5, 100, 101.5}, {98.5, 100, 101.5}};
        double[][][] many = {near, far, equal, equal, equal, equal, equal, equal, equal, equal};

        Comparison comparison = compare(operations(0, many), operations(1, many));

        assertThat(comparison.rows().stream()
                        .map(row -> row.differences().getFirst().call()))
                .startsWith(Call.ONE_OF_MANY, Call.DIFFERENCE)
                .filteredOn(Call.NONE::equals)
                .hasSize(8);
        assertThat(comparison.warnings())
                .singleElement()
                .asString()
                .startsWith("10 rows of operations: without any difference about 1.0 intervals would show one");
        assertThat(compare(operations(0, near), operations(1, near))
                        .rows()
                        .getFirst()
                        .differences())
                .extracting(Difference::call)
                .containsExactly(Call.DIFFERENCE);
    }

    @Test
    void aRunBringsThroughputLatenciesAndWhatMustBeEqual() {
        ComparedResult side = new RunKind().compared(SampleResults.passed());

        assertThat(side.unusable()).isEmpty();
        assertThat(side.figures()).as("no operation has 299 starts").containsOnlyKeys("operations/s");
        assertThat(new RunKind().compared(SampleResults.overloaded()).figures())
                .containsKeys("operations/s", "p99 Home ms")
                .doesNotContainKey("p99 NextBid ms");
        assertThat(side.must()).containsKeys("kind", "users", "profile", "length", "services");
        assertThat(side.should())
                .containsEntry("number of users of the data set", "100")
                .containsEntry("CPU quota", "none")
                .containsEntry("durability of documents", "in memory only");
    }

    private static Comparison compare(List<ComparedResult> base, List<ComparedResult> other) {
        return Comparison.of(List.of(base, other), false, History.NONE);
    }

    private static List<ComparedResult> runs(double... figures) {
        return DoubleStream.of(figures)
                .mapToObj(figure -> with(Map.of("operations/s", figure)))
                .toList();
    }

    /** Three repeats of one of two sides, with a row for each pair of sides. */
    private static List<ComparedResult> operations(int which, double[][]... rows) {
        return List.of(0, 1, 2).stream()
                .map(repeat -> {
                    Map<String, Double> figures = new LinkedHashMap<>();
                    Arrays.asList(rows)
                            .forEach(row -> figures.put("p99 " + figures.size() + " ms", row[which][repeat]));
                    return with(figures);
                })
                .toList();
    }

    private static ComparedResult with(Map<String, Double> figures) {
        return new ComparedResult(
                "a run",
                PASS,
                Map.of("kind", "run", "length", "standard"),
                Map.of("cpu", "fast"),
                figures,
                List.of(),
                UNKNOWN,
                Settings.of("name: x"));
    }

    private static ComparedResult run(String configuration) {
        return side(PASS, Map.of("length", "standard"), Map.of("cpu", "fast"), configuration);
    }

    private static ComparedResult side(
            Outcome outcome, Map<String, String> must, Map<String, String> should, String configuration) {
        Map<String, String> all = new LinkedHashMap<>(must);
        all.put("kind", "run");
        return new ComparedResult(
                "a run",
                outcome,
                all,
                should,
                Map.of("operations/s", 100.0),
                List.of(),
                UNKNOWN,
                Settings.of(configuration));
    }
}
