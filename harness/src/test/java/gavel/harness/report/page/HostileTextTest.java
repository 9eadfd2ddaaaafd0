package gavel.harness.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.api.IntervalReport;
import gavel.driver.api.IntervalReport.OperationInterval;
import gavel.harness.elastic.SamplePasses;
import gavel.harness.failover.SampleWalks;
import gavel.harness.isolate.IsolatePhase;
import gavel.harness.isolate.IsolatePhase.Kind;
import gavel.harness.isolate.IsolatePhase.Tenant;
import gavel.harness.isolate.SampleTenants;
import gavel.harness.peak.Conclusion;
import gavel.harness.peak.Peak;
import gavel.harness.peak.PeakResult;
import gavel.harness.peak.PlatformResult;
import gavel.harness.peak.pair.PairConclusion;
import gavel.harness.peak.pair.PairProbe;
import gavel.harness.peak.pair.PairResult;
import gavel.harness.peak.pair.PairSide;
import gavel.harness.peak.pair.Ratio;
import gavel.harness.peak.pair.Side;
import gavel.harness.report.SampleResults;
import gavel.harness.report.html.Links;
import gavel.harness.result.RecordCopy;
import gavel.harness.result.RunResult;
import gavel.harness.result.efficiency.Price;
import gavel.harness.scale.SampleSweeps;
import gavel.harness.scale.SweepPoint;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Pages of results that somebody else made: whatever a text is, it stays a text. */
class HostileTextTest {
    private static PeakResult search() {
        return SampleSweeps.peak(SampleSweeps.found(1_000), 0.5).with(new Price(1, "EUR", "all of it"));
    }

    private static PairResult pair() {
        PeakResult search = search();
        PairSide side = new PairSide(search.climb(), 1_000, null, search.auditAfter(), search.disclosure());
        return new PairResult(
                1,
                search.run(),
                search.search(),
                new PairConclusion(PairConclusion.Kind.DIFFERENT, new Ratio(1.05, 1.1, 1.15), 9, "a reason"),
                List.of("appServers.cpu: 1 / 2"),
                side,
                side,
                search.probes().stream()
                        .map(probe -> new PairProbe(Side.FIRST, probe))
                        .toList(),
                60,
                List.of("a remark"));
    }

    private static PlatformResult platform() {
        PeakResult search = search();
        return new PlatformResult(
                1,
                search.run(),
                List.of(
                        new PlatformResult.Search("one", Instant.EPOCH, search.conclusion()),
                        new PlatformResult.Search(
                                "two", Instant.EPOCH, new Conclusion(Conclusion.Kind.INVALID, null, 0, "a reason"))),
                new Peak(1, 2, 3),
                0.1,
                "",
                60,
                search.disclosure(),
                search.efficiency());
    }

    static Stream<Arguments> pages() {
        return Stream.of(
                Arguments.of("run", ReportPage.render(HostileRecords.of(SampleResults.passed()), Links.BESIDE)),
                Arguments.of(
                        "failed run", ReportPage.render(HostileRecords.of(SampleResults.overloaded()), Links.BESIDE)),
                Arguments.of(
                        "damaged run", ReportPage.render(HostileRecords.of(SampleResults.damaged()), Links.BESIDE)),
                Arguments.of(
                        "run without a load",
                        ReportPage.render(HostileRecords.of(SampleResults.neverLoaded()), Links.BESIDE)),
                Arguments.of("peak", PeakPage.render(HostileRecords.of(search()), Links.BESIDE)),
                Arguments.of("pair", PairPage.render(HostileRecords.of(pair()), Links.BESIDE)),
                Arguments.of("platform", PlatformPage.render(HostileRecords.of(platform()), Links.BESIDE)),
                Arguments.of(
                        "scale",
                        ScalePage.render(
                                HostileRecords.of(SampleSweeps.sweep(List.of(
                                        SampleSweeps.point(1, SampleSweeps.found(100), 0.5),
                                        SampleSweeps.point(2, SampleSweeps.found(200), 0.93),
                                        SweepPoint.missing(3, "not measured", 0)))),
                                Links.BESIDE)),
                Arguments.of(
                        "elastic",
                        ElasticPage.render(
                                HostileRecords.of(SamplePasses.result(
                                        1, false, true, SamplePasses.pass(1, 60).without("a reason"))),
                                Links.BESIDE)),
                Arguments.of(
                        "failover",
                        FailoverPage.render(
                                HostileRecords.of(SampleWalks.walk(
                                        2,
                                        "a problem",
                                        true,
                                        SampleWalks.fault(1, SampleWalks.KILL, 4, 3),
                                        SampleWalks.uncounted(2, SampleWalks.FREEZE))),
                                Links.BESIDE)),
                Arguments.of("isolate", IsolatePage.render(HostileRecords.of(SampleTenants.result()), Links.BESIDE)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("pages")
    void noTextBecomesAnElement(String kind, String page) {
        assertThat(page)
                .as("it is shown")
                .contains("&lt;img src=x onerror=alert(2)&gt;")
                .doesNotContain("<script>alert", "<img", "\"'>");
        // What scripts there are is the page's own, and the page says so to the browser.
        assertThat(page).contains("default-src 'none'").doesNotContain("'unsafe-eval'", "script-src 'unsafe-inline'");
    }

    /** Every element that is opened is closed in its turn, so nothing a text holds moved into another one. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("pages")
    void elementsCloseAsTheyOpened(String kind, String page) {
        String markup = page.replaceAll("(?s)<(script|style)\\b[^>]*>.*?</\\1>", "");
        Matcher tag = Pattern.compile("<(/?)([a-z][a-z0-9]*)((?:[^<>\"]|\"[^\"<]*\")*?)(/?)>")
                .matcher(markup);
        List<String> open = new ArrayList<>();
        while (tag.find()) {
            String name = tag.group(2);
            if (!tag.group(1).isEmpty()) {
                assertThat(open).as("</%s> at %d", name, tag.start()).isNotEmpty();
                assertThat(open.removeLast())
                        .as("closed at %d of %s", tag.start(), kind)
                        .isEqualTo(name);
            } else if (tag.group(4).isEmpty() && !name.equals("meta")) {
                open.add(name);
            }
        }
        assertThat(open).isEmpty();
    }

    /** A held request that took its 40 s is neither an operation that completed nor one that was late. */
    @Test
    void bothLinesOfOperationsCountTheSame() {
        RunResult r = SampleResults.passed();
        List<IntervalReport> intervals = r.intervals().stream()
                .map(each -> new IntervalReport(
                        each.second(),
                        each.atMillis(),
                        each.phase(),
                        each.users(),
                        List.of(
                                new OperationInterval("Home", 10, 10, 2, 1, 5_000, 6_000),
                                new OperationInterval("NextBid", 90, 90, 70, 5, 39_000_000, 40_000_000)),
                        0,
                        0,
                        0.1,
                        300,
                        100))
                .toList();
        String page = ReportPage.render(RecordCopy.with(r, "intervals", intervals), Links.BESIDE);
        assertThat(values(page, "completed")).hasSize(intervals.size()).containsOnly("10.0");
        assertThat(values(page, "late or failed")).hasSize(intervals.size()).containsOnly("3.00");
    }

    private static String[] values(String page, String series) {
        Matcher found = Pattern.compile("\"name\":\"" + series + "\",[^\\[]*\\[([^\\]]*)\\]")
                .matcher(page);
        assertThat(found.find()).as(series).isTrue();
        return found.group(1).split(",");
    }

    /** A page about tenants of whom the first has more users than before. */
    private static String disrupted(String driverProblem) {
        Tenant usual = new Tenant(100, 100.0, 20, "", "", 0.5);
        return IsolatePage.render(
                SampleTenants.result(
                        2,
                        false,
                        List.of(
                                new IsolatePhase(Kind.TOGETHER, 0, 1, 1, List.of(usual, usual), List.of()),
                                new IsolatePhase(
                                        Kind.DISRUPTED,
                                        1,
                                        2.25,
                                        1,
                                        List.of(
                                                new Tenant(225, 300.0, 40, "", driverProblem, 0.5),
                                                new Tenant(100, 90.0, 20, "", "", 0.5)),
                                        List.of()))),
                Links.BESIDE);
    }

    @Test
    void ofAMeasurementThatDoesNotCountNothingIsSaid() {
        assertThat(disrupted("its driver lacked CPU"))
                .contains("<td class=\"n\">1</td><td class=\"n\">2.25</td><td class=\"n\">–</td><td></td>"
                        + "<td class=\"n\">–</td><td class=\"says\">–</td>")
                .doesNotContain("No tenant is at fault");
        assertThat(disrupted("")).contains("<td class=\"n\">50 %</td><td class=\"says\">At fault is tenant 1, ");
    }

    @Test
    void aFactorIsShownAsItWasAskedFor() {
        String page = disrupted("");
        // (90 - 100) / 100 over (325 - 200) / 200 is -0.16.
        assertThat(page).contains("<td class=\"n\">1</td><td class=\"n\">2.25</td><td class=\"n\">-0.16</td>");
    }
}
