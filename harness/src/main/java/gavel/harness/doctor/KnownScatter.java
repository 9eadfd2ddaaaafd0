package gavel.harness.doctor;

import gavel.harness.compare.History;
import gavel.harness.compare.Scatter;
import gavel.harness.report.text.Words;
import java.util.List;

/** What the results of this machine say of how far equal ones lie apart: pure. */
public final class KnownScatter {
    private KnownScatter() {}

    public static List<Finding> findings(History runs, History searches) {
        return List.of(
                finding("equal runs", "run", "operations/s", runs.scatter("operations/s")),
                finding("equal searches", "peak", "peaks", searches.scatter("peak users")));
    }

    private static Finding finding(String subject, String command, String figure, Scatter known) {
        return Finding.of(
                known.enough(),
                Finding.Level.WARNING,
                subject,
                known.degrees() == 0
                        ? "there are none to show how far " + figure + " scatter on this machine"
                        : figure + " scatter by " + Words.percent(known.deviation()) + " on this machine, by "
                                + Words.plural(known.results(), "result") + " in "
                                + Words.plural(known.groups(), "group") + " of equal ones",
                "two single results cannot be compared: they need " + Scatter.ENOUGH
                        + " beyond the first of each group (gavel " + command + " --repeat 5)");
    }
}
