package gavel.driver.qos;

import gavel.driver.api.LoadReport.MixShare;
import gavel.driver.api.RuleOutcome;
import gavel.driver.api.RuleOutcome.Status;
import java.util.List;

/**
 * Rule 4: what was done is what the chain says. Expected is not the stationary share but the sum of the probabilities of the choices
 * made: a session that a slow or failing server kept from getting far changes both sides alike, so a slow server never fails as "mix",
 * and a short run is held against what it could do.
 */
final class MixRule {
    private static final double RELATIVE = 0.2;
    private static final double RELATIVE_OF_LARGE = 0.1;
    private static final double LARGE = 0.1;

    /** Three would fail one good short run in twenty: about seventeen operations are compared at a time. */
    private static final double DEVIATIONS = 4;

    private MixRule() {}

    static List<MixShare> shares(List<MixSample> samples) {
        double chosen = samples.stream().mapToDouble(MixSample::chosen).sum();
        double expected = samples.stream().mapToDouble(MixSample::expected).sum();
        return samples.stream()
                .map(sample -> new MixShare(
                        sample.kind().title(),
                        sample.chosen(),
                        expected == 0 ? 0 : sample.expected() / expected,
                        chosen == 0 ? 0 : sample.chosen() / chosen,
                        tolerance(sample, expected)))
                .toList();
    }

    static List<RuleOutcome> judge(List<MixSample> samples) {
        return shares(samples).stream().map(MixRule::judge).toList();
    }

    private static double tolerance(MixSample sample, double all) {
        if (all == 0) {
            return 1;
        }
        double share = sample.expected() / all;
        double relative = share > LARGE ? RELATIVE_OF_LARGE : RELATIVE;
        return Math.max(relative * share, DEVIATIONS * Math.sqrt(sample.variance()) / all);
    }

    private static RuleOutcome judge(MixShare share) {
        boolean within = Math.abs(share.actual() - share.expected()) <= share.tolerance() + 1e-12;
        return new RuleOutcome(
                "mix",
                share.operation(),
                within ? Status.PASS : Status.INVALID,
                Words.percent(share.actual()),
                Words.percent(share.expected()) + " ± " + Words.percent(share.tolerance()),
                within
                        ? share.operation() + " was chosen as often as the profile says"
                        : share.operation() + " was chosen in " + Words.percent(share.actual())
                                + " of all cases where the profile says " + Words.percent(share.expected())
                                + ": a defect of the driver or of the profile's conditions; report it with the seed");
    }
}
