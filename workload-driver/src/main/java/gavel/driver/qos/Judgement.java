package gavel.driver.qos;

import gavel.driver.api.LoadReport;
import gavel.driver.api.RuleOutcome;
import gavel.driver.api.RuleOutcome.Status;
import gavel.driver.profile.CycleTime;
import gavel.driver.profile.Profile;
import java.util.ArrayList;
import java.util.List;

/**
 * Every rule the driver can judge by itself, in order of precedence: validity, then failures, response, news and rate, then mix and
 * accepted bids, which look at the workload. A start that failed is named as failed, not as slow, so failures come first. Integrity and
 * what happened to the tiers are judged by the harness.
 */
public final class Judgement {
    private Judgement() {}

    public static List<RuleOutcome> of(Measurement measured, Profile profile) {
        Service service = measured.service();
        if (service.nothingServed() && service.driver() == null) {
            List<RuleOutcome> faults = new ArrayList<>(ValidityRules.faults(measured.drivers()));
            faults.add(service.outcome());
            return faults;
        }
        DriverDelay delay = DriverDelay.worst(measured.drivers());
        List<RuleOutcome> quality = new ArrayList<>();
        List<OperationSample> operations = measured.operations().stream()
                .filter(operation -> operation.starts() > 0 || profile.performs(operation.kind()))
                .toList();
        quality.addAll(ShareRule.failures(operations));
        quality.addAll(ShareRule.responses(operations, delay));
        quality.add(NewsRule.judge(measured.news(), delay));
        List<RuleOutcome> rate = RateRule.judge(measured.rate(), measured.users(), profile.cycle(), delay);
        if (profile.cycle().from() == CycleTime.From.END) {
            rate = without(RateRule.MAIN_STARTS, rate, "as people think after each answer, however late it comes");
        }
        quality.addAll(rate);
        List<RuleOutcome> settled = new ArrayList<>(settled(quality));
        // Whatever the platform broke: another workload than asked for is no measurement of it.
        settled.addAll(MixRule.judge(measured.mix()));
        settled.add(bids(measured, settled));
        List<RuleOutcome> all = new ArrayList<>();
        if (service.nothingServed()) {
            // Why one of several ended early stands before what follows from that.
            all.add(service.outcome());
        }
        all.addAll(ValidityRules.judge(measured, profile.cycle(), settled));
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
        boolean stands = quality.stream().anyMatch(Judgement::byServer);
        return stands ? quality.stream().map(Judgement::informing).toList() : quality;
    }

    /** A server that was too slow whatever its driver added, or that answered wrongly, which no delay explains. */
    static boolean byServer(RuleOutcome outcome) {
        return outcome.status() == Status.FAIL
                && (outcome.rule().equals("response") || outcome.rule().equals("failures"));
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
