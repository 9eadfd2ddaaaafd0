package gavel.driver.qos;

import gavel.driver.api.LoadReport.MixShare;
import gavel.driver.api.RuleOutcome;
import gavel.driver.api.RuleOutcome.Status;
import java.util.List;
import java.util.stream.IntStream;

/**
 * {@code mix}: what was done is what the chain says. Expected is not the stationary share but the sum of the probabilities of the choices
 * made. A session that a slow or failing server cut short changes both sides alike. So a slow server never fails as "mix", and a short run
 * is held against what it could do. Only the driver's own choices can differ, so a difference forbids judgement.
 */
final class MixRule {
    private static final double RELATIVE = 0.2;
    private static final double RELATIVE_OF_LARGE = 0.1;
    private static final double LARGE = 0.1;

    /** The chance beyond four standard deviations of a normal distribution, on either side: about twenty operations are compared at a time. */
    private static final double CHANCE = 3.17e-5;

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
        List<MixShare> shares = shares(samples);
        return IntStream.range(0, samples.size())
                .mapToObj(i -> judge(samples.get(i), shares.get(i)))
                .toList();
    }

    /** The larger of what is permitted and of what chance gives on the side where the share lies: there is more room above than below. */
    private static double tolerance(MixSample sample, double all) {
        if (all == 0) {
            return 1;
        }
        double share = sample.expected() / all;
        double chance = sample.chosen() < sample.expected()
                ? share - sample.least(CHANCE) / all
                : sample.most(CHANCE) / all - share;
        return Math.max(permitted(share), chance);
    }

    private static double permitted(double share) {
        return (share > LARGE ? RELATIVE_OF_LARGE : RELATIVE) * share;
    }

    private static RuleOutcome judge(MixSample sample, MixShare share) {
        boolean near = Math.abs(share.actual() - share.expected()) <= permitted(share.expected()) + 1e-12;
        Status status = !near && sample.chance() < CHANCE
                ? Status.INVALID
                : sample.chanceOfNone() < CHANCE ? Status.PASS : Status.TOO_FEW;
        String counted = sample.chosen() + " choices of " + share.operation() + " where the chain expects "
                + Words.number(sample.expected());
        return new RuleOutcome(
                "mix",
                share.operation(),
                status,
                Words.percent(share.actual()),
                Words.percent(share.expected()) + " ± " + Words.percent(share.tolerance()),
                switch (status) {
                    case PASS -> share.operation() + " was chosen as often as the profile says";
                    case TOO_FEW -> counted + ": too few to say";
                    default ->
                        share.operation() + " was chosen in " + Words.percent(share.actual())
                                + " of all cases where the profile says " + Words.percent(share.expected())
                                + ": a defect of the driver or of the profile's conditions. Report it with the seed";
                });
    }
}
