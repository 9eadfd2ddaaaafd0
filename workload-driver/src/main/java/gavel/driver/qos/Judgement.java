package gavel.driver.qos;

import gavel.driver.api.LoadReport;
import gavel.driver.api.RuleOutcome;
import gavel.driver.profile.Profile;
import java.util.ArrayList;
import java.util.List;

/**
 * Every rule the driver can judge by itself, in order of precedence: validity, then response, news, failures, mix and rate. Integrity
 * and what happened to the tiers are judged by whoever runs them.
 */
public final class Judgement {
    private Judgement() {}

    public static List<RuleOutcome> of(Measurement measured, Profile profile) {
        DriverDelay delay = DriverDelay.of(measured.driver());
        List<RuleOutcome> quality = new ArrayList<>();
        quality.addAll(ShareRule.responses(measured.operations(), delay));
        quality.add(NewsRule.judge(measured.news(), delay));
        quality.addAll(ShareRule.failures(measured.operations()));
        quality.addAll(MixRule.judge(measured.mix()));
        quality.addAll(RateRule.judge(
                measured.rate(), measured.users(), (long) (profile.cycle().shortest() * 1000), delay));
        List<RuleOutcome> all = new ArrayList<>(ValidityRules.judge(measured, profile.cycle(), quality));
        all.addAll(quality);
        return all;
    }

    public static List<LoadReport.MixShare> mix(List<MixSample> samples) {
        return MixRule.shares(samples);
    }
}
