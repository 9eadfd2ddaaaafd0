package gavel.harness.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.api.IntervalReport;
import gavel.driver.api.IntervalReport.OperationInterval;
import gavel.driver.api.LoadReport;
import gavel.harness.collect.Collected;
import gavel.harness.evidence.Findings.Finding;
import gavel.harness.evidence.Findings.Kind;
import gavel.harness.report.SampleResults;
import gavel.harness.result.IntervalsCsv;
import gavel.harness.result.RecordCopy;
import gavel.harness.result.RunResult;
import gavel.harness.verdict.Audit;
import gavel.harness.verdict.Audit.Invariant;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the files beside a result say against it: logs, answered bids, seconds and distributions. */
class RawFilesCheckTest {
    @TempDir
    private Path directory;

    private final Findings findings = new Findings();

    private List<String> found() {
        return findings.all().stream().map(Finding::text).toList();
    }

    private static Audit audit(boolean ok, Invariant... invariants) {
        return new Audit(ok, 0, List.of(invariants), List.of());
    }

    private static Invariant invariant(String name, long checked, long violations, String... examples) {
        return new Invariant(name, "a description", checked, violations, List.of(examples));
    }

    private void audited(Audit before, Audit after) {
        new AuditCheck(findings).check(directory, before, after, directory);
    }

    private void log(String text) throws IOException {
        Files.createDirectories(directory.resolve("logs"));
        Files.writeString(directory.resolve("logs/audit.log"), text);
    }

    @Test
    void anAuditThatItsLogConfirmsHasNoFinding() throws IOException {
        log("""
                prices          1,423 checked
                sales              61 checked   2 VIOLATIONS
                something else
                """);
        audited(null, audit(false, invariant("prices", 1_423, 0), invariant("sales", 61, 2, "lot 7")));
        assertThat(found()).isEmpty();
        assertThat(findings.checks()).isEqualTo(5);
    }

    /** A deployment that stayed up wrote those of earlier runs before. */
    @Test
    void theLastLineOfTheLogCounts() throws IOException {
        log("prices 5 checked\nprices 9 checked 1 VIOLATIONS\n");
        audited(null, audit(true, invariant("prices", 9, 0)));
        assertThat(found())
                .containsExactly("logs/audit.log: what the audit said of prices must be 9 checked, 1 violations:"
                        + " 9 checked, 0 violations");
    }

    @Test
    void anAuditThatIsWellAndFoundSomethingContradictsItself() throws IOException {
        log("sales 1 checked\n");
        audited(audit(true, invariant("prices", 9, 2, "lot 7")), audit(true, invariant("sales", 1, 0, "lot 8")));
        assertThat(found())
                .containsExactly(
                        "auditBefore: it is ok, and found 2 violations",
                        "auditAfter.sales: it has examples of violations, and found none");
    }

    @Test
    void withoutALogNothingConfirmsIt() {
        audited(audit(true, invariant("prices", 9, 0)), null);
        assertThat(findings.of(Kind.MISSING)).singleElement().satisfies(missing -> assertThat(missing.text())
                .startsWith("logs/audit.log: it cannot be read: there is no such file: "));
    }

    @Test
    void whatWasNotAuditedNeedsNoLog() {
        audited(null, null);
        audited(audit(false), null);
        assertThat(found()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            3 | 'h\\na\\nb\\nc\\n' | ''
            2 | 'h\\na\\nb\\nc\\n' | answered-bids.csv: the answered bids that were audited must be 3: 2
            4 | 'h\\na\\nb\\nc\\n' | answered-bids.csv: the answered bids that were audited must be 3: 4
            0 | 'h\\n'            | ''
            0 | ''               | answered-bids.csv: the answered bids that were audited must be -1: 0
            """)
    void asManyBidsWereAuditedAsWereAnswered(long checked, String bids, String problem) throws IOException {
        log("answered-bids " + checked + " checked\n");
        Files.writeString(directory.resolve("answered-bids.csv"), bids.replace("\\n", "\n"));
        audited(null, audit(true, invariant("answered-bids", checked, 0)));
        assertThat(String.join("\n", found())).isEqualTo(problem);
    }

    @Test
    void answeredBidsThatAreNotThereOrNoTextAreMissing() throws IOException {
        log("answered-bids 3 checked\n");
        audited(null, audit(true, invariant("answered-bids", 3, 0)));
        assertThat(findings.of(Kind.MISSING)).hasSize(1);

        Files.write(directory.resolve("answered-bids.csv"), new byte[] {'h', '\n', (byte) 0xff, '\n'});
        audited(null, audit(true, invariant("answered-bids", 3, 0)));
        assertThat(findings.of(Kind.MISSING)).hasSize(2).allMatch(each -> each.where()
                .equals("answered-bids.csv"));
    }

    @Test
    void answeredBidsElsewhereAreNotCounted() throws IOException {
        log("answered-bids 3 checked\n");
        Path elsewhere = Files.writeString(directory.resolve("elsewhere.csv"), "h\na\nb\nc\n");
        Files.createSymbolicLink(directory.resolve("answered-bids.csv"), elsewhere);
        audited(null, audit(true, invariant("answered-bids", 3, 0)));
        assertThat(found()).containsExactly("answered-bids.csv: it cannot be read: there is no such file");
    }

    private final LoadBuilder built = new LoadBuilder();

    private static Map<String, Histogram> told(LoadReport load) {
        LoadCheck check = new LoadCheck(load, new Findings());
        check.check();
        return check.histograms();
    }

    private void logged(Map<String, Histogram> histograms) throws IOException {
        try (PrintStream out = new PrintStream(
                Files.newOutputStream(directory.resolve("driver.hlog")), false, StandardCharsets.UTF_8)) {
            HistogramLogWriter writer = new HistogramLogWriter(out);
            writer.outputLogFormatVersion();
            histograms.forEach((tag, histogram) -> {
                Histogram copy = histogram.copy();
                copy.setTag(tag);
                writer.outputIntervalHistogram(0, 60, copy, 1);
            });
        }
    }

    private void distributions() {
        LoadReport load = built.build();
        new HistogramLogCheck(directory, load, findings).check(told(load));
    }

    @Test
    void theDistributionsOfTheDriverAreThoseOfTheResult() throws IOException {
        logged(told(built.build()));
        distributions();
        assertThat(found()).isEmpty();
    }

    @Test
    void aDistributionThatIsAnotherOrOneTooManyIsFound() throws IOException {
        Map<String, Histogram> logged = new LinkedHashMap<>(told(built.build()));
        logged.put("Home.response", LoadBuilder.histogram(1_996, 10_000, 0, 0));
        logged.put("Ghost.response", LoadBuilder.histogram(1, 1, 0, 0));
        logged.remove("Login.service");
        logged(logged);
        distributions();
        assertThat(found())
                .containsExactlyInAnyOrder(
                        "driver.hlog: its distribution Home.response is another one than the result's",
                        "driver.hlog: its distribution Login.service is another one than the result's",
                        "driver.hlog: the result has no distribution Ghost.response");
    }

    @Test
    void distributionsThatAreNotThereAreMissing() {
        distributions();
        assertThat(found()).containsExactly("driver.hlog: the raw distributions are not there");
        assertThat(findings.of(Kind.MISSING)).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"Tag=x,0.0,60.0,1.0,no histogram\n", "Tag=x,0.0,60.0,1.0,HISTFAAAAAAAA\n", "Tag=x,a,b,c,d\n"})
    void aDamagedLogIsAFindingAndNoCrash(String text) throws IOException {
        Files.writeString(directory.resolve("driver.hlog"), text);
        distributions();
        assertThat(findings.of(Kind.CONTRADICTION)).isNotEmpty();
    }

    private static IntervalReport second(long second, String phase, int users, long home, long pairs, long exchanges) {
        return new IntervalReport(
                second,
                LoadBuilder.FROM + 1_000 * second,
                phase,
                users,
                List.of(
                        new OperationInterval("Home", home, home, 0, 0, 9_000, 10_000),
                        new OperationInterval("Login", 8, 8, 0, 0, -1, -1)),
                pairs,
                0,
                0.1,
                -1,
                exchanges);
    }

    /** A minute of which each second has 2,000 / 60, about 33 starts of Home, 8 of Login, 17 pairs and 50 exchanges. */
    private static List<IntervalReport> minute() {
        List<IntervalReport> seconds = new ArrayList<>();
        for (int i = 1; i <= 60; i++) {
            seconds.add(second(i, "MEASURE", 100, 33, 17, 50));
        }
        return seconds;
    }

    private RunResult run(List<IntervalReport> intervals) {
        return RecordCopy.with(
                SampleResults.passed(), "load", built.build(), "collected", Collected.NOTHING, "intervals", intervals);
    }

    private void seconds(List<IntervalReport> intervals) throws IOException {
        Files.writeString(directory.resolve("intervals.csv"), IntervalsCsv.of(intervals));
        new IntervalCheck(run(intervals), findings).check(directory);
    }

    @Test
    void secondsThatAddUpToTheirTotalsHaveNoFinding() throws IOException {
        seconds(minute());
        assertThat(found()).isEmpty();
    }

    /** 60 × 20 = 1,200 starts beside 2,000: what lies at the ends are at most 10 and 2 × 2,000 / 60 = 67. */
    @Test
    void secondsThatDoNotAddUpAreFound() throws IOException {
        List<IntervalReport> seconds = minute();
        seconds.replaceAll(each -> second(each.second(), "MEASURE", 100, 20, 17, 50));
        seconds(seconds);
        assertThat(found())
                .containsExactly("intervals: they have 1200 starts of Home within the measurement, the load has 2000");
    }

    /** Of an overloaded system they are seen long after the measurement, in which the bids were. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            40 |
            1  | intervals: they have 610 pairs of the news, the load has 1005
            """)
    void newsCountInTheSecondInWhichTheyAreSeen(int later, String text) throws IOException {
        List<IntervalReport> seconds = minute();
        seconds.replaceAll(each -> second(each.second(), "MEASURE", 100, 33, 10, 50));
        for (int i = 61; i <= 70; i++) {
            seconds.add(second(i, "HOLD", 100, 0, later, 0));
        }
        seconds(seconds);
        assertThat(found()).isEqualTo(text == null ? List.of() : List.of(text));
    }

    /** 2,000 - 60 × 33 = 20 are missing already; 56 more are within 10 + 2 × 2,000 / 60 = 76.7, and 57 are not. */
    @ParameterizedTest
    @CsvSource({"0, true", "56, true", "57, false"})
    void whatLiesAtTheEndsOfTheMeasurementMayDiffer(int missing, boolean permitted) throws IOException {
        List<IntervalReport> seconds = minute();
        for (int i = 0; i < missing; i++) {
            seconds.set(i, second(i + 1, "MEASURE", 100, 32, 17, 50));
        }
        seconds(seconds);
        assertThat(found().isEmpty()).isEqualTo(permitted);
    }

    @Test
    void moreUsersThanWereAskedForAreFound() throws IOException {
        List<IntervalReport> seconds = minute();
        seconds.set(30, second(31, "MEASURE", 101, 33, 17, 50));
        seconds(seconds);
        assertThat(found()).containsExactly("intervals: there were 101 users, and 100 were asked for");
    }

    @Test
    void aMeasurementIsAsLongAsItsSeconds() throws IOException {
        List<IntervalReport> seconds = minute();
        seconds.subList(50, 60).replaceAll(each -> second(each.second(), "HOLD", 100, 33, 17, 50));
        seconds(seconds);
        assertThat(found()).contains("intervals: seconds of the measurement must be 60: 50");
    }

    @Test
    void timeDoesNotGoBack() throws IOException {
        List<IntervalReport> seconds = minute();
        IntervalReport early = second(0, "MEASURE", 100, 33, 17, 50);
        seconds.set(
                9, new IntervalReport(10, early.atMillis(), "MEASURE", 100, early.operations(), 17, 0, 0.1, -1, 50));
        seconds(seconds);
        assertThat(found()).containsExactly("intervals: second 10 is before the last");
    }

    @Test
    void noPercentileIsAboveTheLargestValue() throws IOException {
        List<IntervalReport> seconds = minute();
        seconds.set(
                9,
                new IntervalReport(
                        10,
                        LoadBuilder.FROM + 10_000,
                        "MEASURE",
                        100,
                        List.of(
                                new OperationInterval("Home", 33, 33, 0, 0, 11_000, 10_000),
                                new OperationInterval("Login", 8, 8, 0, 0, -1)),
                        17,
                        0,
                        0.1,
                        -1,
                        50));
        seconds(seconds);
        assertThat(found()).containsExactly("intervals: second 10 has a percentile of Home above the largest value");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            CONTRADICTION | changed | intervals.csv: it is not the table of the intervals in the result
            UNKNOWN       | older   | intervals.csv: it has other columns than this version writes
            """)
    void aTableOfOtherSecondsIsFound(Kind kind, String how, String text) throws IOException {
        String table = IntervalsCsv.of(minute());
        Files.writeString(
                directory.resolve("intervals.csv"),
                how.equals("older") ? "second,users\n1,100\n" : table.replace(",33,", ",34,"));
        new IntervalCheck(run(minute()), findings).check(directory);
        assertThat(found()).containsExactly(text);
        assertThat(findings.of(kind)).hasSize(1);
    }

    /** Half a million seconds, each with a contradiction of its own. */
    @Test
    void aResultThatContradictsItselfEverywhereIsExaminedInSeconds() {
        Assertions.assertTimeoutPreemptively(Duration.ofSeconds(20), () -> {
            for (int i = 0; i < 300_000; i++) {
                findings.contradiction("intervals", "second " + i + " is before the last");
                findings.contradiction("intervals", "second " + i + " is before the last");
            }
        });
        assertThat(findings.all()).hasSize(300_000);
    }

    @Test
    void aFindingSaysWhereItIs() {
        findings.missing("result.json", "it is not there");
        findings.at("probes/01-100-users");
        findings.unknown("", "who made it");
        findings.same("x".repeat(300), "y", "a", "the text");
        findings.same(1e15, 0.5, 0.1, "b", "the number");
        findings.same(Double.NaN, 1, 1e9, "c", "the number");
        findings.at("");
        findings.contradiction("", "it is another");
        assertThat(found())
                .containsExactly(
                        "result.json: it is not there",
                        "probes/01-100-users: who made it",
                        "probes/01-100-users/a: the text must be y: " + "x".repeat(200) + "…",
                        "probes/01-100-users/b: the number must be 0.5: 1.0E15",
                        "probes/01-100-users/c: the number must be 1: NaN",
                        "it is another");
        assertThat(findings.checks()).isEqualTo(3);
    }
}
