package gavel.harness.run.experiment;

import gavel.harness.config.Configuration;
import gavel.harness.failure.HarnessException;
import gavel.harness.result.Disclosure;
import gavel.harness.run.Disclosures;
import gavel.harness.verdict.Audit;
import gavel.harness.verdict.Evidence;
import gavel.harness.verdict.Verdicts;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * What the run around an experiment has found.
 *
 * @param before null when that audit was not made
 * @param after null when that audit was not made
 * @param earlier parts that were found on deployments before this one
 * @param answered files of the bids that were answered
 * @param changedMillis when the deployment was put into the state in which it stands
 * @param beside what the experiment has found beside its parts, as a list
 * @param taken what others took of the machine, as a remark; empty where it was little or nobody looked
 */
public record ExperimentFindings(
        Audit before,
        Audit after,
        Disclosure disclosure,
        int earlier,
        List<String> answered,
        long changedMillis,
        JsonNode beside,
        String taken) {
    public ExperimentFindings {
        answered = List.copyOf(answered);
        // What an earlier version has kept does not tell.
        taken = taken == null ? "" : taken;
    }

    ExperimentFindings audited(Audit audit) {
        return new ExperimentFindings(before, audit, disclosure, earlier, answered, changedMillis, beside, taken);
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
        if (before == null || !before.sound()) {
            return "the data were damaged before the load";
        }
        return after == null
                ? "the data were not audited after the load, so it is not known whether answered bids were lost"
                : "";
    }

    /**
     * What a reader has to know where an interruption was.
     *
     * @param parts in words, of which so many were found on deployments before the last one
     */
    public static String resumed(String parts, int earlier) {
        return earlier == 0
                ? "The experiment was interrupted when everything was measured and resumed: the time is that of the rest."
                : "The experiment was interrupted after %s %s and resumed: the data of these were not audited, and the time is that of the rest."
                        .formatted(earlier, parts);
    }

    /** What a reader has to know of the machine, and of services, profile and durability. */
    public List<String> remarks(Configuration configuration) {
        List<String> remarks = new ArrayList<>(conditions(configuration));
        if (disclosure != null) {
            remarks.addAll(disclosure.remarks());
        }
        if (!taken.isEmpty()) {
            remarks.add(taken);
        }
        return remarks;
    }

    /** What a reader has to know of services, profile and durability. */
    public static List<String> conditions(Configuration configuration) {
        List<String> remarks = new ArrayList<>(
                Verdicts.judge(new Evidence(Disclosures.conditions(configuration), List.of(), 0, null, null, List.of()))
                        .remarks());
        // The lengths are those of runs.
        remarks.removeIf(remark -> remark.startsWith("Length "));
        return remarks;
    }
}
