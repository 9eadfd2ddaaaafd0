package gavel.harness.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.api.LoadReport;
import gavel.driver.api.LoadReport.Rate;
import gavel.driver.api.RuleOutcome;
import gavel.driver.api.shape.LoadPath;
import gavel.driver.api.shape.LoadShape;
import gavel.driver.api.shape.SessionArrivals;
import gavel.harness.kind.RunKind;
import gavel.harness.report.SampleResults;
import gavel.harness.report.html.Links;
import gavel.harness.report.text.Words;
import gavel.harness.result.Figures;
import gavel.harness.result.RecordCopy;
import gavel.harness.result.RunResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportPageTest {
    private static final Pattern TAG = Pattern.compile("<(/?)([a-zA-Z0-9]+)((?:\"[^\"]*\"|[^\">])*?)(/?)>");
    private static final Set<String> VOID = Set.of("meta", "br");

    private static final String PASSED = ReportPage.render(SampleResults.passed(), Links.BESIDE);
    private static final String OVERLOADED = ReportPage.render(SampleResults.overloaded(), Links.BESIDE);

    private static List<RunResult> all() {
        return List.of(
                SampleResults.passed(),
                SampleResults.overloaded(),
                SampleResults.damaged(),
                SampleResults.interrupted(),
                SampleResults.neverLoaded());
    }

    @Test
    void everyElementIsClosedWhereItWasOpened() {
        for (RunResult result : all()) {
            ArrayDeque<String> open = new ArrayDeque<>();
            String page = ReportPage.render(result, Links.BESIDE)
                    .replaceAll("(?s)<style>.*?</style>", "")
                    .replaceAll("(?s)<script.*?</script>", "");
            Matcher tags = TAG.matcher(page);
            while (tags.find()) {
                String name = tags.group(2);
                if (tags.group(1).isEmpty() && tags.group(4).isEmpty() && !VOID.contains(name)) {
                    open.push(name);
                } else if (!tags.group(1).isEmpty()) {
                    assertThat(open.pop()).isEqualTo(name);
                }
            }
            assertThat(open).isEmpty();
        }
    }

    @Test
    void aLoadThatIsNotConstantIsSaidAndDrawn() {
        LoadPath path = new LoadPath(List.of(new LoadPath.Point(0, 20), new LoadPath.Point(60, 100)));
        assertThat(ReportPage.render(SampleResults.shaped(LoadShape.along(path)), Links.BESIDE))
                .contains("Up to 100 simulated users on a path of profile liveauction")
                .contains("asked for by the path")
                .contains(
                        "<i class=\"key s3\"></i>asked for by the path</span>", "<i class=\"key s1\"></i>users</span>");
        assertThat(PASSED).doesNotContain("<i class=\"key s1\"></i>users</span>");
        assertThat(PASSED).contains("100 simulated users of profile").doesNotContain("asked for by the path");
        SessionArrivals arrivals = new SessionArrivals(SessionArrivals.Process.POISSON, 2.5);
        assertThat(ReportPage.render(SampleResults.shaped(LoadShape.of(arrivals)), Links.BESIDE))
                .contains("2.5 sessions a second at random (100 users at once) of profile liveauction");
    }

    /** The setting is 100 users; 73 were there at once. */
    @Test
    void theLargeFigureOfALoadThatIsNotConstantIsNoSetting() {
        LoadPath path = new LoadPath(List.of(new LoadPath.Point(0, 20), new LoadPath.Point(60, 100)));
        assertThat(ReportPage.render(SampleResults.shaped(LoadShape.along(path)), Links.BESIDE))
                .contains("<b>100</b><span>users at most</span><small>on a path, for 60 s</small>");
        SessionArrivals arrivals = new SessionArrivals(SessionArrivals.Process.POISSON, 0.5);
        RunResult arriving = SampleResults.shaped(LoadShape.of(arrivals));
        LoadReport load = arriving.load();
        Rate rate = RecordCopy.with(load.rate(), "userSeconds", 73 * 60.0);
        RunResult few = RecordCopy.with(arriving, "load", RecordCopy.with(load, "rate", rate));
        assertThat(ReportPage.render(few, Links.BESIDE))
                .contains("<b>73.0</b><span>users at once, on average</span>"
                        + "<small>0.5 sessions a second at random, for 60 s</small>")
                .doesNotContain("<span>users</span>");
        assertThat(PASSED).contains("<b>100</b><span>users</span><small>for 60 s</small>");
    }

    @Test
    void nothingIsAskedFromANetwork() {
        assertThat(OVERLOADED)
                .doesNotContain("http://")
                .doesNotContain("https://")
                .doesNotContain("src=")
                .doesNotContain("<link")
                .doesNotContain("@import")
                .doesNotContain("url(")
                .contains("default-src 'none'");
    }

    @Test
    void textFromOutsideIsNeverMarkup() {
        assertThat(OVERLOADED)
                .doesNotContain("<script>alert")
                .contains("GET /api/items?q=&lt;script&gt;alert(1)&lt;/script&gt;&amp;page=0")
                .contains("&quot;busy&quot; &amp; Retry-After 1")
                .contains("AMD EPYC 7B13 &lt;64-Core&gt; &amp; more");
    }

    @Test
    void theFirstSentenceSaysWhatWasMeasuredWhetherItCountsAndWhatBroke() {
        assertThat(OVERLOADED)
                .contains(
                        "<h1>6,000 simulated users of profile liveauction for 60 s against 1 application server with embedded"
                                + " services on 2 cores. The run counts as an indication and the platform did not hold: "
                                + "<em>6.8 % of SearchItems were later than 2 s (at most 1 %).</em></h1>");
        assertThat(ReportPage.render(SampleResults.interrupted(), Links.BESIDE))
                .contains("The run was interrupted and does not count: <em>Somebody stopped the run");
    }

    @Test
    void anInvalidRunPrintsNoHeadlineNumber() {
        assertThat(PASSED).contains("class=\"tiles\"");
        assertThat(ReportPage.render(SampleResults.interrupted(), Links.BESIDE)).doesNotContain("class=\"tiles\"");
        assertThat(ReportPage.render(SampleResults.neverLoaded(), Links.BESIDE))
                .doesNotContain("class=\"tiles\"")
                .contains("Nothing was measured");
    }

    @Test
    void everyOperationTierInvariantAndRuleHasARow() {
        RunResult result = SampleResults.overloaded();
        result.load().operations().stream().filter(o -> !Figures.held(o.name())).forEach(o -> assertThat(OVERLOADED)
                .contains("<th scope=\"row\">" + o.name()));
        assertThat(OVERLOADED)
                .doesNotContain("<th scope=\"row\">NextBid", "NextBid</title>")
                .contains("Apart from these: 27,000 requests NextBid, which the server holds until there is news.");
        result.auditAfter().invariants().forEach(i -> assertThat(OVERLOADED).contains(i.description()));
        result.load().rules().forEach(r -> assertThat(OVERLOADED).contains(r.actual()));
        assertThat(OVERLOADED)
                .contains(
                        "application servers",
                        "everything else",
                        Words.escape(result.bottleneck().statement()));
    }

    @Test
    void chartsAreDrawnForWideAndNarrowScreens() {
        assertThat(PASSED.split("class=\"chart full\"")).hasSize(3);
        assertThat(PASSED.split("class=\"chart compact\"")).hasSize(3);
        assertThat(PASSED).contains("the shaded band is what was measured").doesNotContain("NaN");
    }

    @Test
    void theWorstOperationsHaveTheSameColourEverywhere() {
        assertThat(OVERLOADED).contains("<path class=\"line s1\" data-name=\"UploadImage\"");
        assertThat(OVERLOADED).contains("<i class=\"key s1\"></i>UploadImage");
    }

    /** Without scripts nobody sees those; with them each is a button. */
    @Test
    void everyOperationCanBeChosenInBothChartsOfLatencies() {
        Set<String> highlighted =
                Highlights.of(SampleResults.overloaded()).styles().keySet();
        SampleResults.overloaded().load().operations().forEach(operation -> {
            String name = operation.name();
            boolean there = operation.starts() > 0 && !Figures.held(name);
            boolean hidden = OVERLOADED.contains("<span class=\"one\" hidden data-name=\"" + name + "\">");
            assertThat(hidden).as(name).isEqualTo(there && !highlighted.contains(name));
            assertThat(OVERLOADED.contains("<span class=\"one\" hidden data-name=\"" + name + " p99\">")
                            || OVERLOADED.contains("<span class=\"one\" hidden data-name=\"" + name + " max\">"))
                    .as(name)
                    .isEqualTo(hidden);
        });
        assertThat(OVERLOADED)
                .contains(
                        "<span class=\"one\" data-name=\"UploadImage\"><i class=\"key s1\"></i>", "class=\"line off\"")
                .contains("Operations that wait by design are left out.")
                .doesNotContain("data-name=\"NextBid");
    }

    @Test
    void onlyWhatCameNearItsBoundIsMarginal() {
        String page = ReportPage.render(
                SampleResults.passed(
                        new RuleOutcome("response", "a", RuleOutcome.Status.TOO_FEW, "0.00 % of 40", "", "none of 40"),
                        new RuleOutcome(
                                "response", "b", RuleOutcome.Status.MARGINAL, "0.97 % of 7317", "", "71 of 7317")),
                Links.BESIDE);

        assertThat(page)
                .contains("<li>Marginal: 71 of 7317</li>")
                .contains("<li>Rules: 1 of 3 had too few samples to say.</li>")
                .doesNotContain("Marginal: none of 40");
        assertThat(page).as("the table of rules keeps each").contains("none of 40");
    }

    @Test
    void itIsOneFile(@TempDir Path directory) throws IOException {
        Path page = new RunKind().write(SampleResults.passed(), directory);
        assertThat(page).isEqualTo(directory.resolve("report.html")).isNotEmptyFile();
        assertThat(directory).isDirectoryNotContaining("glob:**.partial");
    }
}
