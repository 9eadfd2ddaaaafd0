package gavel.harness.report.page;

import static gavel.harness.scale.SampleSweeps.found;
import static gavel.harness.scale.SampleSweeps.point;
import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.report.html.Links;
import gavel.harness.report.text.ScaleSummary;
import gavel.harness.result.RecordCopy;
import gavel.harness.scale.SampleSweeps;
import gavel.harness.scale.ScaleResult;
import gavel.harness.scale.SweepPoint;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What the page of a sweep says, for each of its endings. */
class ScalePageTest {
    private static final double MACHINE_LIMITED = 0.93;

    /** Users at 1, 2, … servers; a negative number is a point that the machine limited, 0 a search that did not end. */
    private static ScaleResult sweep(double... users) {
        return SampleSweeps.sweep(IntStream.rangeClosed(1, users.length)
                .mapToObj(servers -> {
                    double peak = users[servers - 1];
                    return peak == 0
                            ? SweepPoint.missing(servers, "not measured yet", 0)
                            : point(servers, found(Math.abs(peak)), peak < 0 ? MACHINE_LIMITED : 0.5);
                })
                .toList());
    }

    static Stream<Arguments> withASlope() {
        return Stream.of(
                ending(
                        "pass",
                        "From 1 to 3 application servers the peak grows from 100 to 300 users: each further server"
                                + " adds 100 % of what the first one carries; with 90 % confidence, by the searches of this sweep, ",
                        100,
                        200,
                        300),
                ending(
                        "pass",
                        "From 1 to 3 application servers the peak falls from 400 to 300 users: each further server"
                                + " takes away 13 % of what the first one carries; with 90 % confidence, by the searches of this sweep, it adds -",
                        400,
                        351,
                        300),
                ending(
                        "pass",
                        "From 1 to 3 application servers the peak stays at 400 users: each further server"
                                + " adds 0 % of what the first one carries; with 90 % confidence, by the searches of this sweep, ",
                        400,
                        400,
                        400),
                ending(
                        "pass",
                        "From 2 to 4 application servers the peak grows from 200 to 400 users: each further server"
                                + " adds 100 % of what one would carry by the line (extrapolated: no point with 1 server counts);"
                                + " with 90 % confidence, by the searches of this sweep, ",
                        -90,
                        200,
                        300,
                        400),
                ending(
                        "info",
                        "From 1 to 2 application servers the peak grows from 100 to 200 users: each further server"
                                + " adds 100 % of what the first one carries; two points have no interval, so it is not known how"
                                + " sure that is.",
                        100,
                        200));
    }

    static Stream<Arguments> withoutAnAnswer() {
        return Stream.of(
                ending(
                        "invalid",
                        "There is no slope: of 6 numbers of application servers only the point with 5 servers"
                                + " counts.",
                        -100,
                        -200,
                        -300,
                        -400,
                        500,
                        -510),
                ending(
                        "invalid",
                        "There is no slope: of 2 numbers of application servers no point counts.",
                        -100,
                        -110),
                ending(
                        "invalid",
                        "The sweep is not complete: 3 of 5 searches ended. From 1 to 3 application servers the"
                                + " peak grows from 100 to 300 users: ",
                        100,
                        200,
                        300,
                        0,
                        0),
                ending(
                        "invalid",
                        "The sweep is not complete: 1 of 3 searches ended. There is no slope: of 3 numbers of"
                                + " application servers only the point with 2 servers counts.",
                        0,
                        200,
                        0));
    }

    private static Arguments ending(String stamp, String first, double... users) {
        return Arguments.of(stamp, first, sweep(users));
    }

    @ParameterizedTest
    @MethodSource({"withASlope", "withoutAnAnswer"})
    void eachEndingSaysWhatWasFoundAndNothingThatIsNotThere(String stamp, String first, ScaleResult result) {
        String page = ScalePage.render(result, Links.BESIDE);
        boolean band = result.line() != null && result.line().lower() != null;

        assertThat(ScaleSummary.sentence(result)).startsWith(first);
        assertThat(page).contains("<h1><em>" + first, "<header class=\"" + stamp + "\">", "class=\"stamp " + stamp);
        assertThat(page.contains("The line is fitted")).isEqualTo(result.line() != null);
        assertThat(page.contains("with its 90 % band")).isEqualTo(band);
        assertThat(page.contains("class=\"tiles\"")).isEqualTo(result.complete() && result.line() != null);
        assertThat(page.contains("not count towards the slope"))
                .isEqualTo(result.counted().size() < result.points().size());
        assertThat(page).doesNotContain("grows from 400");
    }

    @Test
    void theDataSetsOfSearchesThatGrewThemAreNamed() {
        List<SweepPoint> points = new ArrayList<>(SampleSweeps.line(3).points());
        SweepPoint last = points.removeLast();
        points.add(RecordCopy.with(last, "excluded", "", "ofLinear", null, "setUsers", 6_000));

        assertThat(ScalePage.render(SampleSweeps.sweep(points), Links.BESIDE))
                .contains("data loaded anew for 1,500 users; where those were too few, it ended with data for more:"
                        + " 6,000 with 3 servers.");
        assertThat(ScalePage.render(SampleSweeps.line(3), Links.BESIDE))
                .contains("data loaded anew for 1,500 users.")
                .doesNotContain("too few");
    }
}
