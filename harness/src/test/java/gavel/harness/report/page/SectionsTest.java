package gavel.harness.report.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.driver.api.AgentClock;
import gavel.driver.api.LoadReport;
import gavel.driver.api.LoadReport.DriverHealth;
import gavel.driver.api.LoadReport.DriverShare;
import gavel.driver.api.LoadReport.Latency;
import gavel.driver.api.LoadReport.MixShare;
import gavel.driver.api.LoadReport.NewsReport;
import gavel.driver.api.LoadReport.OperationReport;
import gavel.driver.api.LoadReport.Percentile;
import gavel.driver.api.RuleOutcome;
import gavel.driver.api.shape.LoadShape;
import gavel.harness.action.ActionEvent;
import gavel.harness.report.SampleResults;
import gavel.harness.report.html.Links;
import gavel.harness.report.html.Page;
import gavel.harness.report.text.FirstSentence;
import gavel.harness.result.Histograms;
import gavel.harness.result.RecordCopy;
import gavel.harness.result.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Each section by itself, where it could say something wrong. */
class SectionsTest {
    private static final Latency NO_LATENCY = new Latency(0, 0, 0, List.of(), "");

    private static String page(Consumer<Page> section) {
        Page page = new Page(Links.BESIDE);
        section.accept(page);
        return page.toString();
    }

    private static Latency latency(long medianMicros, long p99Micros) {
        return new Latency(
                1000,
                medianMicros,
                p99Micros,
                List.of(
                        new Percentile(0.5, medianMicros),
                        new Percentile(0.9, p99Micros),
                        new Percentile(0.99, p99Micros)),
                "");
    }

    private static OperationReport operation(String name, boolean background, long limit, long late, Latency response) {
        return new OperationReport(name, background, limit, 1000, 1000, late, 0, Map.of(), response, response);
    }

    /** The passed run's load with other operations, mix and rules. */
    private static LoadReport load(List<OperationReport> operations, List<MixShare> mix) {
        return RecordCopy.with(
                SampleResults.passed().load(),
                "operations",
                operations,
                "mix",
                mix,
                "rate",
                null,
                "driver",
                null,
                "firstFailures",
                List.of(),
                "drivers",
                List.of(),
                "shape",
                LoadShape.CONSTANT);
    }

    private static String latencies(OperationReport... operations) {
        return page(page -> LatencySection.write(page, load(List.of(operations), List.of())));
    }

    @Test
    void theOperationNearestToItsLimitComesFirst() {
        String section = latencies(
                operation("Slow", false, 5000, 0, latency(100_000, 1_000_000)),
                operation("Tight", false, 1000, 0, latency(100_000, 900_000)));

        assertThat(section.indexOf(">Tight")).isLessThan(section.indexOf(">Slow"));
    }

    @Test
    void oneHeldRequestIsNotSeveral() {
        assertThat(latencies(new OperationReport(
                        "NextBid", false, 1000, 1, 1, 0, 0, Map.of(), latency(1, 2), latency(1, 2))))
                .contains("Apart from these: 1 request NextBid, ", " 1 was answered. ");
    }

    @Test
    void operationsFarFromTheirLimitsAreFoldedAndThoseInTroubleAreNot() {
        List<OperationReport> operations = new ArrayList<>();
        for (int i = 1; i <= 13; i++) {
            operations.add(operation("Op" + i, false, 1000, 0, latency(1_000, 100_000 - 1_000 * i)));
        }
        Latency few = new Latency(67, 1_000, 990_000, List.of(new Percentile(0.5, 900_000)), "");
        operations.add(new OperationReport("Few", false, 1000, 67, 67, 0, 0, Map.of(), few, few));
        operations.add(operation("Late", false, 1000, 11, latency(1, 2)));
        String section = latencies(operations.toArray(OperationReport[]::new));
        int fold = section.indexOf("<summary>5 more operations");

        assertThat(section)
                .contains(
                        "<summary>5 more operations, at most 9.0 % of the limit, too few starts to tell: 1</summary>");
        assertThat(section.indexOf(">Op9<")).isLessThan(fold);
        assertThat(section.indexOf(">Late<")).isLessThan(fold);
        assertThat(section.indexOf(">Op10<")).isGreaterThan(fold);
        assertThat(section.indexOf(">Few<")).isGreaterThan(fold);
    }

    @Test
    void ofManyActionsTheFirstAreShownAndThoseThatWereNotDone() {
        RunResult r = SampleResults.passed();
        List<ActionEvent> actions = IntStream.rangeClosed(1, 9)
                .mapToObj(i -> new ActionEvent("kill app" + i, 1, 1, 1, i == 9 ? "it was not there" : null, List.of()))
                .toList();
        String section = page(page -> ActionSection.write(page, with(r, r.load(), actions)));
        String folded = section.substring(section.indexOf("<details>"), section.indexOf("</details>"));

        assertThat(folded)
                .contains("<summary>3 more, all done</summary>", "app6", "app8")
                .doesNotContain("app5", "app9");
        assertThat(section).contains("app5", "<td class=\"n\">9</td>", "it was not there");
    }

    /** The first action is 20 s after the beginning of the measurement. */
    @Test
    void actionsOfALoadWithoutItsReportKeepTheirTimes() {
        RunResult r = SampleResults.passed();
        long zero = r.load().measuredFromMillis();
        List<ActionEvent> actions =
                List.of(new ActionEvent("kill app1", zero + 20_000, zero + 20_100, zero + 20_300, null, List.of()));
        assertThat(page(page -> ActionSection.write(page, with(r, null, actions))))
                .contains("20.0 s</td>", "20.1 s</td>", "20.3 s</td>");
        RunResult silent = RecordCopy.with(with(r, null, actions), "intervals", List.of());
        assertThat(page(page -> ActionSection.write(page, silent)))
                .as("nobody knows when the measurement would have begun")
                .doesNotContain(" s</td>");
    }

    @ParameterizedTest
    @CsvSource({"700000, within", "900000, near", "1000000, near", "1100000, over", "9000000, over"})
    void theBarSaysHowNear(long p99Micros, String kind) {
        assertThat(latencies(operation("Home", false, 1000, 0, latency(1000, p99Micros))))
                .contains("class=\"meter " + kind + "\"");
    }

    @Test
    void aBarFarBeyondItsLimitStaysInItsPlace() {
        assertThat(latencies(operation("Home", false, 1000, 0, latency(60_000_000, 90_000_000))))
                .contains("class=\"fill\" x=\"0\" y=\"3\" width=\"150.0\"", "class=\"median\" x=\"148.0\"");
    }

    @Test
    void aPercentileThatSoFewStartsDoNotTellIsTheLargestByNameAndStandsLast() {
        Latency few =
                new Latency(67, 5_000, 990_000, List.of(new Percentile(0.5, 3_810), new Percentile(0.9, 9_000)), "");
        String section = latencies(
                new OperationReport("Few", false, 1000, 67, 67, 0, 0, Map.of(), few, few),
                operation("Known", false, 1000, 0, latency(1_000, 2_000)));

        assertThat(section)
                .contains("<td class=\"n\">max 990 ms</td><td class=\"n wide\">–</td>")
                .contains("class=\"meter largest\"", "largest value 99 % of the limit");
        assertThat(section.indexOf(">Known")).isLessThan(section.indexOf(">Few"));
    }

    @Test
    void tooManyLateOnesAreMarkedAndAsManyAsAreAllowedAreNot() {
        assertThat(latencies(operation("Home", false, 1000, 10, latency(1, 2)))).doesNotContain("n bad");
        assertThat(latencies(operation("Home", false, 1000, 11, latency(1, 2))))
                .contains("<td class=\"n bad\">1.1 %</td>");
    }

    @Test
    void anOperationWithoutALimitIsShownButNotHeldAgainstOne() {
        assertThat(latencies(operation("Home", true, 0, 500, latency(1, 2))))
                .contains("Home", " follower", "<td class=\"n\">–</td>")
                .doesNotContain("meter", "n bad");
    }

    @Test
    void anOperationThatNeverHappenedHasDashesAndNoBar() {
        assertThat(latencies(new OperationReport("Home", false, 1000, 0, 0, 0, 0, Map.of(), NO_LATENCY, NO_LATENCY)))
                .contains("<td class=\"n\">–</td>", "<td class=\"bar\"></td>")
                .doesNotContain("NaN");
    }

    @Test
    void aShareOfTheMixOutsideItsToleranceIsMarked() {
        String section = page(page -> WorkloadSection.mix(
                page,
                load(
                        List.of(),
                        List.of(
                                new MixShare("Low", 10, 0.20, 0.15, 0.04),
                                new MixShare("Just", 10, 0.25, 0.375, 0.125)))));

        assertThat(section).containsOnlyOnce("✕").containsOnlyOnce("✓");
        assertThat(section.indexOf("✕")).isBetween(section.indexOf("Low"), section.indexOf("Just"));
    }

    @Test
    void newsAreToldWithWhatNeverArrived() {
        assertThat(page(page -> WorkloadSection.news(
                        page, new NewsReport(2000, 1234, 5, 3, latency(20_000, 1_500_000), latency(1, 2)))))
                .contains("<dt>Late (over 2 s)</dt><dd>5</dd>")
                .contains("<dt>Undelivered</dt><dd>3</dd>")
                .contains("<dt>Pairs of bid and follower</dt><dd>1,234</dd>")
                .contains("<dt>99th percentile</dt><dd>1.50 s</dd>");
    }

    @Test
    void aDriverThatToldNothingOfItselfIsNotShownAsIdle() {
        assertThat(page(page -> WorkloadSection.driver(page, load(List.of(), List.of()))))
                .contains("Timer lateness, p99", "<dt>bytes in</dt><dd>775 MiB</dd>", "So a pass stands")
                .doesNotContain("Busy, worst loop");
    }

    @Test
    void severalDriversAreShownEachWithItsOwnState() {
        LoadReport l = SampleResults.passed().load();
        DriverShare busy = new DriverShare(
                "driver2",
                33,
                new DriverHealth(1, 0.91, 0.07, 9.7, 0.002, 412, 20_000, 0),
                l.lateness(),
                new AgentClock(-1_500, 200),
                0);
        DriverShare calm = new DriverShare("driver1", 34, l.driver(), l.lateness(), AgentClock.SAME, 0);

        assertThat(page(page -> WorkloadSection.drivers(page, List.of(calm, busy))))
                .contains("<th scope=\"row\">driver1</th>", "the same", "14")
                .contains("<th scope=\"row\">driver2</th>", "91", "-1.5 ± 0.2 ms", "9.7 s");
        assertThat(page(page -> WorkloadSection.driver(page, l))).doesNotContain("driver1");
    }

    @Test
    void withoutAFailureThereIsNoSectionAboutThem() {
        assertThat(page(page -> WorkloadSection.failures(page, load(List.of(), List.of()))))
                .isEmpty();
    }

    @Test
    void failuresAreCountedFromTheStartOfTheLoad() {
        assertThat(page(page ->
                        WorkloadSection.failures(page, SampleResults.passed().load())))
                .as("30 s of ramp and warm-up, 12 s of the measurement")
                .contains("<td class=\"n\">42.0 s</td>");
    }

    @ParameterizedTest
    @EnumSource(RuleOutcome.Status.class)
    void everyStatusOfARuleHasABadgeWithAWord(RuleOutcome.Status status) {
        String word = status.name().toLowerCase(Locale.ROOT).replace('_', ' ');

        assertThat(page(page -> JudgementSection.rules(
                        page, List.of(new RuleOutcome("driverBusy", "loop <1>", status, "14 %", "80 %", "fine")))))
                .containsPattern("<span class=\"badge \\w+\">[^ ]+ " + word + "</span>")
                .contains("driver busy", "loop &lt;1&gt;");
    }

    @Test
    void anAuditThatFoundDamageShowsWhereAndOneThatDidNotSaysSo() {
        String damaged = page(page -> JudgementSection.audit(page, SampleResults.damaged()));
        assertThat(damaged)
                .containsOnlyOnce("<td class=\"bad\">✕</td>")
                .contains("lot 4711: 25.00 then 24.00")
                .contains("The same audit before the load found no violation.")
                .contains(
                        "<summary>Not looked at: 3 places</summary>",
                        "there are too many to read",
                        "node_lease.node, node_lease.expires_at");

        String before = page(page -> JudgementSection.audit(page, SampleResults.neverLoaded()));
        assertThat(before)
                .contains("The data were not audited after the load.", "<h3>Before the load</h3>", "lot 4711");
    }

    @Test
    void onlyFiveOperationsGetAColourTheNearestFirst() {
        List<OperationReport> many = new ArrayList<>();
        for (int i = 1; i <= 8; i++) {
            many.add(operation("Op" + i, false, 1000, 0, latency(1, i * 100_000)));
        }
        RunResult sample = SampleResults.passed();
        Highlights highlights = Highlights.of(with(sample, load(many, List.of())));

        assertThat(highlights.styles())
                .containsExactly(
                        Map.entry("Op8", "s1"),
                        Map.entry("Op7", "s2"),
                        Map.entry("Op6", "s3"),
                        Map.entry("Op5", "s4"),
                        Map.entry("Op4", "s5"));
        assertThat(highlights.style("Op3")).isEqualTo("faint");
        assertThat(Highlights.of(with(sample, null)).styles()).isEmpty();
    }

    private static RunResult with(RunResult r, LoadReport load) {
        return with(r, load, r.actions());
    }

    private static RunResult with(RunResult r, LoadReport load, List<ActionEvent> actions) {
        return RecordCopy.with(r, "load", load, "actions", actions, "efficiency", List.of());
    }

    @Test
    void aRunWithoutADisclosureStillSaysWhatWasAskedFor() {
        RunResult r = SampleResults.passed();
        RunResult bare = new RunResult(
                1,
                r.run(),
                r.verdict(),
                null,
                null,
                null,
                List.of(),
                r.bottleneck(),
                r.causes(),
                r.collected(),
                List.of(),
                List.of(),
                List.of(),
                null,
                List.of());

        assertThat(page(page -> DisclosureSection.write(page, bare)))
                .contains("<dt>Command</dt><dd>gavel run --users 100</dd>", "<dt>Seed</dt><dd>42</dd>")
                .doesNotContain("Profile", "Host");
        assertThat(FirstSentence.measured(bare))
                .startsWith("Nothing was measured; planned were ")
                .endsWith("this machine.");
    }

    @Test
    void theDisclosureTellsPhasesAndDurability() {
        assertThat(page(page -> DisclosureSection.write(page, SampleResults.passed())))
                .contains(
                        "<dt>Durability</dt><dd>PostgreSQL: fsync on</dd>",
                        "21.4 s",
                        "<dt>Memory</dt><dd>24.0 GiB</dd>");
    }

    @Test
    void aHistogramThatCannotBeReadIsAnErrorAndNotAnEmptyChart() {
        assertThat(Histograms.decode(null)).isEmpty();
        assertThat(Histograms.decode(NO_LATENCY)).isEmpty();
        assertThat(Histograms.decode(latency(1, 2))).as("none was kept").isEmpty();
        Latency real = SampleResults.passed().load().operations().getFirst().response();
        assertThat(Histograms.decode(real))
                .hasValueSatisfying(h -> assertThat(h.getTotalCount()).isEqualTo(real.count()));
        assertThatThrownBy(() -> Histograms.decode(new Latency(5, 1, 1, List.of(), "not base64!")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("a histogram in the result cannot be decoded");
    }

    @Test
    void textIsEscapedAndOnlyDrawingsAreNot() {
        assertThat(page(page -> page.text("a<b").element("p", "x\"y", "c&d").raw("<hr>")))
                .isEqualTo("a&lt;b<p class=\"x&quot;y\">c&amp;d</p><hr>");
        assertThat(page(page -> page.table("", "Name", "Count|n wide")))
                .contains("<th>Name</th><th class=\"n wide\">Count</th>");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            passed      | The run counts as an indication and the platform held:
            overloaded  | The run counts as an indication and the platform did not hold:
            damaged     | The run counts as an indication and the platform did not hold:
            interrupted | The run was interrupted and does not count:
            never       | The run does not count:
            """)
    void whetherARunCountsIsSaidFirst(String run, String counts) {
        RunResult result =
                switch (run) {
                    case "passed" -> SampleResults.passed();
                    case "overloaded" -> SampleResults.overloaded();
                    case "damaged" -> SampleResults.damaged();
                    case "interrupted" -> SampleResults.interrupted();
                    default -> SampleResults.neverLoaded();
                };

        assertThat(FirstSentence.counts(result.verdict())).isEqualTo(counts);
    }
}
