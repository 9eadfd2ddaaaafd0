package gavel.driver.qos;

import gavel.driver.api.LoadReport;
import gavel.driver.api.RuleOutcome;
import gavel.driver.api.RuleOutcome.Status;
import gavel.driver.profile.CycleTime;
import gavel.driver.profile.Profile;
import java.util.ArrayList;
import java.util.List;

/**
 * Every rule the driver can judge by itself, in order of precedence: validity, then response, news, failures and rate, then mix and accepted bids,
 * which look at the workload. Integrity and what happened to the tiers are judged by whoever runs them.
 */
public final class Judgement {
    private Judgement() {}

    public static List<RuleOutcome> of(Measurement measured, Profile profile) {
        DriverDelay delay = DriverDelay.worst(measured.drivers());
        List<RuleOutcome> quality = new ArrayList<>();
        quality.addAll(ShareRule.responses(measured.operations(), delay));
        quality.add(NewsRule.judge(measured.news(), delay));
        quality.addAll(ShareRule.failures(measured.operations()));
        List<RuleOutcome> rate =
                RateRule.judge(measured.rate(), (long) (profile.cycle().shortest() * 1000), delay);
        if (profile.cycle().from() == CycleTime.From.END) {
            rate = without(RateRule.MAIN_STARTS, rate, "as people think after each answer, however late it comes");
        }
        quality.addAll(rate);
        List<RuleOutcome> settled = new ArrayList<>(settled(quality));
        // Whatever the platform broke: another workload than asked for is no measurement of it.
        settled.addAll(MixRule.judge(measured.mix()));
        settled.add(bids(measured, settled));
        List<RuleOutcome> all = new ArrayList<>(ValidityRules.judge(measured, profile.cycle(), settled));
        all.addAll(settled);
        return all;
    }

    private static RuleOutcome bids(Measurement measured, List<RuleOutcome> judged) {
        double accepted =
                measured.rate().acceptedBidsPerUserSecond() * measured.rate().userSeconds();
        return BidsRule.judge(accepted, measured.bids(), judged);
    }

    private static List<RuleOutcome> without(String subject, List<RuleOutcome> rate, String reason) {
        return rate.stream()
                .map(outcome -> !outcome.subject().equals(subject)
                        ? outcome
                        : new RuleOutcome(
                                outcome.rule(),
                                outcome.subject(),
                                Status.INFO,
                                outcome.actual(),
                                outcome.bound(),
                                outcome.actual() + ": not judged, " + reason))
                .toList();
    }

    /** One limit the server broke beyond doubt decides the run: others that the driver may have broken cannot mend it. */
    private static List<RuleOutcome> settled(List<RuleOutcome> quality) {
        boolean stands = quality.stream()
                .anyMatch(outcome -> outcome.rule().equals("response") && outcome.status() == Status.FAIL);
        return stands ? quality.stream().map(Judgement::informing).toList() : quality;
    }

    private static RuleOutcome informing(RuleOutcome outcome) {
        return outcome.status() != Status.INVALID
                ? outcome
                : new RuleOutcome(
                        outcome.rule(),
                        outcome.subject(),
                        Status.INFO,
                        outcome.actual(),
                        outcome.bound(),
                        outcome.message() + " (not judged: the server broke another limit beyond doubt)");
    }

    public static List<LoadReport.MixShare> mix(List<MixSample> samples) {
        return MixRule.shares(samples);
    }
}
