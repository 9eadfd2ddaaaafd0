package gavel.harness.run.experiment;

import gavel.harness.config.Configuration;
import gavel.harness.deployment.Deployment;
import gavel.harness.failure.HarnessException;
import gavel.harness.result.Disclosure;
import gavel.harness.run.Disclosures;
import gavel.harness.run.Journal;
import gavel.harness.verdict.Audit;
import gavel.harness.verdict.Evidence;
import gavel.harness.verdict.Verdicts;
import java.util.ArrayList;
import java.util.List;

/** What the run around an experiment has found. */
public record Findings(Deployment deployment, Journal journal) {
    public Disclosure disclosure() {
        return Disclosures.of(deployment, journal.hosts(), journal.versions(), journal.started());
    }

    /**
     * Why nothing can be concluded; empty where something can.
     *
     * @param failure what ended it early; null when it came to its end
     */
    public String problem(HarnessException failure) {
        if (failure != null) {
            return failure.getMessage();
        }
        Audit before = journal.auditBefore();
        if (before == null || !before.ok() || before.violations() > 0) {
            return "the data were damaged before the load";
        }
        return journal.auditAfter() == null
                ? "the data were not audited after the load, so it is not known whether answered bids were lost"
                : "";
    }

    /**
     * What a reader has to know where an interruption was.
     *
     * @param parts in words, of which so many were found before it
     */
    public static String resumed(String parts, int before) {
        return "The experiment was interrupted after %s %s and resumed: the data of these were not audited, and the time is that of the rest."
                .formatted(before, parts);
    }

    /** What a reader has to know of services, profile and durability. */
    public static List<String> remarks(Configuration configuration) {
        List<String> remarks = new ArrayList<>(
                Verdicts.judge(new Evidence(Disclosures.conditions(configuration), List.of(), 0, null, null, List.of()))
                        .remarks());
        // The lengths are those of runs.
        remarks.removeIf(remark -> remark.startsWith("Length "));
        return remarks;
    }
}
