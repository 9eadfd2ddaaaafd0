package gavel.harness.report.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.compare.ComparedResult;
import gavel.harness.compare.Comparison;
import gavel.harness.compare.History;
import gavel.harness.compare.Regressions;
import gavel.harness.elastic.SamplePasses;
import gavel.harness.failover.SampleWalks;
import gavel.harness.failover.ServiceLoss;
import gavel.harness.kind.ElasticKind;
import gavel.harness.kind.FailoverKind;
import gavel.harness.kind.PeakKind;
import gavel.harness.kind.RunKind;
import gavel.harness.report.SampleResults;
import gavel.harness.result.JsonFile;
import gavel.harness.result.RecordCopy;
import gavel.harness.result.RunResult;
import gavel.harness.scale.SampleSweeps;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A comparison as page, JSON and Markdown, and what a pipeline stops for. */
class ComparisonOutputsTest {
    private static List<ComparedResult> searches(double... peaks) {
        return DoubleStream.of(peaks)
                .mapToObj(peak -> new PeakKind().compared(SampleSweeps.peak(SampleSweeps.found(peak), 0.5)))
                .toList();
    }

    private static Comparison of(List<ComparedResult> first, List<ComparedResult> second) {
        return Comparison.of(List.of(first, second), false, History.NONE);
    }

    private static final Comparison SLOWER = of(searches(1_000, 1_010, 990), searches(900, 905, 895));
    private static final Comparison EQUAL = of(searches(1_000, 1_050, 950), searches(1_010, 1_040, 960));
    private static final Comparison SINGLES = of(searches(1_000), searches(900));

    @ParameterizedTest
    @CsvSource({"0, 1", "9, 1", "11, 0", "100, 0"})
    void aPeakThatIsSurelyLowerIsWorseBeyondWhatIsPermitted(double percent, int worse) {
        Regressions regressions = Regressions.of(SLOWER, percent);

        assertThat(regressions.worse()).hasSize(worse);
        assertThat(regressions.unknown()).isEmpty();
    }

    @Test
    void whatIsWorseIsSaidWithItsInterval() {
        assertThat(Regressions.of(SLOWER, 0).worse().getFirst())
                .matches("peak users of B is worse than that of A: -10\\.0 % \\(-1\\d\\.\\d to -\\d\\.\\d %\\)");
    }

    @Test
    void whatIsHigherOrWithinTheNoiseIsNotWorse() {
        assertThat(Regressions.of(EQUAL, 0)).isEqualTo(new Regressions(List.of(), List.of()));
        Comparison faster = of(searches(900, 905, 895), searches(1_000, 1_010, 990));
        assertThat(Regressions.of(faster, 0).worse()).isEmpty();
    }

    /** Lost data, failed operations and late news are in no figure. */
    @Test
    void aSideThatFailedIsWorseWhateverItsFigures() {
        List<ComparedResult> good = searches(1_000, 1_010, 990);
        List<ComparedResult> bad = new ArrayList<>(good);
        bad.set(
                1,
                RecordCopy.with(
                        good.get(1),
                        "id",
                        "run-2",
                        "outcome",
                        new ComparedResult.Outcome("FAIL", "2 bids are lost", "")));

        assertThat(Regressions.of(of(good, bad), 100))
                .isEqualTo(new Regressions(List.of("run-2 of B is a FAIL: 2 bids are lost"), List.of()));
        assertThat(Regressions.of(of(bad, good), 100)).isEqualTo(new Regressions(List.of(), List.of()));
    }

    @Test
    void singleSearchesDoNotSay() {
        assertThat(Regressions.of(SINGLES, 0).worse()).isEmpty();
        assertThat(Regressions.of(SINGLES, 0).unknown())
                .singleElement()
                .asString()
                .startsWith("the noise of peak users of B is not known");
    }

    /** Three walks whose fault took so much service each. */
    private static List<ComparedResult> walks(Path directory, String side, double... lost) throws IOException {
        List<ComparedResult> walks = new ArrayList<>();
        for (double seconds : lost) {
            Path walk = Files.createDirectories(directory.resolve(side + walks.size()));
            JsonFile.write(
                    walk.resolve("failover.json"),
                    SampleWalks.walk(1, "", false, SampleWalks.fault(1, SampleWalks.KILL, seconds, 3)));
            walks.add(new FailoverKind().compared(side, walk));
        }
        return walks;
    }

    /** 2 s were lost until the wait was over, and more afterwards: that is not known to be less than 3 s. */
    @Test
    void aLossThatWasNotOverIsNotHeldAgainstOneThatWas(@TempDir Path directory) throws IOException {
        JsonFile.write(
                directory.resolve("failover.json"),
                SampleWalks.walk(
                        1,
                        "",
                        false,
                        RecordCopy.with(
                                SampleWalks.fault(1, SampleWalks.KILL, 2, 3), "loss", new ServiceLoss(1, null, 2))));
        Comparison comparison =
                of(walks(directory, "three", 3), List.of(new FailoverKind().compared("cold", directory)));

        assertThat(comparison.rows())
                .extracting(Comparison.Row::figure)
                .containsExactly("redundancy after kill of app1 s");
        assertThat(Regressions.of(comparison, 10).unknown())
                .anyMatch(figure -> figure.startsWith("lost at least by kill of app1 s is 0, or not known"));
    }

    /** What a fault takes is a loss: three times as much is worse, and a third of it is not. */
    @Test
    void moreServiceLostIsWorseAndLessIsNot(@TempDir Path directory) throws IOException {
        List<ComparedResult> three = walks(directory, "three", 3, 3.1, 2.9);
        List<ComparedResult> nine = walks(directory, "nine", 9, 9.1, 8.9);

        assertThat(Regressions.of(of(three, nine), 10).worse())
                .singleElement()
                .asString()
                .startsWith("lost by kill of app1 s of B is worse than that of A: +200");
        assertThat(Regressions.of(of(nine, three), 10)).isEqualTo(new Regressions(List.of(), List.of()));
        assertThat(ComparisonPage.render(of(three, nine), List.of())).contains("class=\"bad\">+200");
        assertThat(ComparisonJson.of(of(three, nine)).figures())
                .extracting(ComparisonJson.Figure::lowerIsBetter)
                .containsOnly(true);
    }

    /** A figure that was 0 has no ratio, and what is lost now must not pass for no difference. */
    @Test
    void whatWasNoLossBeforeIsNotPassedOver(@TempDir Path directory) throws IOException {
        List<ComparedResult> none = walks(directory, "none", 0, 0, 0);
        List<ComparedResult> nine = walks(directory, "nine", 9, 9.1, 8.9);
        Comparison comparison = of(none, nine);

        String said = "lost by kill of app1 s is 0, or not known, in some of the results: there is no ratio of it";
        assertThat(Regressions.of(comparison, 10)).isEqualTo(new Regressions(List.of(), List.of(said)));
        assertThat(comparison.warnings()).contains(said);
        assertThat(Regressions.of(of(nine, none), 10))
                .as("nothing lost is not worse")
                .isEqualTo(new Regressions(List.of(), List.of()));
    }

    /** Of a follower of the load: more time with too few servers is worse, more people served well is better. */
    @Test
    void everyFigureOfAFollowerHasItsDirection(@TempDir Path directory) throws IOException {
        JsonFile.write(
                directory.resolve("elastic.json"), SamplePasses.result(1, true, false, SamplePasses.pass(1, 60)));
        ComparedResult pass = new ElasticKind().compared("pass", directory);

        assertThat(ComparisonJson.of(of(List.of(pass), List.of(pass))).figures())
                .allSatisfy(figure -> assertThat(figure.lowerIsBetter())
                        .as(figure.figure())
                        .isNotEqualTo(figure.figure().equals("user time served well")))
                .extracting(ComparisonJson.Figure::figure)
                .contains("user time served well", "server time of demanded");
    }

    /** With one decimal 60 % of user time served well would be the same as 64 %. */
    @Test
    void aShareHasDigitsEnoughToDiffer(@TempDir Path directory) throws IOException {
        JsonFile.write(
                directory.resolve("elastic.json"), SamplePasses.result(1, true, false, SamplePasses.pass(1, 60)));
        ComparedResult pass = new ElasticKind().compared("pass", directory);
        Comparison comparison = of(List.of(pass), List.of(pass));

        assertThat(comparison.lines())
                .contains("A           1 elastic result: 1 MEASURED")
                .anyMatch(line -> line.matches(
                        "  user time served well +0\\.600 +0\\.600   not known from single results \\(.*"));
        assertThat(ComparisonMarkdown.of(comparison)).contains("| user time served well | 0.600 | 0.600 |");
        assertThat(ComparisonPage.render(comparison, List.of()))
                .contains(">user time served well</th><td class=\"n\">0.600</td><td class=\"n\">0.600</td>");
    }

    @Test
    void programsReadNullWhereNothingIsKnown() {
        ComparisonJson json = ComparisonJson.of(SINGLES);

        assertThat(json.sides()).extracting(ComparisonJson.Side::name).containsExactly("A", "B");
        ComparisonJson.Figure peak = json.figures().getFirst();
        assertThat(peak.figure()).isEqualTo("peak users");
        assertThat(peak.lowerIsBetter()).isFalse();
        assertThat(peak.estimates().getFirst().lower()).isNull();
        assertThat(peak.differences().getFirst())
                .satisfies(
                        over -> assertThat(over.percent()).isCloseTo(-10, org.assertj.core.api.Assertions.within(1e-9)))
                .satisfies(over -> assertThat(over.lower()).isNull())
                .satisfies(over -> assertThat(over.call()).isEqualTo("UNKNOWN"));
        assertThat(ComparisonJson.of(SLOWER)
                        .figures()
                        .getFirst()
                        .differences()
                        .getFirst()
                        .call())
                .isEqualTo("DIFFERENCE");
    }

    @Test
    void aCommentHasATableAndNothingOfANameIsMarkup() {
        String comment = ComparisonMarkdown.of(SLOWER);

        assertThat(comment)
                .contains("| | A | B | B over A |\n|---|--:|--:|---|\n", "| peak users | 1,000.0 | 900.0 | -10.0 % (")
                .contains("* **A** 20260314-092653-small FOUND: 1,000 users");
        ComparedResult evil = searches(1_000).getFirst();
        ComparedResult named = new ComparedResult(
                "<img>|`x`[a](b)\n# head",
                evil.outcome(),
                evil.must(),
                evil.should(),
                evil.figures(),
                evil.peak(),
                evil.speed(),
                evil.settings());
        assertThat(ComparisonMarkdown.of(of(List.of(named), searches(900))))
                .contains("\\<img\\>\\|\\`x\\`\\[a\\](b) \\# head")
                .doesNotContain("<img>", "\n# head");
    }

    @Test
    void aSideAloneHasItsIntervalInACommentToo() {
        Comparison alone = Comparison.of(List.of(searches(1_000, 1_010, 990)), false, History.NONE);

        assertThat(ComparisonMarkdown.of(alone))
                .contains("\n| | A |\n|---|--:|\n")
                .containsPattern("\\| peak users \\| 1,000\\.0 \\(983\\.\\d to 1,01\\d\\.\\d\\) \\|");
    }

    /** 2 % of the time and 3 % are not 0.0 and 0.0. */
    @Test
    void sharesHaveDigitsThatTellThemApart() {
        Comparison shares = of(List.of(share(0.0213)), List.of(share(0.0301)));

        assertThat(shares.lines()).last().asString().contains(" 0.0213 ", " 0.0301 ");
        assertThat(ComparisonMarkdown.of(shares)).contains("| time with too few | 0.0213 | 0.0301 |");
        assertThat(ComparisonPage.render(shares, List.of())).contains("0.0213", "0.0301");
    }

    private static ComparedResult share(double value) {
        ComparedResult any = searches(1_000).getFirst();
        return new ComparedResult(
                any.id(),
                any.outcome(),
                any.must(),
                any.should(),
                Map.of("time with too few", value),
                List.of(),
                any.speed(),
                any.settings());
    }

    @Test
    void aPageOfSearchesShowsEachPeakWithItsInterval() {
        String page = ComparisonPage.render(SLOWER, List.of());

        assertThat(page)
                .contains("<h1><em>peak users of B over A: -10.0 % (", "id=\"peaks\"", "class=\"bad\">-10.0 % (")
                .contains("1,000.0 (", "point s1", "point s2")
                .doesNotContain("id=\"distributions\"", "NaN", "<script");
    }

    @Test
    void aPageOfRunsDrawsDistributionsOverEachOtherAndNamesSettings() {
        RunResult run = SampleResults.passed();
        ComparedResult one = new RunKind().compared(run);
        Comparison comparison = Comparison.of(List.of(List.of(one), List.of(one)), false, History.NONE);
        String page = ComparisonPage.render(comparison, List.of(List.of(run), List.of(run)));

        assertThat(page)
                .contains("id=\"distributions\"", "line s1\" data-name=\"A\"", "line s2\" data-name=\"B\"")
                .contains("not known from single runs", "id=\"settings\"", ">None.</p>")
                .doesNotContain("id=\"peaks\"", "NaN");
    }
}
