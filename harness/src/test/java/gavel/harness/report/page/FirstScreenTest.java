package gavel.harness.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.api.LoadReport;
import gavel.driver.api.RuleOutcome;
import gavel.driver.api.RuleOutcome.Status;
import gavel.harness.collect.Collected;
import gavel.harness.collect.InstanceUse;
import gavel.harness.collect.bottleneck.TierUses;
import gavel.harness.collect.metrics.AppUse;
import gavel.harness.report.SampleResults;
import gavel.harness.report.html.Links;
import gavel.harness.report.html.Page;
import gavel.harness.report.html.PageHead;
import gavel.harness.report.text.Words;
import gavel.harness.result.RecordCopy;
import gavel.harness.result.RunResult;
import gavel.harness.scale.SampleSweeps;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a reader learns without scrolling or unfolding, and what stays folded until somebody asks. */
class FirstScreenTest {
    private static String header(String page) {
        return page.substring(page.indexOf("<header"), page.indexOf("</header>"));
    }

    /** What is there when nothing is unfolded. */
    private static String unfolded(String page) {
        String rest = page;
        for (String before = ""; !before.equals(rest); ) {
            before = rest;
            rest = rest.replaceAll("(?s)<details((?!<details).)*?</details>", "");
        }
        return rest;
    }

    @Test
    void whenWhereWithWhatAndWhatGaveOutStandsInTheHeader() {
        RunResult result = SampleResults.overloaded();

        assertThat(header(ReportPage.render(result, Links.BESIDE)))
                .contains("<dt>When</dt><dd>14 Mar 2026, 09:26 to 09:29 UTC</dd>")
                .contains(
                        "bench-1 · AMD EPYC 7B13 &lt;64-Core&gt; &amp; more · 2 cores · 24.0 GiB · Debian GNU/Linux 12, kernel 6.18.0")
                .contains("Gavel 0.1.0")
                .contains(
                        "<small>Bottleneck</small>",
                        Words.escape(result.bottleneck().statement()))
                .contains("6.8 % of SearchItems were later than 2 s (at most 1 %)");
    }

    @Test
    void anyKindOfResultSaysWhenAndWhere() {
        assertThat(header(PeakPage.render(SampleSweeps.peak(SampleSweeps.found(100), 0.5), Links.BESIDE)))
                .contains("<dt>When</dt><dd>14 Mar 2026, 09:26 to 12:01 UTC</dd>", "bench-1");
        assertThat(header(ScalePage.render(SampleSweeps.line(3), Links.BESIDE))).contains("<dt>Machine</dt>");
    }

    @Test
    void aResultWithoutADisclosureSaysWhenOnly() {
        Page page = new Page(Links.BESIDE);
        PageHead.about(page, SampleResults.passed().run(), null);

        assertThat(page.toString()).contains("<dt>When</dt>").doesNotContain("<dt>Machine</dt>");
    }

    @Test
    void evidenceBeyondTheStrongestIsFolded() {
        RunResult result = SampleResults.overloaded();
        String header = header(ReportPage.render(result, Links.BESIDE));

        assertThat(result.bottleneck().evidence()).hasSizeGreaterThan(3);
        assertThat(unfolded(header)).contains(result.bottleneck().evidence().getFirst());
        assertThat(unfolded(header))
                .doesNotContain(result.bottleneck().evidence().get(3));
        assertThat(header)
                .contains("<summary>" + (result.bottleneck().evidence().size() - 3) + " more</summary>");
    }

    @Test
    void rulesThatWereKeptAreFoldedAndThoseThatBrokeAreNot() {
        Page page = new Page(Links.BESIDE);
        JudgementSection.rules(
                page,
                List.of(
                        new RuleOutcome("response", "Home", Status.FAIL, "7 %", "1 %", "broke"),
                        new RuleOutcome("response", "Bid", Status.MARGINAL, "1.1 %", "1 %", "near"),
                        new RuleOutcome("response", "List", Status.PASS, "0 %", "1 %", "kept"),
                        new RuleOutcome("mix", "List", Status.PASS, "5 %", "5 %", "kept too"),
                        new RuleOutcome("response", "Logout", Status.TOO_FEW, "0 of 3", "1 %", "few"),
                        new RuleOutcome("latency", "Home", Status.INFO, "3 ms", "", "told")));
        String all = page.toString();

        assertThat(unfolded(all)).contains(">broke<", ">near<").doesNotContain(">kept<", ">few<", ">told<");
        assertThat(all)
                .as("information is never judged")
                .contains("2 of 5 rules kept")
                .contains("<summary>2 rules kept</summary>")
                .contains("<summary>1 rule with too few samples to say</summary>")
                .contains("<summary>1 rule for information</summary>")
                .contains(">kept<", ">few<", ">told<");
    }

    @Test
    void ofManyRulesThatBrokeTheFirstAreShownAndTheOthersFolded() {
        Page page = new Page(Links.BESIDE);
        JudgementSection.rules(
                page,
                java.util.stream.IntStream.range(0, 20)
                        .mapToObj(i ->
                                new RuleOutcome("response", "Op" + i, Status.FAIL, "7 %", "1 %", "broke-" + i + "-"))
                        .toList());
        String all = page.toString();

        assertThat(unfolded(all)).contains("broke-0-", "broke-3-").doesNotContain("broke-4-");
        assertThat(all).contains("<summary>16 rules more like these</summary>", "broke-19-");
    }

    @Test
    void anAuditWithoutViolationsIsFoldedAndOneWithIsNot() {
        String good = ReportPage.render(SampleResults.passed(), Links.BESIDE);
        String bad = ReportPage.render(SampleResults.damaged(), Links.BESIDE);

        assertThat(unfolded(good)).doesNotContain("A lot is sold at most once");
        assertThat(good)
                .contains(
                        "<span>5 invariants, 4,926 facts checked, no violation, before the load neither</span></summary>");
        assertThat(unfolded(bad)).contains("lot 4711").doesNotContain("A lot is sold at most once");
        assertThat(bad).contains("A lot is sold at most once");
    }

    @Test
    void theNavigationLeadsToEachSectionAndNowhereElse() {
        String page = ReportPage.render(SampleResults.passed(), Links.BESIDE);
        String navigation = page.substring(page.indexOf("<nav"), page.indexOf("</nav>"));

        assertThat(navigation).contains("<a href=\"#latency\">Latency by operation</a>", "<a href=\"#disclosure\">");
        navigation
                .lines()
                .flatMap(line -> java.util.regex.Pattern.compile("href=\"#([a-z-]+)\"")
                        .matcher(line)
                        .results())
                .forEach(link -> assertThat(page).contains("<section id=\"" + link.group(1) + "\""));
        assertThat(new Page(Links.BESIDE).navigation().section("one", "One", "").toString())
                .as("a single section needs none")
                .doesNotContain("<nav");
    }

    @Test
    void timesHaveAZoneAndNoNanoseconds() {
        Instant at = Instant.parse("2026-11-26T09:33:24.543300436Z");

        assertThat(Words.when(at)).isEqualTo("26 Nov 2026, 09:33:24 UTC");
        assertThat(Words.span(at, at.plusSeconds(300))).isEqualTo("26 Nov 2026, 09:33 to 09:38 UTC");
        assertThat(Words.span(at, at.plusSeconds(86_400))).isEqualTo("26 Nov 2026, 09:33 to 27 Nov 2026, 09:33 UTC");
    }

    @Test
    void everyOperationHasItsTimeLineWithoutAScriptForThoseWhoUnfold() {
        RunResult result = SampleResults.overloaded();
        String page = ReportPage.render(result, Links.BESIDE);

        assertThat(page).contains("<summary>Every operation over time</summary>");
        result.load().operations().stream()
                .filter(o -> o.starts() > 0 && !o.name().equals("NextBid"))
                .forEach(o -> assertThat(page)
                        .containsPattern("aria-label=\"" + o.name() + ", operations a second; " + o.name()
                                + " (p99|max) of the last 5 s over time\""));
        assertThat(page).doesNotContain("NextBid, operations a second");
    }

    /** Verdict, load, date, machine, distance to the limit, cause and bottleneck stand before everything that only explains. */
    @Test
    void theHeaderAnswersInTheOrderPeopleAsk() {
        String header = header(ReportPage.render(SampleResults.overloaded(), Links.BESIDE));

        assertThat(List.of(
                                "class=\"stamp",
                                "<h1>",
                                "<dt>When</dt>",
                                "<dt>Machine</dt>",
                                "class=\"tiles\"",
                                "class=\"why\"")
                        .stream()
                        .map(header::indexOf))
                .doesNotContain(-1)
                .isSorted();
        assertThat(header.indexOf("Bottleneck")).isGreaterThan(header.indexOf("class=\"why\""));
    }

    @Test
    void sectionsThatFoundNothingWrongAreOneLineThatSaysSo() {
        String page = ReportPage.render(SampleResults.passed(), Links.BESIDE);

        for (String id : List.of("audit", "mix", "driver", "disclosure")) {
            assertThat(page)
                    .containsPattern("<section id=\"" + id
                            + "\" class=\"folded\"><details><summary><h2>[^<]+</h2> <span>[^<]{10,}</span></summary>");
        }
        assertThat(ReportPage.render(SampleResults.damaged(), Links.BESIDE))
                .as("damage is not folded")
                .contains("<section id=\"audit\"><h2>");
    }

    /** A pool and a cache that nobody asked, memory that the kernel does not tell, followers who were not there. */
    @Test
    void whatIsNotKnownIsADashAndNotZero() {
        RunResult passed = SampleResults.passed();
        List<InstanceUse> instances = passed.collected().instances().stream()
                .map(each -> RecordCopy.with(each, "pssBytes", 0L, "app", each.app() == null ? null : idle(each.app())))
                .toList();
        LoadReport load = RecordCopy.with(
                passed.load(), "rate", RecordCopy.with(passed.load().rate(), "followerAttendedSeconds", 0.0));
        RunResult idle = RecordCopy.with(
                passed, "load", load, "collected", RecordCopy.with(passed.collected(), "instances", instances));

        assertThat(ReportPage.render(idle, Links.BESIDE))
                .contains("<dt>Attended time with a poll outstanding</dt><dd>–</dd>")
                .contains(
                        "main</th><td class=\"n\">20</td><td class=\"n\">7</td><td class=\"n\">0</td><td class=\"n\">–</td>")
                .contains("sessions</th><td class=\"n\">0</td><td class=\"n\">0</td><td class=\"n\">–</td>")
                .doesNotContain(">0.0 MiB<");
    }

    /** A tenth of the machine is two thirds of what app1 may use; the database may use all of it. */
    @Test
    void aTierWithoutALimitUsesNoShareOfOne() {
        RunResult passed = SampleResults.passed();
        List<InstanceUse> instances = passed.collected().instances().stream()
                .map(each -> each.tier().equals("appServers")
                        ? RecordCopy.with(each, "cpuLimit", 0.3, "cpuSeconds", 12.0)
                        : each)
                .toList();
        Collected collected = RecordCopy.with(passed.collected(), "instances", instances);
        String page = ReportPage.render(
                RecordCopy.with(passed, "collected", collected, "tiers", TierUses.of(collected, 1_000)), Links.BESIDE);

        assertThat(page)
                .containsPattern("</i>application servers</th>(<td[^>]*>[^<]*</td>){3}<td class=\"n wide\">67 %</td>")
                .containsPattern(
                        "</i>relational database</th>(<td[^>]*>[^<]*</td>){3}<td class=\"n wide\">no limit</td>");
    }

    private static AppUse idle(AppUse app) {
        return RecordCopy.with(
                app,
                "pools",
                List.of(new AppUse.Pool("main", 20, 7, 0, 0, 0, 0)),
                "caches",
                List.of(new AppUse.Cache("sessions", 0, 0, 0)));
    }

    @Test
    void theLimitsOfColouredOperationsAreDrawn() {
        String page = ReportPage.render(SampleResults.overloaded(), Links.BESIDE);

        assertThat(page).contains(">limit 2 s</text>", "class=\"bound\"");
    }
}
