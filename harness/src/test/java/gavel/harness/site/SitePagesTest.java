package gavel.harness.site;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.kind.PeakKind;
import gavel.harness.kind.RunKind;
import gavel.harness.kind.ScaleKind;
import gavel.harness.peak.Conclusion;
import gavel.harness.peak.PeakResult;
import gavel.harness.report.SampleResults;
import gavel.harness.result.Disclosure;
import gavel.harness.result.RecordCopy;
import gavel.harness.result.efficiency.Price;
import gavel.harness.scale.SampleSweeps;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the two pages of a site say. */
class SitePagesTest {
    private static SiteEntry peak(String name, String machine, double users, int hours) {
        return entry(SampleSite.peak("id-" + hours, name, machine, users, hours));
    }

    private static SiteEntry entry(PeakResult result) {
        try {
            return SiteEntry.of(
                    result, new PeakKind(), "reports/" + result.run().id() + ".html");
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static String index(SiteEntry... entries) {
        return new IndexPage(List.of(entries), List.of()).render();
    }

    private static List<String> all(String regex, String page) {
        return Pattern.compile(regex)
                .matcher(page)
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    @Test
    void aRowSaysThePeakWithItsIntervalAndWhatItIsDividedBy() {
        assertThat(index(peak("small", "red", 1_000, 0)))
                .contains("data-v=\"1000.00\">1,000<small>980 to 1,020</small>")
                .contains("<th class=\"n wide\">Users per core</th>", "data-v=\"500.000\">500<small>490 to 510</small>")
                .contains("<span class=\"badge pass\">FOUND</span>")
                .contains("1 result</span>", "1 configuration on 1 machine, 1 Nov 2026.");
    }

    @ParameterizedTest
    @CsvSource({"AT_LEAST, at least", "BEYOND_MEMORY, at least", "BEYOND_DESCRIPTORS, at least", "NONE, fewer than"})
    void usersThatAreNoPeakSayWhichBoundTheyAre(Conclusion.Kind kind, String words) {
        PeakResult bound = RecordCopy.with(
                SampleSite.peak("bound", "small", "red", 1_000, 0),
                "conclusion",
                new Conclusion(kind, null, 1_000, "no level was found on the other side"),
                "efficiency",
                List.of());

        assertThat(index(entry(bound))).contains("data-v=\"1000.00\">1,000<small>" + words + "</small>");
    }

    /** The script of the page looks for the first text of each cell. */
    @Test
    void whatHasNoNameIsUnknown() {
        assertThat(index(entry(SampleSite.peak(" ", "", "", 1_000, 0))))
                .contains(".html\">unknown</a>", "<td class=\"wide\">unknown<small", "<figcaption>unknown</figcaption>")
                .contains("<i class=\"key s1\"></i>unknown");
    }

    @Test
    void onlyUnitsThatSomebodyHasAreColumns() {
        PeakResult priced = SampleSite.peak("priced", "small", "red", 1_000, 1).with(new Price(2, "EUR", "all of it"));

        assertThat(index(peak("small", "red", 1_000, 0))).doesNotContain("Users per EUR/h", "Users per watt");
        assertThat(index(entry(priced), peak("small", "red", 1_000, 0)))
                .contains("Users per EUR/h</th>")
                .contains("data-v=\"500.000\">500<small>490 to 510</small>")
                .contains("<td class=\"n wide\">–</td>");
    }

    @Test
    void aRunHasItsThroughputAndNoPeak() throws IOException {
        SiteEntry run = SiteEntry.of(SampleResults.overloaded(), new RunKind(), "reports/run.html");

        assertThat(index(run))
                .contains("<span class=\"badge fail\">FAIL</span>", "id=\"results\"")
                .doesNotContain("id=\"peaks\"", "id=\"scaling\"");
        assertThat(run.tone()).isEqualTo("fail");
    }

    @ParameterizedTest
    @ValueSource(strings = {"INVALID", "INCOMPLETE", "ERROR", "INTERRUPTED"})
    void whatDoesNotCountLooksSo(String verdict) throws IOException {
        SiteEntry run = SiteEntry.of(SampleResults.interrupted(), new RunKind(), "x");

        assertThat(RecordCopy.with(run, "line", RecordCopy.with(run.line(), "verdict", verdict))
                        .tone())
                .isEqualTo("invalid");
    }

    @Test
    void peaksAreDrawnByConfigurationAndColouredByMachine() {
        String page = index(
                peak("small", "red", 1_000, 9),
                peak("small", "blue", 1_100, 5),
                peak("small", "red", 1_050, 3),
                peak("large", "red", 5_000, 1));

        assertThat(all("<figcaption>(\\w+)</figcaption>", page)).containsExactly("small", "large");
        assertThat(page).contains("<i class=\"key s1\"></i>red", "<i class=\"key s2\"></i>blue");
        assertThat(all("class=\"point (s\\d)\"", page))
                .as("each in a wide and a narrow shape")
                .hasSize(8)
                .filteredOn("s2"::equals)
                .hasSize(2);
        assertThat(page).contains("<title>id-5 on blue: 1,100 users (1,078 to 1,122)</title>");
    }

    @Test
    void asManyHostsAreNotTheSameMachine() {
        String page = index(cluster("red", 1), cluster("blue", 0));

        assertThat(page)
                .contains("1 configuration on 2 machines")
                .contains("<i class=\"key s1\"></i>blue-1 and 2 other hosts")
                .contains("<i class=\"key s2\"></i>red-1 and 2 other hosts");
    }

    private static SiteEntry cluster(String name, int hours) {
        PeakResult one = SampleSite.peak("id-" + hours, "small", name, 1_000, hours);
        List<Disclosure.Host> hosts = Stream.of("-1", "-2", "-3")
                .map(number -> RecordCopy.with(one.disclosure().host(), "name", name + number))
                .toList();
        return entry(RecordCopy.with(one, "disclosure", RecordCopy.with(one.disclosure(), "hosts", hosts)));
    }

    @Test
    void manyMachinesAndConfigurationsAreNotManyColoursAndCharts() {
        List<SiteEntry> entries = new ArrayList<>();
        for (int i = 0; i < 14; i++) {
            entries.add(peak("configuration-" + i, "machine-" + i, 100 + i, i));
        }
        String page = index(entries.toArray(SiteEntry[]::new));

        assertThat(page).contains("9 other machines", "<summary>2 further configurations</summary>");
        assertThat(all("<figcaption>([^<]*)</figcaption>", page)).hasSize(14);
    }

    @Test
    void scalingCurvesLieOverEachOther() throws IOException {
        SiteEntry one = SiteEntry.of(SampleSweeps.line(3), new ScaleKind(), "reports/one.html");
        SiteEntry two = SiteEntry.of(SampleSweeps.line(5), new ScaleKind(), "reports/two.html");
        String page = index(one, two);

        assertThat(page).contains("id=\"scaling\"", "href=\"reports/one.html\"", "href=\"reports/two.html\"");
        assertThat(all("class=\"line (s\\d)\" data-name", page)).containsExactly("s1", "s2", "s1", "s2");
        assertThat(page.replaceAll("(?s)<script.*?</script>", "")).doesNotContain("NaN", "Infinity");
    }

    @Test
    void whatWasLeftOutIsNamed() {
        String page = new IndexPage(
                        List.of(peak("small", "red", 1_000, 0)),
                        List.of(new LeftOut("/results/<b>", "it is a symbolic link")))
                .render();

        assertThat(page).contains("<summary>1 place</summary>", "/results/&lt;b&gt;", "it is a symbolic link");
    }

    @Test
    void theDataOfDifferencesGiveBackWhatIsDisclosed() {
        List<SiteEntry> entries = List.of(peak("small", "red", 1_000, 0), peak("small", "</script>", 1_000, 1));
        String page = new DifferencesPage(entries).render();
        Matcher data =
                Pattern.compile("id=\"data\">(.*?)</script>", Pattern.DOTALL).matcher(page);
        assertThat(data.find()).isTrue();
        JsonNode json = JsonMapper.shared().readTree(data.group(1));

        assertThat(json.path("results").size()).isEqualTo(2);
        assertThat(json.path("results").get(1).path("name").asString()).contains("</script>");
        for (int i = 0; i < 2; i++) {
            for (int n = 0; n < json.path("names").size(); n++) {
                int value = json.path("results").get(i).path("values").get(n).asInt();
                String name = json.path("names").get(n).asString();
                assertThat(value < 0 ? null : json.path("values").get(value).asString())
                        .isEqualTo(entries.get(i).disclosed().get(name));
            }
        }
    }

    @Test
    void onlyWhatDiffersIsInTheTableAndWhatTheRulesFixSaysSo() {
        PeakResult fast = SampleSite.peak("fast", "small", "red", 1_000, 0);
        SiteEntry one = entry(fast);
        SiteEntry other = RecordCopy.with(
                one,
                "disclosed",
                java.util.Map.of("load.users", "7", "lots.closeAfter (fixed by the run rules)", "5s"));
        String page = new DifferencesPage(List.of(one, other)).render();

        List<String> rows = all("<th scope=\"row\">([^<]*)</th>", page);
        assertThat(rows).contains("load.users", "cores", "lots.closeAfter (fixed by the run rules)");
        assertThat(page).contains("100 (1), 7 (1)", "absent (1), 5s (1)");
        assertThat(all("<th scope=\"row\">([^<]*)</th>", new DifferencesPage(List.of(one, one)).render()))
                .isEmpty();
    }

    @Test
    void longValuesAreCut() {
        SiteEntry entry = peak("n".repeat(5_000), "m".repeat(5_000), 10, 0);

        assertThat(Stream.of(entry.configuration(), entry.machine()))
                .allSatisfy(text -> assertThat(text).hasSize(SiteEntry.LONGEST + 1));
        assertThat(index(entry).length()).isLessThan(60_000);
    }
}
