package gavel.harness.run.experiment;

import gavel.driver.api.LoadReport;
import gavel.driver.api.RuleOutcome;
import gavel.driver.api.RuleOutcome.Status;
import gavel.harness.collect.Collected.ProcessEvent;
import gavel.harness.collect.bottleneck.Causes;
import gavel.harness.run.Journal;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** Why the figures of a load say nothing of the system: pure. What the system itself did badly is a result, and no reason. */
public final class LoadProblems {
    private static final String BUSY = "driverBusy";

    /** Rules about what a driver may lack: then responses are longer than the system makes them, whatever the verdict of a run would be. */
    private static final Set<String> LENGTHENING = Set.of(BUSY, "runQueue", "driverSteal", "driverCollections");

    /** Rules about a load that was another one than the profile and the drivers were to make. */
    private static final Set<String> ANOTHER_LOAD = Set.of(
            "driverFault",
            "wholeMeasurement",
            "fidelity",
            "mix",
            "descriptors",
            "ports",
            "accounts",
            "agentStart",
            "agentEnd",
            "course");

    private LoadProblems() {}

    /** The first reason; empty where there is none. */
    public static String first(Journal found) {
        return first(found, LoadProblems::speaksAgainst);
    }

    /** The first reason against a load of which nothing but its size matters: its own responses may be longer than the system makes them. */
    public static String firstOfSize(Journal found) {
        return first(
                found,
                rule -> speaksAgainst(rule)
                        && (!LENGTHENING.contains(rule.rule()) || rule.rule().equals(BUSY)));
    }

    private static String first(Journal found, Predicate<RuleOutcome> against) {
        LoadReport load = found.load();
        if (load == null) {
            return "the driver was lost";
        }
        Optional<ProcessEvent> ended = found.collected().events().stream().findFirst();
        return ended.map(event -> event.instance() + " ended without an order")
                .or(() -> Causes.outage(found.collected()))
                .orElseGet(() -> load.rules().stream()
                        .filter(against)
                        .map(LoadProblems::reason)
                        .findFirst()
                        .orElse(""));
    }

    /** What changes no verdict of a run still changes figures. */
    private static String reason(RuleOutcome rule) {
        return rule.message().replace(RuleOutcome.CHANGED_NO_VERDICT, " (" + rule.bound() + ")");
    }

    /** Whether the drivers, or the machine they are on, had too little CPU for a while, and nothing else was wrong: another load may count. */
    public static boolean onlyShortOfCpu(Journal found) {
        return found.load() != null
                && found.collected().events().isEmpty()
                && Causes.outage(found.collected()).isEmpty()
                && found.load().rules().stream().anyMatch(LoadProblems::speaksAgainst)
                && found.load().rules().stream()
                        .filter(LoadProblems::speaksAgainst)
                        .allMatch(rule -> LENGTHENING.contains(rule.rule()));
    }

    private static boolean speaksAgainst(RuleOutcome rule) {
        return LENGTHENING.contains(rule.rule()) && rule.status() != Status.PASS
                || ANOTHER_LOAD.contains(rule.rule()) && rule.status() == Status.INVALID;
    }
}
