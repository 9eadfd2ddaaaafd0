package gavel.harness.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.peak.Conclusion;
import gavel.harness.peak.Conclusion.Kind;
import gavel.harness.peak.Peak;
import gavel.harness.peak.PeakResult;
import gavel.harness.report.html.Links;
import gavel.harness.result.RecordCopy;
import gavel.harness.scale.SampleSweeps;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the page of a search says, for each of its endings. */
class PeakPageTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            FOUND    | pass    | In this search of
            AT_LEAST | pass    | The peak is at least 1,000 users; how far above is not known (
            BEYOND_MEMORY | pass | The peak is at least 1,000 users; a machine lacks memory for more (
            BEYOND_DESCRIPTORS | pass | The peak is at least 1,000 users; a process here lacks descriptors for more (
            NONE     | fail    | The peak is below 1,000 users; how far below is not known (
            INVALID  | invalid | There is no number: the driver was busy.
            """)
    void eachEndingSaysWhatWasFoundAndNothingThatIsNotThere(Kind kind, String stamp, String first) {
        String page = PeakPage.render(SampleSweeps.peak(conclusion(kind), 0.5), Links.BESIDE);

        assertThat(page).contains("<h1><em>" + first, "<span class=\"stamp " + stamp + "\">");
        assertThat(page.contains(" the peak was 1,000 users, 90 % interval of this search 980 to 1,020 ("))
                .isEqualTo(kind == Kind.FOUND);
        assertThat(page)
                .contains("Each square is an interval at a fixed number of users.", ">passed</span>", ">failed</span>")
                .contains(">operations a second</text>", ">p99 of the slowest operation</text>", ">limit</text>");
        assertThat(page.contains("The upright line is the peak, the band its 90 % interval"))
                .isEqualTo(kind == Kind.FOUND);
        assertThat(page.contains(">peak 1,000</text>")).isEqualTo(kind == Kind.FOUND);
        assertThat(page.contains("class=\"band measured\"")).isEqualTo(kind == Kind.FOUND);
        assertThat(page.contains("Below the peak")).isEqualTo(kind == Kind.FOUND);
        assertThat(page)
                .contains("<a href=\"probes/01-97", "killed has none")
                .doesNotContain("Their reports are in the result");
    }

    /** The probes that it leads to are pages of their own: a tier has one colour on all of them. */
    @Test
    void whatEachTierUsedIsDrawnOverTheUsers() {
        PeakResult result = SampleSweeps.peak(SampleSweeps.found(100), 0.5);
        String page = PeakPage.render(result, Links.BESIDE);

        int users = result.probes().getFirst().probe().users();
        assertThat(page)
                .contains(
                        "<b>CPU of each tier</b>",
                        ">cores in use</text>",
                        "class=\"line t3\" data-name=\"application servers\"")
                .contains("class=\"line others\" data-name=\"everything else\"")
                // 0.09 CPU seconds for each user in 180 s.
                .contains(String.format(
                        Locale.ROOT, "%d users, application servers %.2f cores", users, 0.09 * users / 180));
    }

    @ParameterizedTest
    @CsvSource({"INVALID", "AT_LEAST"})
    void withoutProbesNoSquareIsExplained(Kind kind) {
        PeakResult r = SampleSweeps.peak(conclusion(kind), 0.5);
        PeakResult none =
                RecordCopy.with(r, "climb", null, "probes", List.of(), "levels", List.of(), "auditAfter", null);
        String page = PeakPage.render(none, Links.BESIDE);

        assertThat(page).contains("No probe came to an end.").doesNotContain("Each square", "<svg");
    }

    private static Conclusion conclusion(Kind kind) {
        return switch (kind) {
            case FOUND -> new Conclusion(kind, new Peak(980, 1_000, 1_020), 0, "");
            case AT_LEAST, BEYOND_MEMORY, BEYOND_DESCRIPTORS, NONE -> new Conclusion(kind, null, 1_000, "");
            case INVALID -> new Conclusion(kind, null, 0, "the driver was busy");
        };
    }
}
