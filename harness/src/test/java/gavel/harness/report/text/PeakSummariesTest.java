package gavel.harness.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.peak.Conclusion;
import gavel.harness.peak.Peak;
import gavel.harness.peak.PeakResult;
import gavel.harness.peak.PlatformResult;
import gavel.harness.peak.Probe;
import gavel.harness.peak.ProbeResult;
import gavel.harness.peak.Step.Purpose;
import gavel.harness.peak.pair.PairConclusion;
import gavel.harness.peak.pair.PairResult;
import gavel.harness.peak.pair.PairSide;
import gavel.harness.peak.pair.Ratio;
import gavel.harness.report.html.Links;
import gavel.harness.report.page.PlatformPage;
import gavel.harness.report.page.ScalePage;
import gavel.harness.result.RecordCopy;
import gavel.harness.result.RunInfo;
import gavel.harness.result.efficiency.Price;
import gavel.harness.scale.SampleSweeps;
import gavel.harness.scale.ScaleResult;
import gavel.harness.scale.ScalingLine;
import gavel.harness.scale.SweepPoint;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Searches, several of them, pairs and sweeps in words. */
class PeakSummariesTest {
    private static final Path PAGE = Path.of("results/x/report.html");
    private static final RunInfo RUN =
            SampleSweeps.peak(SampleSweeps.found(1_000), 0.5).run();

    private static PeakResult search(Conclusion conclusion) {
        return SampleSweeps.peak(conclusion, 0.5);
    }

    /** Two cores and 24 GiB: 1,000 / 2 and 1,000 / 24 = 41.67, and the ends of the interval over the same. */
    @Test
    void theWholeOutputOfASearch() {
        PeakResult result =
                search(SampleSweeps.found(1_000)).with(new Price(0.5, "EUR", "the whole; prices of 2026-11-01"));
        assertThat(PeakSummary.lines(result, PAGE))
                .containsExactly(
                        "In this search of 22.0 min the peak was 1,000 users, 90 % interval of this search 980 to 1,020"
                                + " (real services, length standard, profile liveauction).",
                        "",
                        "  of peak       users   operations/s        p50        p99  verdict",
                        "  50 %            500          200.0     120 ms     1.40 s     PASS",
                        "  103 %         1,030          412.0     120 ms     1.40 s     FAIL",
                        "  (the largest p50 and p99 of any operation of people)",
                        "Bottleneck  app1 used 96 % of its CPU quota of 0.10 cores.",
                        "Audit       5 invariants, no violation",
                        "Time        22.0 min, predicted: 25.0 min; 2 probes",
                        "Per core    500 users (490 to 510), with 2.00 cores: the whole machine, its drivers included",
                        "Per GiB     41.7 users (40.8 to 42.5), with 24.0 GiB: the whole machine, its drivers included",
                        "Per EUR/h   2,000 users (1,960 to 2,040), with 0.500 EUR/h: the whole; prices of 2026-11-01",
                        "Next        `gavel peak --repeat 3 --hint 1000` with the same configuration gives an interval of the platform",
                        "Report      results/x/report.html");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            AT_LEAST           | 1234 | all passed | at least 1,234 users   | The peak is at least 1,234 users; how far above is not known (
            BEYOND_MEMORY      | 1234 | no memory  | at least 1,234 users   | The peak is at least 1,234 users; a machine lacks memory for more (
            BEYOND_DESCRIPTORS | 1234 | no files   | at least 1,234 users   | The peak is at least 1,234 users; a process here lacks descriptors for more (
            NONE               | 10   | all failed | fewer than 10 users    | The peak is below 10 users; how far below is not known (
            INVALID            | 0    | it broke   | no number              | There is no number: it broke.
            """)
    void eachEndingHasItsWords(Conclusion.Kind kind, int users, String reason, String brief, String first) {
        PeakResult result = search(new Conclusion(kind, null, users, reason));

        assertThat(PeakSummary.briefly(result.conclusion())).isEqualTo(brief);
        List<String> lines = PeakSummary.lines(result, null);
        assertThat(lines.getFirst()).startsWith(first);
        assertThat(lines.contains("Note        " + reason)).isEqualTo(kind != Conclusion.Kind.INVALID);
        assertThat(lines).noneMatch(line -> line.contains("of peak") || line.startsWith("Bottleneck"));
    }

    @Test
    void aPeakOfFewUsersHasADecimal() {
        PeakResult result = search(SampleSweeps.found(83.6));

        assertThat(PeakSummary.briefly(result.conclusion())).isEqualTo("83.6 users");
        assertThat(PeakSummary.sentence(result))
                .contains(" the peak was 83.6 users, 90 % interval of this search 81.9 to 85.3 (");
    }

    @Test
    void aReasonThatIsASentenceEndsWithOneFullStop() {
        assertThat(PeakSummary.sentence(search(new Conclusion(Conclusion.Kind.INVALID, null, 0, "It broke."))))
                .isEqualTo("There is no number: It broke.");
    }

    @Test
    void aProbeIsALineOfFixedColumns() {
        PeakResult result = search(SampleSweeps.found(1_000));
        assertThat(PeakSummary.line(result.probes().getLast()))
                .isEqualTo(
                        "probe 2    1,030 users  FAIL      2.50 of the limit (Home late), measured 180 s, in all 4.4 min");
        assertThat(PeakSummary.line(result.levels().getFirst()))
                .isEqualTo(
                        "level        500 users  PASS      0.40 of the limit (Home late), measured 180 s, in all 4.4 min");
        assertThat(PeakSummary.line(new ProbeResult(
                        3,
                        Purpose.BRACKET,
                        new Probe(2_819, Probe.Outcome.INVALID, 67),
                        "4 s pool late",
                        "app1 (appServers) vanished without an order.",
                        0,
                        30,
                        84,
                        0,
                        null,
                        null,
                        null)))
                .isEqualTo("probe 3    2,819 users  INVALID app1 (appServers) vanished without an order, in all 84 s");
    }

    @Test
    void theLadderEndsWithTheValidProbeNearestToThePeak() {
        assertThat(PeakSummary.ladder(search(SampleSweeps.found(1_029))))
                .extracting(found -> found.probe().users())
                // Half of 1,029, and 0.97 and 1.03 times of it: 998 is 31 away, 1,059 is 30.
                .containsExactly(514, 1_059);
    }

    /** 1,000 / 800 is 1.25 and 1,210 / 1,000 is 1.21, whose use of the processors is that of the peak, too. */
    @Test
    void whatIsNearestIsSoByTheRatio() {
        PeakResult found = search(SampleSweeps.found(1_000));
        List<ProbeResult> probes = List.of(
                with(found.probes().getFirst(), 800), with(found.probes().getLast(), 1_210));
        PeakResult result = RecordCopy.with(found, "probes", probes);
        assertThat(PeakSummary.ladder(result)).last().isEqualTo(probes.getLast());
        assertThat(result.atPeak().tiers()).isEqualTo(probes.getLast().use().tiers());
    }

    private static ProbeResult with(ProbeResult found, int users) {
        return RecordCopy.with(found, "probe", RecordCopy.with(found.probe(), "users", users));
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "null",
            value = {"null, –", "0.4, 0.40 ms", "999.6, 1.00 s", "1400, 1.40 s"})
    void aLatencyThatIsNotKnownIsADash(Double millis, String shown) {
        assertThat(PeakSummary.latency(millis)).isEqualTo(shown);
    }

    private static PlatformResult platform(Peak peak, double scatter, String reason, Conclusion... conclusions) {
        List<PlatformResult.Search> searches = new ArrayList<>();
        for (int i = 0; i < conclusions.length; i++) {
            searches.add(new PlatformResult.Search(
                    "search-" + (i + 1),
                    Instant.parse("2026-03-14T22:59:59Z").plusSeconds(3_600L * i),
                    conclusions[i]));
        }
        return new PlatformResult(1, RUN, searches, peak, scatter, reason, 9_300, null, List.of());
    }

    /** Times are those of UTC, whatever the zone of the machine is. */
    @Test
    void theWholeOutputOfSeveralSearches() {
        PlatformResult result = platform(
                new Peak(940.4, 1_000, 1_060.5),
                0.0234,
                "",
                SampleSweeps.found(980),
                SampleSweeps.found(1_020),
                new Conclusion(Conclusion.Kind.INVALID, null, 0, "the driver was late"));
        assertThat(PlatformSummary.lines(result, PAGE))
                .containsExactly(
                        "By 3 searches from 2026-03-14 09:26 to 2026-03-14 12:01 UTC the platform's peak is 1,000 users,"
                                + " 90 % interval 940 to 1,061; the scatter between searches is in it, 2.3 % beyond their own errors."
                                + " Invalid, and left out: 1.",
                        "",
                        "  2026-03-14 22:59  found             980 (960 to 1,000)  search-1",
                        "  2026-03-14 23:59  found             1,020 (1,000 to 1,040)  search-2",
                        "  2026-03-15 00:59  invalid           no number  search-3",
                        "  (each with the interval of its own search)",
                        "Compare     gavel compare search-1,search-2 OTHERS",
                        "Report      results/x/report.html");
        assertThat(PlatformSummary.briefly(result)).isEqualTo("1,000 users");
    }

    /** In no words of the file, neither in the terminal nor on the page. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            AT_LEAST           | a bound
            BEYOND_MEMORY      | lacks memory
            BEYOND_DESCRIPTORS | lacks descriptors
            NONE               | a bound
            """)
    void howASearchEndedIsSaidInWords(Conclusion.Kind kind, String words) {
        PlatformResult result = platform(
                null, 0, "too few", SampleSweeps.found(980), new Conclusion(kind, null, 1_234, "no more was allowed"));
        assertThat(PlatformSummary.lines(result, null))
                .as("compare would refuse all of them for one without a peak")
                .contains("Compare     gavel compare search-1 OTHERS")
                .anyMatch(line -> line.startsWith("  2026-03-14 23:59  " + words + " "))
                .noneMatch(line -> line.contains(kind.name()));
        assertThat(PlatformPage.render(result, Links.BESIDE))
                .contains(">" + words + "<")
                .doesNotContain(kind.name());
    }

    @Test
    void withoutScatterTheirErrorsExplainIt() {
        assertThat(PlatformSummary.sentence(platform(
                        new Peak(990, 1_000, 1_010), 0, "", SampleSweeps.found(1_000), SampleSweeps.found(1_000))))
                .endsWith(
                        " 90 % interval 990 to 1,010; the searches lie no farther apart than their own errors explain.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"only one found a peak", "only one found a peak."})
    void withoutAnIntervalTheReasonIsToldOnce(String reason) {
        PlatformResult none = platform(null, 0, reason, SampleSweeps.found(980), SampleSweeps.found(1_020));
        assertThat(PlatformSummary.sentence(none))
                .isEqualTo(
                        "2 searches from 2026-03-14 09:26 to 2026-03-14 12:01 UTC give no interval of the platform's peak:"
                                + " only one found a peak.");
        assertThat(PlatformSummary.briefly(none)).isEqualTo("no interval");
    }

    private static PairResult pair(PairConclusion conclusion, String... differences) {
        return new PairResult(
                1,
                RUN,
                SampleSweeps.SEARCH,
                conclusion,
                List.of(differences),
                new PairSide(null, 1_000.4, null, null, null),
                new PairSide(null, 0, null, null, null),
                List.of(),
                1_320,
                List.of("a remark"));
    }

    @Test
    void theWholeOutputOfAPair() {
        PairConclusion different = new PairConclusion(
                PairConclusion.Kind.DIFFERENT, new Ratio(1.0501, 1.1004, 1.1506), 9, "the interval is wide");
        assertThat(PairSummary.lines(pair(different, "appServers.cpu: 1 / 2"), PAGE))
                .containsExactly(
                        "The peak of the second configuration is 1.100 times that of the first, 90 % interval 1.050 to 1.151"
                                + " (9 blocks in 22.0 min).",
                        "",
                        "Note        the interval is wide",
                        "Differs     appServers.cpu: 1 / 2",
                        "first       peak near 1,000 users by its last probes",
                        "Note        a remark",
                        "Report      results/x/report.html");
    }

    /** As where a disk was full, or somebody deleted it. */
    @Test
    void withoutAPageNoneIsNamed() {
        assertThat(PairSummary.lines(pair(PairConclusion.invalid("it broke")), null))
                .last()
                .isEqualTo("Note        a remark");
        assertThat(PlatformSummary.lines(platform(null, 0, "too few", SampleSweeps.found(980)), null))
                .last()
                .asString()
                .startsWith("Compare     gavel compare ");
    }

    /** The end that is farther from 1 is what no difference is larger than: 1.061 - 1 against 1 - 0.97. */
    @ParameterizedTest
    @CsvSource({"0.97, 1.061, 6.1", "0.9, 1.05, 10.0", "1, 1, 0.0"})
    void withoutADifferenceTheFartherEndIsTold(double lower, double upper, String percent) {
        PairConclusion alike = new PairConclusion(PairConclusion.Kind.NO_DIFFERENCE, new Ratio(lower, 1, upper), 1, "");
        assertThat(PairSummary.sentence(pair(alike)))
                .startsWith("No difference larger than " + percent
                        + " %: the peak of the second configuration is 1.000 times")
                .endsWith(" (1 block in 22.0 min).");
        assertThat(PairSummary.differences(pair(alike)))
                .containsExactly("nothing: a configuration was compared with itself");
    }

    @ParameterizedTest
    @ValueSource(strings = {"it broke", "it broke."})
    void anInvalidPairSaysWhyAndNotTwice(String reason) {
        PairResult result = pair(PairConclusion.invalid(reason));
        assertThat(PairSummary.lines(result, PAGE))
                .startsWith(
                        "There is no ratio: it broke.",
                        "",
                        "Differs     nothing: a configuration was compared with itself")
                .doesNotContain("Note        " + reason);
        assertThat(PairSummary.briefly(result.conclusion())).isEqualTo("no ratio");
    }

    /**
     * Peaks of 100, 200 and 300 users with 2 % to either side: the line is exact, so its error is that of the searches, 0.02 / 1.6449 of a
     * peak each. Fieller's interval with one degree of freedom (t = 6.3138) is 0.852 to 1.167.
     */
    @Test
    void theWholeOutputOfASweep() {
        assertThat(ScaleSummary.lines(SampleSweeps.line(3), PAGE))
                .containsExactly(
                        "From 1 to 3 application servers the peak grows from 100 to 300 users: each further server adds 100 %"
                                + " of what the first one carries; with 90 % confidence, by the searches of this sweep, 85 to 117 %.",
                        "",
                        "  servers       peak (of its search)    fitted of n·N(1)   quota  machine  CPU/op  bottleneck",
                        "        1          100 (98.0 to 102)       100      1.00    96 %     50 % 2.50 ms  quota application servers",
                        "        2           200 (196 to 204)       200      1.00    96 %     50 % 2.50 ms  quota application servers",
                        "        3           300 (294 to 306)       300      1.00    96 %     50 % 2.50 ms  quota application servers",
                        "",
                        "Time        1 h 6 min, predicted: 2 h 30 min",
                        "Note        Driver and application shared cores: the figure is for both together.",
                        "Report      results/x/report.html");
    }

    @Test
    void aPointThatDoesNotCountSaysWhy() {
        ScaleResult result = SampleSweeps.sweep(List.of(
                SampleSweeps.point(1, SampleSweeps.found(100), 0.5),
                SampleSweeps.point(2, SampleSweeps.found(200), 0.93),
                SweepPoint.missing(3, "not measured yet", 0)));

        assertThat(ScaleSummary.sentence(result))
                .isEqualTo(
                        "The sweep is not complete: 2 of 3 searches ended."
                                + " There is no slope: of 3 numbers of application servers only the point with 1 server counts.");
        assertThat(ScaleSummary.lines(result, null))
                .anyMatch(line -> line.endsWith(
                        "(does not count: machine-limited: 93 % of the machine was busy, at most 85 may be)"))
                .anyMatch(line -> line.matches(" +3 +– +– +– +– +– +–  –  \\(does not count: not measured yet\\)"));
        assertThat(ScaleSummary.briefly(result)).isEqualTo("not complete");
        assertThat(ScaleSummary.tone(result)).isEqualTo("invalid");
    }

    @ParameterizedTest
    @CsvSource(nullValues = "null", delimiter = '|', textBlock = """
            0.8   | 0.71  | 0.89  | 3 | each server adds 80 % | pass | adds 80 % of what the first one carries; with 90 % confidence, by the searches of this sweep, 71 to 89 %.
            0.8   | null  | null  | 2 | each server adds 80 %, no interval | info | adds 80 % of what the first one carries; two points have no interval, so it is not known how sure that is.
            0.8   | null  | null  | 5 | each server adds 80 %, no interval | info | adds 80 % of what the first one carries; the points say too little for an interval, so it is not known how sure that is.
            -0.13 | -0.20 | -0.05 | 3 | each server takes away 13 % | pass | takes away 13 % of what the first one carries; with 90 % confidence, by the searches of this sweep, it adds -20 to -5 %.
            """)
    void aSlopeIsToldAsSureAsItIs(
            double efficiency, Double lower, Double upper, int points, String brief, String tone, String end) {
        ScaleResult line = SampleSweeps.line(3);
        ScaleResult result = RecordCopy.with(
                line,
                "line",
                new ScalingLine(
                        0, 100, efficiency, lower, upper, points, line.line().curve()));
        assertThat(ScaleSummary.sentence(result)).endsWith(" users: each further server " + end);
        assertThat(ScaleSummary.briefly(result)).isEqualTo(brief);
        assertThat(ScaleSummary.tone(result)).isEqualTo(tone);
    }

    /** 100 users for each server, and 50 fewer than none at one. */
    @Test
    void whereOneServerWouldCarryNoneTheSlopeIsNoShare() {
        ScaleResult line = SampleSweeps.line(3);
        ScaleResult result = RecordCopy.with(
                line,
                "line",
                new ScalingLine(-150, 100, -2, null, null, 3, line.line().curve()));
        assertThat(ScaleSummary.sentence(result))
                .endsWith(" users: each further server adds 100 users, which is no share of one server's, as that would"
                        + " carry none by the line; the points say too little for an interval, so it is not known how"
                        + " sure that is.");
        assertThat(ScaleSummary.briefly(result)).isEqualTo("each server adds 100 users, no interval");
        assertThat(ScalePage.render(result, Links.BESIDE)).contains("one server would carry none by the line");
    }

    @Test
    void whatCountsFromTwoServersOnIsExtrapolated() {
        ScaleResult result = SampleSweeps.sweep(List.of(
                SampleSweeps.point(1, SampleSweeps.found(100), 0.93),
                SampleSweeps.point(2, SampleSweeps.found(200), 0.5),
                SampleSweeps.point(3, SampleSweeps.found(300), 0.5)));
        assertThat(ScaleSummary.sentence(result))
                .startsWith(
                        "From 2 to 3 application servers the peak grows from 200 to 300 users: each further server adds 100 % of"
                                + " what one would carry by the line (extrapolated: no point with 1 server counts); ");
    }

    @Test
    void whatIsTheSameAsPrintedDoesNotGrow() {
        ScaleResult result = SampleSweeps.sweep(List.of(
                SampleSweeps.point(1, SampleSweeps.found(400.2), 0.5),
                SampleSweeps.point(2, SampleSweeps.found(400.4), 0.5)));
        assertThat(ScaleSummary.sentence(result))
                .contains(" the peak stays at 400 users: each further server adds 0 % of ");
    }
}
