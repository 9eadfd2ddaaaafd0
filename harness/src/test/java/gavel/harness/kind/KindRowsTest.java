package gavel.harness.kind;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.elastic.ElasticResult;
import gavel.harness.elastic.SamplePasses;
import gavel.harness.failover.FailoverResult;
import gavel.harness.failover.SampleWalks;
import gavel.harness.isolate.IsolateResult;
import gavel.harness.isolate.SampleTenants;
import gavel.harness.peak.Conclusion;
import gavel.harness.peak.Peak;
import gavel.harness.peak.PeakResult;
import gavel.harness.peak.PlatformResult;
import gavel.harness.peak.pair.PairConclusion;
import gavel.harness.peak.pair.PairResult;
import gavel.harness.peak.pair.PairSide;
import gavel.harness.peak.pair.Ratio;
import gavel.harness.report.SampleResults;
import gavel.harness.result.Result;
import gavel.harness.result.efficiency.Price;
import gavel.harness.scale.SampleSweeps;
import gavel.harness.scale.ScaleResult;
import gavel.harness.scale.SweepPoint;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The line of the index and the cases for continuous integration that each kind of result has. */
class KindRowsTest {
    /** What was asked for, around what the kind says of it. */
    private static <R extends Result> String row(ResultKind<R> kind, R result) {
        String line = kind.index(result).text(result.run(), kind.name());
        assertThat(line).endsWith(",42\n");
        assertThat(line.split(",", -1)).as("no field holds a comma of its own").hasSize(18);
        return line.strip();
    }

    private static final String SMALL = "20260314-092653-small,%s,small,2026-03-14T09:26:53Z,";
    private static final String MINIMAL = "20260314-092653-minimal,%s,minimal,2026-03-14T09:26:53Z,";

    private static ElasticResult elastic(boolean probesPass) {
        return SamplePasses.result(1, probesPass, false, SamplePasses.pass(1, 60));
    }

    private static FailoverResult failover() {
        return SampleWalks.walk(
                2,
                "",
                false,
                SampleWalks.fault(1, SampleWalks.KILL, 4, 3),
                SampleWalks.fault(2, SampleWalks.FREEZE, 1, 0));
    }

    private static PeakResult peak(Conclusion conclusion) {
        return SampleSweeps.peak(conclusion, 0.5);
    }

    private static PairResult pair(PairConclusion conclusion) {
        PeakResult search = peak(SampleSweeps.found(100));
        PairSide side = new PairSide(null, 0, null, null, null);
        return new PairResult(
                1, search.run(), search.search(), conclusion, List.of(), side, side, List.of(), 60, List.of());
    }

    private static PairConclusion ratio(double lower, double middle, double upper) {
        return new PairConclusion(PairConclusion.Kind.DIFFERENT, new Ratio(lower, middle, upper), 9, "");
    }

    static PlatformResult platform(Peak peak) {
        PeakResult search = peak(SampleSweeps.found(100));
        return new PlatformResult(
                1,
                search.run(),
                List.of(
                        new PlatformResult.Search("a", Instant.EPOCH, search.conclusion()),
                        new PlatformResult.Search("b", Instant.EPOCH, search.conclusion()),
                        new PlatformResult.Search("c", Instant.EPOCH, search.conclusion())),
                peak,
                0,
                peak == null ? "too few" : "",
                60,
                search.disclosure(),
                List.of());
    }

    @Test
    void anElasticExperimentIsTheTimeThatWasServedWell() {
        assertThat(row(new ElasticKind(), elastic(true)))
                .isEqualTo(MINIMAL.formatted("elastic")
                        + "MEASURED,user time served well,60.0 %,100,smoke,liveauction,embedded,,,,,,false,42");
        assertThat(row(new ElasticKind(), elastic(false)))
                .as("an invalid one has no figure")
                .isEqualTo(MINIMAL.formatted("elastic") + "INVALID,,,100,smoke,liveauction,embedded,,,,,,false,42");
    }

    @Test
    void aWalkIsTheFaultThatTookMost() {
        assertThat(row(new FailoverKind(), failover()))
                .isEqualTo(MINIMAL.formatted("failover")
                        + "MEASURED,service lost by kill of app1,4.0 s,100,smoke,liveauction,embedded,,,,,,false,42");
        assertThat(row(new FailoverKind(), SampleWalks.walk(1, "", false, SampleWalks.uncounted(1, SampleWalks.KILL))))
                .contains(",INVALID,,,100,");
    }

    @Test
    void tenantsAreTheWorstIndex() {
        assertThat(row(new IsolateKind(), SampleTenants.result()))
                .isEqualTo(MINIMAL.formatted("isolate")
                        + "MEASURED,I_QoS of tenant 1,0.40,100,smoke,liveauction,embedded,,,,,,false,42");
    }

    @Test
    void aSearchIsItsIntervalAndWhatItsPlatformTakes() {
        assertThat(row(new PeakKind(), peak(SampleSweeps.found(1_000.4))))
                .isEqualTo(
                        SMALL.formatted("peak")
                                + "FOUND,peak of this search,980 to 1020,1000,standard,liveauction,real,,,,,appServers,false,42");
        assertThat(row(new PeakKind(), peak(SampleSweeps.found(1_000)).with(Price.NONE)))
                .contains(",980 to 1020; per core 500 (490 to 510); per GiB 41.7 (40.8 to 42.5),1000,");
        assertThat(row(new PeakKind(), peak(new Conclusion(Conclusion.Kind.AT_LEAST, null, 500, "why"))))
                .contains(",AT_LEAST,,,500,standard,");
        assertThat(row(new PeakKind(), peak(new Conclusion(Conclusion.Kind.INVALID, null, 0, "why"))))
                .contains(",INVALID,,,,standard,");
    }

    @Test
    void aPairIsItsRatioAndAPlatformItsInterval() {
        assertThat(row(new PairKind(), pair(ratio(1.05, 1.1, 1.15))))
                .isEqualTo(
                        SMALL.formatted("pair")
                                + "DIFFERENT,ratio of the peaks,1.100 (1.050 to 1.150),,standard,liveauction,real,,,,,,false,42");
        assertThat(row(new PairKind(), pair(PairConclusion.invalid("why")))).contains(",INVALID,,,,standard,");
        assertThat(row(new PlatformKind(), platform(new Peak(940.4, 1_000.4, 1_060.5))))
                .isEqualTo(SMALL.formatted("platform")
                        + "FOUND,peak of the platform,940 to 1061,1000,standard,liveauction,real,,,,,,false,42");
        assertThat(row(new PlatformKind(), platform(null))).contains(",INVALID,,,,standard,");
    }

    /** As on pages and in the terminal: 83 and 84 users are a percent apart. */
    @Test
    void aPeakOfFewUsersHasADecimal() {
        assertThat(row(new PeakKind(), peak(SampleSweeps.found(83.6)))).contains(",81.9 to 85.3,83.6,standard,");
        assertThat(row(new PlatformKind(), platform(new Peak(98.04, 99.97, 101.4))))
                .contains(",98.0 to 101,100,standard,");
        ScaleResult sweep = SampleSweeps.sweep(List.of(
                SampleSweeps.point(1, SampleSweeps.found(40.04), 0.5),
                SampleSweeps.point(2, SampleSweeps.found(80), 0.5)));
        assertThat(row(new ScaleKind(), sweep)).contains(",80.0,standard,");
        assertThat(new PeakKind()
                        .compared(peak(SampleSweeps.found(83.6)))
                        .outcome()
                        .words())
                .isEqualTo("83.6 users (81.9 to 85.3)");
    }

    @Test
    void aSweepIsItsEfficiency() {
        assertThat(row(new ScaleKind(), SampleSweeps.line(3)))
                .isEqualTo(
                        SMALL.formatted("scale")
                                + "FOUND,efficiency,1.000 (0.852 to 1.167),300,standard,liveauction,real,,,,,appServers,false,42");
        assertThat(row(new ScaleKind(), SampleSweeps.line(2))).contains(",FOUND,efficiency,1.000,200,");
        assertThat(row(new ScaleKind(), SampleSweeps.line(1))).contains(",INVALID,,,100,");
        assertThat(row(new ScaleKind(), incomplete())).contains(",INCOMPLETE,efficiency,1.000,200,");
    }

    private static ScaleResult incomplete() {
        List<SweepPoint> points = new ArrayList<>(SampleSweeps.line(2).points());
        points.add(SweepPoint.missing(3, "not measured yet", 0));
        return SampleSweeps.sweep(points);
    }

    @Test
    void aRunIsItsVerdictAndItsFigures() {
        assertThat(row(new RunKind(), SampleResults.passed()))
                .startsWith(MINIMAL.formatted("run") + "PASS,,,100,smoke,liveauction,embedded,34.8,")
                .endsWith(",false,42");
        assertThat(row(new RunKind(), SampleResults.overloaded()))
                .startsWith(MINIMAL.formatted("run") + "FAIL,response,SearchItems,6000,smoke,");
        assertThat(row(new RunKind(), SampleResults.interrupted()))
                .isEqualTo(MINIMAL.formatted("run")
                        + "INTERRUPTED,interrupted,,100,smoke,liveauction,embedded,,,,,,false,42");
    }

    /** The ending of each case by its name. */
    private static <R extends Result> Map<String, String> cases(ResultKind<R> kind, R result, double atLeast) {
        Map<String, String> endings = new LinkedHashMap<>();
        Pattern.compile("<testcase classname=\"gavel\" name=\"([^\"]*)\"(?:/>|><(\\w+))")
                .matcher(kind.junit(List.of(result), atLeast).text())
                .results()
                .forEach(found -> endings.put(found.group(1), found.group(2) == null ? "passed" : found.group(2)));
        return endings;
    }

    private static Map<String, String> expected(String... namesAndEndings) {
        Map<String, String> expected = new LinkedHashMap<>();
        for (int i = 0; i < namesAndEndings.length; i += 2) {
            expected.put(namesAndEndings[i], namesAndEndings[i + 1]);
        }
        return expected;
    }

    @Test
    void eachPartOfAnExperimentIsACase() {
        assertThat(cases(new ElasticKind(), elastic(true), 0))
                .isEqualTo(expected("trusted", "passed", "integrity", "passed", "pass 1", "passed"));
        assertThat(cases(
                        new ElasticKind(),
                        SamplePasses.result(
                                1, true, true, SamplePasses.pass(1, 60).without("late")),
                        0))
                .isEqualTo(expected("trusted", "passed", "integrity", "failure", "pass 1", "error"));
        assertThat(cases(
                        new FailoverKind(),
                        SampleWalks.walk(
                                2,
                                "somebody stopped it",
                                false,
                                SampleWalks.fault(1, SampleWalks.KILL, 4, 3),
                                SampleWalks.uncounted(2, SampleWalks.FREEZE)),
                        0))
                .isEqualTo(expected(
                        "trusted", "error",
                        "integrity", "passed",
                        "1 kill of app1", "passed",
                        "2 freeze of postgresql", "error"));
        IsolateResult lost =
                SampleTenants.result(4, true, SampleTenants.result().phases());
        assertThat(cases(new IsolateKind(), lost, 0))
                .containsEntry("integrity", "failure")
                .containsEntry("3 all together", "passed")
                .hasSize(6);
    }

    @ParameterizedTest
    @CsvSource({
        // 1.063 to 1.156, as it is shown
        "0, passed, ",
        "106.2, passed, passed",
        "106.3, passed, passed",
        "106.4, passed, error",
        "115.6, passed, error",
        "115.7, passed, failure"
    })
    void aRatioReachesWhatItsWholeIntervalDoes(double atLeast, String known, String reached) {
        Map<String, String> cases = cases(new PairKind(), pair(ratio(1.0626, 1.1, 1.1564)), atLeast);
        assertThat(cases).containsEntry("ratio of the peaks", known).hasSize(reached == null ? 1 : 2);
        if (reached != null) {
            assertThat(cases.values()).last().isEqualTo(reached);
        }
    }

    @Test
    void withoutARatioNothingIsReached() {
        assertThat(cases(new PairKind(), pair(PairConclusion.invalid("why")), 90))
                .isEqualTo(expected("ratio of the peaks", "error", "at least 90.0 %", "error"));
    }

    @ParameterizedTest
    @CsvSource({"0, ", "940, passed", "941, error", "1060, error", "1061, failure"})
    void aPlatformReachesWhatItsWholeIntervalDoes(int atLeast, String reached) {
        Map<String, String> cases = cases(new PlatformKind(), platform(new Peak(940.4, 1_000, 1_060.4)), atLeast);
        assertThat(cases).containsEntry("platform's peak".replace("'", "&#39;"), "passed");
        assertThat(cases.get("peak at least " + atLeast)).isEqualTo(reached);
    }

    /** Three searches that end at the most users that are allowed are no interval, and no error: the command ends with 0. */
    @Test
    void aPlatformWithoutAnIntervalIsAnErrorWhereSomethingHadToBeReachedOnly() {
        String known = "platform's peak".replace("'", "&#39;");
        assertThat(cases(new PlatformKind(), platform(null), 0)).isEqualTo(expected(known, "skipped"));
        assertThat(cases(new PlatformKind(), platform(null), 900))
                .isEqualTo(expected(known, "skipped", "peak at least 900", "error"));
    }

    @ParameterizedTest
    @CsvSource({
        "FOUND, 1000, passed, passed",
        "FOUND, 1001, passed, failure",
        "AT_LEAST, 500, passed, passed",
        "AT_LEAST, 501, passed, error",
        "NONE, 500, failure, failure",
        "NONE, 499, failure, error",
        "INVALID, 1, error, error"
    })
    void aSearchReachesWhatItKnows(Conclusion.Kind kind, int atLeast, String known, String reached) {
        Conclusion conclusion = kind == Conclusion.Kind.FOUND
                ? SampleSweeps.found(1_000)
                : new Conclusion(kind, null, kind == Conclusion.Kind.INVALID ? 0 : 500, "why");
        assertThat(cases(new PeakKind(), peak(conclusion), atLeast))
                .isEqualTo(expected("peak", known, "peak at least " + atLeast, reached));
    }

    @Test
    void severalResultsAreCasesOfOneSuiteEachUnderItsName() {
        String suite = new PeakKind()
                .junit(List.of(peak(SampleSweeps.found(1_000)), peak(SampleSweeps.found(900))), 950)
                .text();
        assertThat(suite)
                // Two searches of 1,320 s each.
                .startsWith("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"gavel small\" tests=\"4\""
                        + " failures=\"1\" errors=\"0\" skipped=\"0\" time=\"2640.0\">\n")
                .contains(
                        "name=\"20260314-092653-small peak at least 950\"><failure message=\"In this search of 22.0 min");
    }
}
