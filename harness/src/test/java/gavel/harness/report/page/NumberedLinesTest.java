package gavel.harness.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.action.ActionEvent;
import gavel.harness.elastic.SamplePasses;
import gavel.harness.failover.FailoverResult;
import gavel.harness.failover.FailoverResult.Second;
import gavel.harness.failover.FaultMade;
import gavel.harness.failover.FaultReading;
import gavel.harness.failover.SampleWalks;
import gavel.harness.report.SampleResults;
import gavel.harness.report.html.Links;
import gavel.harness.result.RecordCopy;
import gavel.harness.result.RunResult;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Lines through charts have the numbers that the tables below them name, whatever is left out. */
class NumberedLinesTest {
    private static final Pattern NUMBER =
            Pattern.compile("<text class=\"tick action[^>]*>(\\d+)<title>([^<]*)</title></text>");

    /** Of both drawings: the wide one and the narrow one. */
    private static List<String> lines(String page) {
        return NUMBER.matcher(page)
                .results()
                .map(line -> line.group(1) + " " + line.group(2))
                .distinct()
                .toList();
    }

    @Test
    void aFaultThatWasNeverMadeHasNoLine() {
        String page = FailoverPage.render(
                SampleWalks.walk(
                        3,
                        "",
                        false,
                        SampleWalks.fault(1, SampleWalks.KILL, 4, 3),
                        FaultReading.unread(
                                2, SampleWalks.FREEZE, new FaultMade(0, 0, 0, "the service was not steady before it")),
                        SampleWalks.fault(3, SampleWalks.KILL, 4, 3)),
                Links.BESIDE);

        assertThat(lines(page)).containsExactly("1 kill of app1", "3 kill of app1");
    }

    @Test
    void anActionThatNeverBeganHasNoLine() {
        RunResult run = SampleResults.passed();
        long at = run.load().measuredFromMillis();
        List<ActionEvent> actions = List.of(
                new ActionEvent("scale appServers to 2", at, 0, 0, "the load ended before it", List.of()),
                new ActionEvent("kill app1", at, at, at, null, List.of()));
        String page = ReportPage.render(RecordCopy.with(run, "actions", actions), Links.BESIDE);

        assertThat(lines(page)).containsExactly("2 kill app1");
    }

    @Test
    void theTwoLinesOfServersAreToldApartWithoutAPointer() {
        String page = ElasticPage.render(SamplePasses.result(1, true, false, SamplePasses.pass(1, 60)), Links.BESIDE);

        assertThat(page)
                .contains(
                        "<b>Servers</b>",
                        "<i class=\"key s2\"></i>demanded</span>",
                        "<i class=\"key s1\"></i>ready</span>");
    }

    /** Nobody is late while nobody is answered. */
    @Test
    void anOutageIsNoTimeWithoutFailures() {
        FailoverResult walk = SampleWalks.walk(1, "", false, SampleWalks.fault(1, SampleWalks.KILL, 4, 3));
        List<Second> course = walk.course().stream()
                .map(second -> second.atMillis() % 10_000 < 5_000
                        ? second
                        : RecordCopy.with(second, "served", 0L, "ended", 0L, "bad", 0L))
                .toList();
        String page = FailoverPage.render(RecordCopy.with(walk, "course", course), Links.BESIDE);
        String line = page.substring(page.indexOf("data-name=\"Late or failed\" d=\""));

        assertThat(line.substring(0, line.indexOf("/>")).split("M"))
                .as("30 pieces")
                .hasSize(31);
    }

    @Test
    void aTierIsCalledAsInAnyOtherReport() {
        FailoverResult walk = SampleWalks.walk(
                2,
                "",
                false,
                SampleWalks.fault(1, SampleWalks.KILL, 4, 3),
                SampleWalks.fault(2, SampleWalks.FREEZE, 4, 3));

        assertThat(FailoverPage.render(walk, Links.BESIDE))
                .contains("<td>application servers</td><td>kill</td>", "<td>relational database</td><td>freeze</td>");
    }

    @Test
    void secondsOfAPathAreCountedFromItsBeginning() {
        String page = ElasticPage.render(SamplePasses.result(1, true, false, SamplePasses.pass(1, 60)), Links.BESIDE);

        assertThat(lines(page)).containsExactly("1 1 to 2 servers");
        assertThat(page).contains("time since the path began").doesNotContain("time since the load began");
    }
}
