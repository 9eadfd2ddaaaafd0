package gavel.harness.run.peak;

import gavel.driver.api.LoadReport;
import gavel.driver.api.LoadSpec.Phases;
import gavel.driver.api.RuleOutcome;
import gavel.harness.result.Figures;
import gavel.harness.result.RunFindings;
import gavel.harness.run.Journal;
import gavel.harness.verdict.Audit;
import gavel.harness.verdict.Evidence;
import gavel.harness.verdict.Evidence.Incident;
import gavel.harness.verdict.Evidence.MeasurementConditions;
import gavel.harness.verdict.Verdict;
import gavel.harness.verdict.Verdicts;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * One load of a search with everything it brought home.
 *
 * @param directory of its result
 */
record PeakProbe(Path directory, int users, Phases phases, Instant began, Instant ended, Journal journal) {
    /** What happened to it, but for processes that ended: those are in what was collected. */
    List<Incident> incidents() {
        List<Incident> incidents = new ArrayList<>(journal.incidents());
        RunFindings.outage(rules(), journal.collected()).ifPresent(incidents::add);
        return incidents;
    }

    private List<RuleOutcome> rules() {
        return RunFindings.rules(journal.load(), journal.collected(), journal.intervals());
    }

    /** @param audited of the data before the search: the audit after it is the whole search's and may take the number back */
    Verdict verdict(MeasurementConditions conditions, Audit audited) {
        LoadReport load = journal.load();
        List<Incident> incidents = incidents();
        journal.collected().events().forEach(event -> incidents.add(RunFindings.incident(event)));
        return Verdicts.judge(new Evidence(
                conditions, rules(), load == null ? 0 : Figures.of(load).starts(), audited, audited, incidents));
    }
}
