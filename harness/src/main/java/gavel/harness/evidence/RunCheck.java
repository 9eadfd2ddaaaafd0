package gavel.harness.evidence;

import gavel.harness.action.ActionEvent;
import gavel.harness.collect.Collected;
import gavel.harness.config.Configuration;
import gavel.harness.result.RunResult;
import gavel.harness.result.efficiency.Hardware;
import java.util.Optional;

/** Makes a run's figures and verdict again from its raw files, and holds them against what it says. */
public final class RunCheck {
    private RunCheck() {}

    public static void check(RunResult result, Examined examined, Findings findings) {
        Optional<Configuration> configuration = Optional.empty();
        SettingsCheck settings = new SettingsCheck(examined, findings);
        if (result.disclosure() != null) {
            configuration = settings.check(result.run(), result.disclosure(), false);
            hardware(result.collected(), result.disclosure().hardware(), findings);
        }
        configuration
                .filter(_ -> result.load() != null && !examined.part())
                .ifPresent(asked -> settings.actions(
                        asked,
                        result.actions().stream()
                                .map(ActionEvent::action)
                                .sorted()
                                .toList()));
        configuration
                .filter(_ -> examined.sameProgram() && !examined.part())
                .ifPresent(asked -> findings.same(
                        result.efficiency(),
                        result.with(asked.costs().price()).efficiency(),
                        "efficiency",
                        "what follows from users, hosts, costs and power"));
        if (result.load() != null) {
            settings.load(result.run(), result.load());
            LoadCheck load = new LoadCheck(result.load(), findings);
            load.check();
            new RuleCheck(result.load(), findings).check();
            new HistogramLogCheck(examined.directory(), result.load(), findings).check(load.histograms());
        }
        new IntervalCheck(result, findings).check(examined.directory());
        if (!examined.part()) {
            new AuditCheck(findings)
                    .check(examined.directory(), result.auditBefore(), result.auditAfter(), examined.directory());
        }
        if (result.disclosure() != null) {
            new VerdictCheck(result, examined, findings).check(configuration);
        }
    }

    /** Of all hosts together, where there are several. */
    private static void hardware(Collected collected, Hardware hardware, Findings findings) {
        if (hardware.cores() > 0 && collected.machine().cores() > 0) {
            findings.same(
                    hardware.cores(),
                    collected.machine().cores(),
                    "disclosure.host.cores",
                    "the cores that were watched");
            findings.same(
                    hardware.memoryBytes(),
                    collected.machine().memoryTotalBytes(),
                    "disclosure.host.memoryBytes",
                    "the memory that was watched");
        }
    }
}
