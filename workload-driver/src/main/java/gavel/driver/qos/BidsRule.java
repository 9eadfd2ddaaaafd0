package gavel.driver.qos;

import gavel.driver.api.RuleOutcome;
import gavel.driver.api.RuleOutcome.Status;
import java.util.List;
import java.util.Locale;

/**
 * The part of {@code rate} that looks at the workload and not at the platform. People must bid as much as a model of them, in auctions of the
 * same age. More bids than expected are never the platform's fault. Fewer are, where it broke a rule of its own; and that failure stands.
 */
final class BidsRule {
    static final String SUBJECT = "accepted bids";

    private BidsRule() {}

    /**
     * @param expected null where no model says
     * @param judged every other rule of quality
     */
    static RuleOutcome judge(double accepted, ExpectedBids expected, List<RuleOutcome> judged) {
        long bids = Math.round(accepted);
        String actual = Words.count(bids);
        if (expected == null) {
            return new RuleOutcome("rate", SUBJECT, Status.INFO, actual, "", actual + ": not judged, no model says");
        }
        String bound = Words.count((long) expected.least()) + " to " + Words.count((long) expected.most());
        String figures = String.format(
                Locale.ROOT, "%,d bid%s accepted, %s expected", bids, bids == 1 ? " was" : "s were", bound);
        if (bids >= expected.least() && bids <= expected.most()) {
            return expected.least() == 0
                    ? new RuleOutcome(
                            "rate",
                            SUBJECT,
                            Status.TOO_FEW,
                            actual,
                            bound,
                            figures + ": too few to say whether any lack")
                    : new RuleOutcome(
                            "rate", SUBJECT, Status.PASS, actual, bound, "people bid as much as a model of them");
        }
        String reason = excuse(bids < expected.least(), judged);
        return reason == null
                ? new RuleOutcome(
                        "rate",
                        SUBJECT,
                        Status.INVALID,
                        actual,
                        bound,
                        figures
                                + ": the workload is out of shape; check lot timing and running auctions, or reset the data")
                : new RuleOutcome(
                        "rate", SUBJECT, Status.INFO, actual, bound, figures + " (not judged: " + reason + ")");
    }

    /** Why the number of bids says nothing of the workload; null when it does. */
    private static String excuse(boolean few, List<RuleOutcome> judged) {
        List<String> failed = judged.stream()
                .filter(outcome -> outcome.status() == Status.FAIL)
                .map(RuleOutcome::rule)
                .toList();
        if (failed.contains("failures")) {
            return "a session that fails is followed by another, which bids anew";
        }
        return few && !failed.isEmpty() ? "the platform broke another rule, and people who wait bid less" : null;
    }
}
