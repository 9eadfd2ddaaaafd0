package gavel.harness.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What every page is made of. */
class PagePartsTest {
    private static final String HOSTILE = "</summary></details><script>alert('x')</script>";

    @ParameterizedTest
    @CsvSource({
        "gavel, 1.2.3, Gavel 1.2.3",
        "jdk, Temurin-25.0.3+9 25.0.3+9-LTS, JDK Temurin-25.0.3+9",
        "jdk, 25.0.3+9-LTS, JDK 25.0.3+9-LTS",
        "relational, PostgreSQL 18.6, PostgreSQL 18.6",
    })
    void softwareIsNamedOnce(String name, String version, String shown) {
        assertThat(PageHead.software(name, version)).isEqualTo(shown);
    }

    @Test
    void aFoldedSectionIsOneLineWithAnAnchorAndItsTextIsText() {
        Page page = new Page(Links.BESIDE);
        page.navigation()
                .folded("one", "One", HOSTILE)
                .element("p", "", "inside")
                .endFolded()
                .folded("two\"><b>", HOSTILE, "found")
                .endFolded();
        String html = page.toString();

        assertThat(html)
                .contains("<section id=\"one\" class=\"folded\"><details><summary><h2>One</h2> <span>")
                .contains("<a href=\"#one\">One</a>")
                .doesNotContain("<script>", "\"><b>");
        assertThat(count(html, "<details>"))
                .isEqualTo(count(html, "</details>"))
                .isEqualTo(2);
        assertThat(count(html, "<section ")).isEqualTo(count(html, "</section>"));
    }

    private static long count(String html, String part) {
        return Pattern.compile(Pattern.quote(part)).matcher(html).results().count();
    }

    @Test
    void ofManyRowsTheFirstAndThoseThatMatterAreShown() {
        assertThat(rows(8)).isEqualTo("[0, 1, 7]<details><summary>5 more</summary>[2, 3, 4, 5, 6]</details>");
        assertThat(rows(12))
                .as("of many that matter the first")
                .isEqualTo("[7, 8, 9]<details><summary>9 more</summary>[0, 1, 2, 3, 4, 5, 6, 10, 11]</details>");
        assertThat(rows(4)).as("one row is no shorter folded").isEqualTo("[0, 1, 2, 3]");
        assertThat(rows(0)).isEqualTo("[]");
    }

    private static String rows(int count) {
        Page page = new Page(Links.BESIDE);
        page.rows(
                IntStream.range(0, count).boxed().toList(),
                3,
                i -> i >= 7,
                more -> more.size() + " more",
                some -> page.raw(some.toString()));
        return page.toString();
    }

    /** A colour that is named and not there is black on black in the dark. */
    @Test
    void everyColourThatIsUsedIsThere() {
        String all = PageHead.look()
                + PageHead.resource(PageHead.class, "report.css")
                + PageHead.resource(gavel.harness.dashboard.Dashboard.class, "dashboard.css");
        assertThat(Pattern.compile("var\\((--[a-z0-9-]+)")
                        .matcher(all)
                        .results()
                        .map(used -> used.group(1))
                        .filter(name -> !all.contains(name + ":"))
                        .collect(Collectors.toSet()))
                .isEmpty();
    }

    /** The live page and the reports look alike because they have one sheet, not because two are alike. */
    @Test
    void colourValuesAreInTheCommonSheetAlone() {
        assertThat(PageHead.resource(gavel.harness.dashboard.Dashboard.class, "dashboard.css"))
                .doesNotContain("--s1:", "--bg:", "prefers-color-scheme");
        String report = PageHead.resource(PageHead.class, "report.css");
        assertThat(report.replaceAll("(?s)@media print.*?\n}", "")).doesNotContain("--s1:", "--bg:", "#0072b2");
    }
}
