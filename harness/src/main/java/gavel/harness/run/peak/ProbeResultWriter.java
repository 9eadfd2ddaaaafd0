package gavel.harness.run.peak;

import gavel.harness.kind.ResultKind;
import gavel.harness.kind.RunKind;
import gavel.harness.peak.ProbeResult;
import gavel.harness.result.RunFindings;
import gavel.harness.result.RunInfo;
import gavel.harness.result.RunResult;
import gavel.harness.result.RunResult.PhaseTime;
import gavel.harness.run.Console;
import gavel.harness.run.Environment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Writes each probe of a search as a result of its own, with the search's audits, so that every number can be looked into. */
record ProbeResultWriter(SearchOutcome ending, List<PhaseTime> phases) {
    private static final RunKind KIND = new RunKind();

    void write(List<PeakProbe> probes, Console console) {
        for (PeakProbe probe : probes) {
            try {
                KIND.write(result(probe), probe.directory());
            } catch (IOException e) {
                unwritten(probe.directory(), e, console);
            }
        }
    }

    /**
     * Before the search knows of the probe, and without its page, which takes longer. So a search that is killed has the result of every
     * probe that it goes on with.
     */
    void keep(PeakProbe probe, Environment environment) {
        try {
            KIND.keep(result(probe), probe.directory());
        } catch (IOException e) {
            // An interrupt closes the file, and the end of the search writes it.
            if (!environment.interruption().requested()) {
                unwritten(probe.directory(), e, environment.console());
            }
        }
    }

    /**
     * Writes the rest of those that were only kept, as their search was killed.
     *
     * @param directory of the deployment's part of the result
     */
    static void complete(Path directory, List<ProbeResult> probes, Console console) {
        Path below = directory.resolve(ProbeResult.DIRECTORY);
        for (ProbeResult probe : probes) {
            Path kept = below.resolve(probe.asked().directory());
            if (Files.exists(kept.resolve(KIND.file())) && !Files.exists(kept.resolve(ResultKind.PAGE))) {
                try {
                    KIND.write(KIND.read(kept), kept);
                } catch (IOException e) {
                    unwritten(kept, e, console);
                }
            }
        }
    }

    private static void unwritten(Path directory, IOException e, Console console) {
        console.line("! the result of a probe cannot be written to " + directory + ": " + e);
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
