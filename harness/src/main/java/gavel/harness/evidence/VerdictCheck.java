package gavel.harness.evidence;

import gavel.driver.api.LoadReport;
import gavel.driver.api.RuleOutcome;
import gavel.harness.action.ActionEvent;
import gavel.harness.compare.Settings;
import gavel.harness.config.Configuration;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.result.Figures;
import gavel.harness.result.RunFindings;
import gavel.harness.result.RunResult;
import gavel.harness.verdict.Audit;
import gavel.harness.verdict.Evidence;
import gavel.harness.verdict.Evidence.Incident;
import gavel.harness.verdict.Evidence.MeasurementConditions;
import gavel.harness.verdict.MachineRule;
import gavel.harness.verdict.Verdict;
import gavel.harness.verdict.Verdict.Reason;
import gavel.harness.verdict.Verdicts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Concludes a run again from what it brought home, by the code that concluded it the first time. Only what happened to the run itself stands
 * nowhere else than in its verdict. Pure.
 */
final class VerdictCheck {
    private static final Map<String, Incident.Kind> INCIDENTS = Map.of(
            "interrupted", Incident.Kind.INTERRUPTED,
            "restart", Incident.Kind.TIER_RESTARTED,
            "agentLost", Incident.Kind.DRIVER_LOST,
            "outage", Incident.Kind.OUTAGE,
            "action", Incident.Kind.ACTION_FAILED,
            "audit", Incident.Kind.NOT_AUDITED,
            "phase", Incident.Kind.PHASE_FAILED);
    /** Of what the run rules fix, what verdicts of earlier versions did not look at. */
    private static final Set<String> OVERLOOKED =
            Set.of("load.profile", "lots.lastCallAfter", "lots.closeAfter", "appServers.bcryptCost");

    private final RunResult result;
    private final Examined examined;
    private final Findings findings;

    VerdictCheck(RunResult result, Examined examined, Findings findings) {
        this.result = result;
        this.examined = examined;
        this.findings = findings;
    }

    /** @param configuration empty where this version cannot read it */
    void check(Optional<Configuration> configuration) {
        MeasurementConditions conditions = conditions(configuration);
        RunResult again = concluded(conditions);
        Verdict said = result.verdict();
        Verdict made = again.verdict();
        findings.same(said.status(), made.status(), "verdict.status", "what follows from rules, audits and incidents");
        findings.same(broken(said), broken(made), "verdict.reasons", "what the rules, audits and incidents say");
        findings.same(said.interrupted(), made.interrupted(), "verdict.interrupted", "what the incidents say");
        findings.same(said.indicative(), made.indicative(), "verdict.indicative", "what the length says");
        asked(made, conditions, Verdict::comparable, "verdict.comparable");
        asked(made, conditions, Verdict::official, "verdict.official");
        if (examined.sameProgram()) {
            findings.same(said, made, "verdict", "what is concluded from the rest");
            findings.same(rules(result), rules(again), "load.rules", "what the driver and the harness judge");
            findings.same(result.tiers(), again.tiers(), "tiers", "the use by what was collected");
            findings.same(result.bottleneck(), again.bottleneck(), "bottleneck", "what was collected");
            findings.same(result.causes(), again.causes(), "causes", "what was collected");
        }
        phases();
    }

    /** What another version overlooked is no change of its result. */
    private void asked(Verdict made, MeasurementConditions conditions, Predicate<Verdict> what, String where) {
        boolean said = what.test(result.verdict());
        Map<String, String> overlooked = new TreeMap<>(conditions.changed());
        overlooked.keySet().retainAll(OVERLOOKED);
        if (said != what.test(made)
                && !examined.sameProgram()
                && said == what.test(concluded(without(overlooked, conditions)).verdict())) {
            findings.unknown(
                    where,
                    "Gavel " + result.disclosure().versions().get("gavel") + ", which made it, did not look at "
                            + overlooked + ", which the run rules fix: only that version reads it so");
        } else {
            findings.same(said, what.test(made), where, "what was asked for");
        }
    }

    private static MeasurementConditions without(Map<String, String> some, MeasurementConditions conditions) {
        Map<String, String> changed = new LinkedHashMap<>(conditions.changed());
        changed.keySet().removeAll(some.keySet());
        return new MeasurementConditions(
                conditions.length(),
                conditions.services(),
                conditions.builtInProfile(),
                conditions.sharedCores(),
                changed);
    }

    /** Of a probe, by the audit before the load: one after all loads is the whole search's. */
    Verdict judged(Audit audited) {
        List<Incident> all = new ArrayList<>(incidents());
        result.collected().events().forEach(event -> all.add(RunFindings.incident(event)));
        if (examined.sameProgram()) {
            RunFindings.outage(rules(result), result.collected()).ifPresent(all::add);
        }
        return Verdicts.judge(new Evidence(
                conditions(new SettingsCheck(examined, new Findings()).read(result.disclosure())),
                rules(result),
                result.load() == null ? 0 : Figures.of(result.load()).starts(),
                audited,
                audited,
                all));
    }

    private static List<RuleOutcome> rules(RunResult result) {
        return result.load() == null ? List.of() : result.load().rules();
    }

    private static List<String> broken(Verdict verdict) {
        return verdict.reasons().stream()
                .map(reason -> reason.status() + " " + reason.rule() + " " + reason.subject())
                .toList();
    }

    /** A phase that did not end well is an incident; a search goes on with others after a probe. */
    private void phases() {
        if (examined.part()) {
            return;
        }
        result.phases().stream()
                .filter(phase -> !phase.outcome().equals("done"))
                .forEach(phase -> {
                    String rule =
                            switch (phase.outcome()) {
                                case "interrupted" -> "interrupted";
                                case "driver lost" -> "agentLost";
                                case "not audited" -> "audit";
                                default -> "phase";
                            };
                    findings.that(
                            reasons().stream().anyMatch(reason -> reason.rule().equals(rule)),
                            "verdict.reasons",
                            "the phase \"" + phase.name() + "\" " + phase.outcome()
                                    + ", which the verdict does not say");
                });
    }

    private List<Reason> reasons() {
        return result.verdict().reasons();
    }

    private MeasurementConditions conditions(Optional<Configuration> configuration) {
        boolean builtIn = result.load() == null || result.load().profile().builtIn();
        return new MeasurementConditions(
                configuration
                        .map(asked -> asked.load().lengthName())
                        .orElse(result.run().length()),
                result.run().services(),
                builtIn,
                result.disclosure() == null || result.disclosure().sharedCores(),
                changed());
    }

    /** Of a text that is no configuration nothing is known, which another check says. */
    private Map<String, String> changed() {
        try {
            return result.disclosure() == null
                    ? Map.of()
                    : Settings.changed(result.disclosure().configuration());
        } catch (ConfigurationException unreadable) {
            return Map.of();
        }
    }

    private RunResult concluded(MeasurementConditions conditions) {
        LoadReport load = result.load();
        return new RunFindings(
                        result.run(),
                        conditions,
                        load == null
                                ? null
                                : load.with(load.rules().stream()
                                        .filter(rule -> !rule.rule().equals(MachineRule.NAME))
                                        .toList()),
                        result.auditBefore(),
                        result.auditAfter(),
                        result.collected(),
                        result.intervals(),
                        incidents(),
                        result.phases(),
                        result.actions(),
                        result.disclosure())
                .conclude();
    }

    /** Those that stand elsewhere in the result come from there, whatever the verdict says of them; the others are what it says. */
    private List<Incident> incidents() {
        List<Incident> incidents = new ArrayList<>();
        result.actions().stream()
                .filter(event -> !event.done())
                .map(VerdictCheck::notDone)
                .forEach(incidents::add);
        List<String> known =
                new ArrayList<>(incidents.stream().map(Incident::message).toList());
        result.collected().events().stream()
                .map(RunFindings::incident)
                .map(Incident::message)
                .forEach(known::add);
        rules(result).stream().map(RuleOutcome::message).forEach(known::add);
        for (Reason reason : reasons()) {
            Incident.Kind kind = INCIDENTS.get(reason.rule());
            if (kind != null && reason.status() == Verdict.Status.INVALID && !known.contains(reason.message())) {
                incidents.add(new Incident(kind, reason.subject(), reason.message()));
            }
        }
        return incidents;
    }

    private static Incident notDone(ActionEvent event) {
        return new Incident(
                Incident.Kind.ACTION_FAILED, "actions", event.action() + " was not done: " + event.problem());
    }
}
