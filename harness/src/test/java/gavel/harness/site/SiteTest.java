package gavel.harness.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.failure.ConfigurationException;
import gavel.harness.file.Directories;
import gavel.harness.kind.PairKind;
import gavel.harness.kind.ResultKinds;
import gavel.harness.kind.ScaleKind;
import gavel.harness.peak.PeakResult;
import gavel.harness.peak.pair.PairConclusion;
import gavel.harness.peak.pair.PairResult;
import gavel.harness.peak.pair.PairSide;
import gavel.harness.peak.pair.Ratio;
import gavel.harness.scale.SampleSweeps;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sites from results, of which some are somebody's joke. */
class SiteTest {
    @TempDir
    private Path home;

    private Path results;
    private Path output;
    private SampleSite sample;

    @BeforeEach
    void twoMachines() throws IOException {
        results = home.resolve("results");
        output = home.resolve("site");
        sample = new SampleSite(results);
        sample.add("red", "small", 1_000, 0);
        sample.add("blue", "small", 1_200, 30);
        sample.addRun("red", "20260314-092653-minimal");
    }

    private Site.Made make() throws IOException {
        return Site.make(ResultKinds.KNOWN, List.of(results), output);
    }

    private String index() throws IOException {
        return SampleSite.text(output.resolve("index.html"));
    }

    @Test
    void everyResultHasARowAndAReportOfItsOwn() throws IOException {
        Site.Made made = make();

        assertThat(made.results()).isEqualTo(3);
        assertThat(made.leftOut()).isEmpty();
        assertThat(made.page()).isEqualTo(output.resolve("index.html"));
        for (String name : List.of("20261101-080000-small", "20261102-080000-small", "20260314-092653-minimal")) {
            assertThat(index()).contains("<a href=\"reports/" + name + ".html\">" + name + "</a>");
            assertThat(output.resolve("reports/" + name + ".html"))
                    .content()
                    .contains("<a href=\"../index.html\">All results</a>");
        }
    }

    @Test
    void theRatioOfAComparisonStandsInItsRow() throws IOException {
        PeakResult search = SampleSweeps.peak(SampleSweeps.found(1_000), 0.5);
        PairSide side = new PairSide(search.climb(), 1_000, null, search.auditAfter(), search.disclosure());
        new PairKind()
                .write(
                        new PairResult(
                                PairResult.SCHEMA_VERSION,
                                search.run(),
                                search.search(),
                                new PairConclusion(PairConclusion.Kind.DIFFERENT, new Ratio(0.78, 0.8, 0.82), 9, ""),
                                List.of("appServers.cpu: 1  /  0.8"),
                                side,
                                side,
                                List.of(),
                                60,
                                List.of()),
                        results.resolve("red/20260314-092653-pair"));
        make();

        assertThat(index())
                .contains("DIFFERENT</span><small class=\"brief\">ratio of the peaks: 0.800 (0.780 to 0.820)");
    }

    @Test
    void aReportOfTheSiteLeadsToNothingThatIsNotThere() throws IOException {
        new ScaleKind().write(SampleSweeps.line(3), results.resolve("red/20260314-092653-sweep"));
        make();

        assertThat(results.resolve("red/20260314-092653-sweep/report.html"))
                .content()
                .contains("href=\"app-servers-1/", "scale.json and scale.csv beside this page");
        try (Stream<Path> reports = Files.list(output.resolve("reports"))) {
            assertThat(reports).hasSize(4).allSatisfy(report -> assertThat(SampleSite.text(report))
                    .contains(" in the result&#39;s own directory")
                    .doesNotContain("/report.html\"", "beside this page", "number leads to"));
        }
    }

    @Test
    void nothingIsAskedFromANetworkAndNoScriptButItsOwnRuns() throws IOException {
        make();

        for (String page : List.of("index.html", "differences.html")) {
            assertThat(SampleSite.text(output.resolve(page)))
                    .contains("default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-")
                    .doesNotContain("http://", "https://", "src=", "<link", "@import", "url(");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "{}",
                "{\"schemaVersion\": 99}",
                "{\"schemaVersion\": 2}",
                "{\"schemaVersion\": 2, \"run\": {}, \"conclusion\": {\"kind\": \"FOUND\"}}",
                "<script>alert(1)</script>",
                "\u0000\u0001",
            })
    void whatIsNoResultIsNamedAndTheOthersAreShown(String content) throws IOException {
        Path bad = Files.createDirectories(results.resolve("red/20261101-090000-bad"));
        Files.writeString(bad.resolve("peak.json"), content);

        Site.Made made = make();

        assertThat(made.results()).isEqualTo(3);
        assertThat(made.leftOut())
                .extracting(LeftOut::what)
                .containsExactly(bad.toRealPath().toString());
        assertThat(index()).contains("Left out", "20261101-090000-bad").doesNotContain("<script>alert");
    }

    @Test
    void whereNothingCanBeShownNothingIsLeft() throws IOException {
        Path bad = Files.createDirectories(home.resolve("bad/20261101-090000-bad"));
        Files.writeString(bad.resolve("peak.json"), "{}");

        assertThatThrownBy(() -> Site.make(ResultKinds.KNOWN, List.of(bad), output))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageStartingWith("none of these results can be shown: ");
        assertThat(output).doesNotExist();

        make();
        assertThatThrownBy(() -> Site.make(ResultKinds.KNOWN, List.of(bad), output))
                .isInstanceOf(ConfigurationException.class);
        assertThat(index()).as("the earlier site").contains("20261101-080000-small");
    }

    @Test
    void deepAndHugeFilesCostNothing() throws IOException {
        Path deep = Files.createDirectories(results.resolve("red/20261101-090000-deep"));
        Files.writeString(deep.resolve("result.json"), "{\"run\":" + "[".repeat(200_000));
        Path huge = Files.createDirectories(results.resolve("red/20261101-090000-huge"));
        try (RandomAccessFile file =
                new RandomAccessFile(huge.resolve("result.json").toFile(), "rw")) {
            file.setLength(1L << 34);
        }

        assertThat(make().leftOut())
                .extracting(LeftOut::why)
                .hasSize(2)
                .contains("its result.json must be at most 16 MiB: 16384 MiB");
    }

    @Test
    void figuresThatCannotBeAreLeftOut() throws IOException {
        Path forged = sample.add("red", "forged", 900, 2).resolve("peak.json");
        Files.writeString(forged, Files.readString(forged).replaceFirst("\"users\" : \\d+", "\"users\" : -1"));

        assertThat(make().leftOut()).hasSize(1).first().satisfies(each -> assertThat(each.why())
                .contains("has figures that cannot be"));
    }

    /** It ended the whole site when the table was made. */
    @Test
    void usersPerNothingAreLeftOut() throws IOException {
        Path forged = sample.add("red", "forged", 900, 2).resolve("peak.json");
        String figures = Files.readString(forged);
        assertThat(figures).contains("\"unit\" : \"core\"");
        Files.writeString(forged, figures.replace("\"unit\" : \"core\"", "\"unit\" : null"));

        Site.Made made = make();

        assertThat(made.results()).isEqualTo(3);
        assertThat(made.leftOut())
                .extracting(LeftOut::why)
                .containsExactly("it does not say what its users are divided by");
    }

    @Test
    void namesAreTextAndNeverMarkupOrPaths() throws IOException {
        String evil = "</script><img src=x onerror=alert(1)>\"'&";
        sample.add("evil", SampleSite.peak("../../../" + evil, evil, evil, 800, 1));

        Site.Made made = make();

        assertThat(made.results()).isEqualTo(4);
        for (String page : List.of("index.html", "differences.html")) {
            assertThat(SampleSite.text(output.resolve(page)))
                    .doesNotContain("<img")
                    .doesNotContain("onerror=alert(1)>\"'");
        }
        assertThat(index()).contains("&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;");
        try (Stream<Path> all = Files.walk(home)) {
            assertThat(all.filter(path -> path.toString().contains("onerror"))
                            .filter(path -> !path.startsWith(results))
                            .map(path -> output.relativize(path).toString()))
                    .containsExactly("reports/script--img-src-x-onerror-alert-1-----.html");
        }
    }

    @Test
    void noPageOfAResultIsCopied() throws IOException {
        Path report = results.resolve("red/20261101-080000-small/report.html");
        Files.writeString(report, "<script>planted</script>");

        make();

        assertThat(output.resolve("reports/20261101-080000-small.html"))
                .content()
                .doesNotContain("planted");
        assertThat(report).hasContent("<script>planted</script>");
    }

    @Test
    void resultsOfOneNameHaveEachTheirPage() throws IOException {
        sample.add("green", "small", 700, 0);

        assertThat(make().results()).isEqualTo(4);
        assertThat(output.resolve("reports/20261101-080000-small.html")).exists();
        assertThat(output.resolve("reports/20261101-080000-small_2.html")).exists();
    }

    @Test
    void theNextSiteTakesThePlaceOfTheOneBefore() throws IOException {
        make();
        Directories.delete(results.resolve("blue"));

        assertThat(make().results()).isEqualTo(2);
        assertThat(output.resolve("reports/20261102-080000-small.html")).doesNotExist();
        assertThat(index()).doesNotContain("20261102-080000-small");
    }

    @Test
    void filesThatAreNoSiteStayAsTheyAre() throws IOException {
        Files.createDirectories(output);
        Files.writeString(output.resolve("thesis.txt"), "years of work");

        assertThatThrownBy(this::make)
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("must be empty, or hold an earlier site");
        assertThat(output).isDirectoryContaining("glob:**thesis.txt").isDirectoryNotContaining("glob:**index.html");

        Path file = output.resolve("thesis.txt");
        assertThatThrownBy(() -> Site.make(ResultKinds.KNOWN, List.of(results), file))
                .hasMessageContaining("is a file (--output)");
    }

    @Test
    void withoutAResultThereIsNoSite() {
        Path empty = home.resolve("empty");
        assertThat(empty.toFile().mkdir()).isTrue();

        assertThatThrownBy(() -> Site.make(ResultKinds.KNOWN, List.of(empty), output))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("no result was found in");
        assertThat(output).doesNotExist();
    }
}
