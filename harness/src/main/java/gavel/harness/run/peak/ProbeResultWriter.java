package gavel.harness.run.peak;

import gavel.harness.kind.RunKind;
import gavel.harness.result.RunFindings;
import gavel.harness.result.RunInfo;
import gavel.harness.result.RunResult;
import gavel.harness.result.RunResult.PhaseTime;
import gavel.harness.run.Console;
import java.io.IOException;
import java.util.List;

/** Writes each probe of a search as a result of its own, with the search's audits, so that every number can be looked into. */
record ProbeResultWriter(SearchOutcome ending, List<PhaseTime> phases) {
    void write(List<PeakProbe> probes, Console console) {
        for (PeakProbe probe : probes) {
            try {
                new RunKind().write(result(probe), probe.directory());
            } catch (IOException e) {
                console.line("! the result of a probe cannot be written to " + probe.directory() + ": " + e);
            }
        }
    }

    private RunResult result(PeakProbe probe) {
        RunInfo run = ending.run();
        return new RunFindings(
                        new RunInfo(
                                run.id() + "/" + probe.directory().getFileName(),
                                run.name(),
                                run.command(),
                                probe.began(),
                                probe.ended(),
                                probe.users(),
                                run.profile(),
                                "custom",
                                run.services(),
                                probe.phases(),
                                run.seed()),
                        ending.conditions(),
                        probe.journal().load(),
                        ending.auditBefore(),
                        ending.auditAfter(),
                        probe.journal().collected(),
                        probe.journal().intervals(),
                        probe.incidents(),
                        phases,
                        List.of(),
                        ending.disclosure())
                .conclude();
    }
}
