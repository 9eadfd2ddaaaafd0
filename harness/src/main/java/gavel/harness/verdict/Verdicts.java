package gavel.harness.verdict;

import gavel.driver.api.RuleOutcome;
import gavel.harness.verdict.Evidence.Incident;
import gavel.harness.verdict.Evidence.MeasurementConditions;
import gavel.harness.verdict.Verdict.Reason;
import gavel.harness.verdict.Verdict.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Turns evidence into a verdict: pure, the order of the rules is the one of docs/reference/rules.md. What happened to the run and to its
 * data before the load comes first. Then come data that were lost under it, which no doubt about the measurement excuses; then that doubt,
 * and at last slowness. Among equals the order of the driver stands. A pass has to be argued: without a measured operation, a judged rule
 * and both audits there is none.
 */
public final class Verdicts {
    private static final String CHANGED_PROFILE =
            "Measured with a changed profile: only comparable with runs of exactly this profile.";
    private static final String INTEGRITY = "integrity";
    private static final String ACTION = "action";
    private final Evidence evidence;

    private Verdicts(Evidence evidence) {
        this.evidence = evidence;
    }

    public static Verdict judge(Evidence evidence) {
        return new Verdicts(evidence).judge();
    }

    private Verdict judge() {
        List<Reason> reasons = new ArrayList<>();
        reasons.addAll(incidents());
        reasons.addAll(damagedBefore());
        reasons.addAll(damagedUnderLoad());
        reasons.addAll(broken(RuleOutcome.Status.INVALID, Status.INVALID));
        List<Reason> slow = broken(RuleOutcome.Status.FAIL, Status.FAIL);
        if (reasons.isEmpty() && slow.isEmpty() || evidence.measuredOperations() > 0) {
            reasons.addAll(missing());
        }
        reasons.addAll(slow);
        boolean interrupted = evidence.incidents().stream().anyMatch(i -> i.kind() == Incident.Kind.INTERRUPTED);
        Status status = reasons.isEmpty() ? Status.PASS : reasons.getFirst().status();
        MeasurementConditions c = evidence.conditions();
        boolean indicative = isSmoke() || isCustom();
        boolean comparable = Verdict.trusted(reasons)
                && !indicative
                && !partlyEmbedded(c)
                && c.builtInProfile()
                && Set.of(RunRules.PROFILE).containsAll(c.changed().keySet());
        return new Verdict(
                status,
                headline(reasons),
                reasons,
                messages(RuleOutcome.Status.MARGINAL),
                messages(RuleOutcome.Status.TOO_FEW),
                interrupted,
                indicative,
                comparable,
                comparable && c.changed().isEmpty() && c.length().equals("official"),
                remarks());
    }

    private List<Reason> incidents() {
        return evidence.incidents().stream()
                .sorted((a, b) -> a.kind().compareTo(b.kind()))
                .map(i -> new Reason(Status.INVALID, ruleOf(i.kind()), i.subject(), i.message()))
                .toList();
    }

    private static String ruleOf(Incident.Kind kind) {
        return switch (kind) {
            case INTERRUPTED -> "interrupted";
            case TIER_RESTARTED, TIER_VANISHED -> "restart";
            case DRIVER_LOST -> "agentLost";
            case OUTAGE -> "outage";
            case ACTION_FAILED -> ACTION;
            case NOT_AUDITED -> "audit";
            case PHASE_FAILED -> "phase";
        };
    }

    private List<Reason> damagedBefore() {
        return violations(evidence.auditBefore(), Status.INVALID, "dataSet", "before the load");
    }

    private List<Reason> damagedUnderLoad() {
        return violations(evidence.auditAfter(), Status.FAIL, INTEGRITY, "after the load");
    }

    private static List<Reason> violations(Audit audit, Status status, String rule, String when) {
        if (audit == null || (audit.ok() && audit.violations() == 0)) {
            return List.of();
        }
        List<Reason> reasons = audit.invariants().stream()
                .filter(i -> i.violations() > 0)
                .map(i -> new Reason(status, rule, i.name(), sentence(i, when)))
                .toList();
        return reasons.isEmpty()
                ? List.of(new Reason(status, rule, "", "The audit " + when + " did not succeed."))
                : reasons;
    }

    private static String sentence(Audit.Invariant invariant, String when) {
        String found = String.format(
                Locale.ROOT,
                "The audit %s found %,d violation%s of \"%s\" in %,d checked",
                when,
                invariant.violations(),
                invariant.violations() == 1 ? "" : "s",
                invariant.name(),
                invariant.checked());
        return invariant.examples().isEmpty()
                ? found + "."
                : found + ", for example: " + invariant.examples().getFirst();
    }

    private List<Reason> broken(RuleOutcome.Status broken, Status status) {
        return evidence.rules().stream()
                .filter(r -> r.status() == broken)
                .map(r -> new Reason(status, r.rule(), r.subject(), r.message()))
                .toList();
    }

    private List<String> messages(RuleOutcome.Status status) {
        return evidence.rules().stream()
                .filter(r -> r.status() == status)
                .map(RuleOutcome::message)
                .toList();
    }

    private List<Reason> missing() {
        List<Reason> reasons = new ArrayList<>();
        if (evidence.measuredOperations() <= 0) {
            reasons.add(absent("load", "No operation was measured, so there is nothing to judge."));
        } else if (evidence.rules().isEmpty()) {
            reasons.add(absent("load", "The driver judged no rule, so there is nothing to conclude from."));
        }
        if (evidence.auditBefore() == null) {
            reasons.add(absent("dataSet", "The data were not audited before the load."));
        }
        if (evidence.auditAfter() == null) {
            reasons.add(absent(INTEGRITY, "The data were not audited after the load."));
        }
        return reasons;
    }

    private static Reason absent(String rule, String message) {
        return new Reason(Status.INVALID, rule, "", message);
    }

    private String headline(List<Reason> reasons) {
        if (reasons.isEmpty()) {
            return Marginals.of(evidence.rules()).headline();
        }
        Reason first = reasons.getFirst();
        boolean lost = lostData(first);
        return reasons.stream()
                .filter(reason -> lost ? reason.status() == Status.INVALID : lostData(reason))
                .findFirst()
                .map(other -> sentence(first.message())
                        + (lost
                                ? " The measurement cannot be trusted either: "
                                : " Data were lost or are wrong as well: ")
                        + other.message())
                .or(() -> besideAction(reasons)
                        .map(other -> sentence(first.message()) + " What else happened: " + other.message()))
                .orElse(first.message());
    }

    /** An action is not done either where the load ended before it: what ended the load tells more than that. */
    private static Optional<Reason> besideAction(List<Reason> reasons) {
        return reasons.getFirst().rule().equals(ACTION)
                ? reasons.stream()
                        .filter(reason -> reason.status() == Status.INVALID
                                && !reason.rule().equals(ACTION))
                        .findFirst()
                : Optional.empty();
    }

    /** Neither lost data nor a measurement that does not count may hide the other. */
    private static boolean lostData(Reason reason) {
        return reason.status() == Status.FAIL && reason.rule().equals(INTEGRITY);
    }

    private static String sentence(String message) {
        return message.endsWith(".") ? message : message + ".";
    }

    private static boolean partlyEmbedded(MeasurementConditions c) {
        return c.services().equals("embedded") || c.services().equals("mixed");
    }

    private boolean isSmoke() {
        return evidence.conditions().length().equals("smoke");
    }

    private boolean isCustom() {
        return evidence.conditions().length().equals("custom");
    }

    private List<String> remarks() {
        MeasurementConditions c = evidence.conditions();
        List<String> remarks = new ArrayList<>();
        if (partlyEmbedded(c)) {
            remarks.add("Measured on " + c.services() + " services: not comparable with results on real servers.");
        }
        if (!c.builtInProfile()) {
            remarks.add(CHANGED_PROFILE);
        }
        if (isSmoke()) {
            remarks.add("Length smoke: the verdict is indicative. To cite one, measure with --length standard.");
        }
        if (isCustom()) {
            remarks.add("Length custom, because a phase or the load over time was set: the verdict is indicative."
                    + " To cite one, leave that out, and measure with --length standard.");
        }
        // That the profile of a file is not the published one is said already.
        String changed = c.changed().entrySet().stream()
                .filter(setting -> c.builtInProfile() || !setting.getKey().equals(RunRules.PROFILE))
                .map(setting -> setting.getKey() + "=" + setting.getValue())
                .collect(Collectors.joining(", "));
        if (!changed.isEmpty()) {
            remarks.add("Not official: the run rules fix other values than " + changed + ".");
        }
        if (c.sharedCores()) {
            remarks.add("Driver and application shared cores: the figure is for both together.");
        }
        return remarks;
    }
}
