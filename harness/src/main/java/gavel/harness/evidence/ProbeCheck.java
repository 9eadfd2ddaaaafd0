package gavel.harness.evidence;

import gavel.harness.peak.ProbeResult;
import gavel.harness.result.JsonFile;
import gavel.harness.result.RunResult;
import gavel.harness.verdict.Audit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/** Makes what a search says of a probe again from the probe's own result. */
final class ProbeCheck {
    private static final double ROUNDING = 1e-6;

    private final Examined examined;
    private final String appServerTier;
    private final Findings findings;

    /** @param appServerTier as results name it */
    ProbeCheck(Examined examined, String appServerTier, Findings findings) {
        this.examined = examined;
        this.appServerTier = appServerTier;
        this.findings = findings;
    }

    /**
     * @param side directory of its deployment below that of the result; empty where there is one only
     * @param before the audit of its data
     */
    void check(ProbeResult told, String side, Audit before) {
        String where = side + ProbeResult.DIRECTORY + "/" + told.asked().directory();
        Path file = examined.directory().resolve(where).resolve("result.json");
        RunResult run;
        try {
            run = JsonFile.read(file, RunResult.class);
        } catch (IOException absent) {
            findings.missing(where, "the result of the probe cannot be read: " + absent.getMessage());
            return;
        }
        findings.same(told.probe().users(), run.run().users(), where, "the users of the probe");
        findings.same(told.startedAtMillis(), run.run().startedAt().toEpochMilli(), where, "the begin of the probe");
        ProbeResult made = ProbeResult.of(
                told.asked(),
                new ProbeResult.Measured(run.load(), run.collected(), run.intervals()),
                // The audit after the load is the whole search's.
                new VerdictCheck(run, examined, findings).judged(before),
                run.run().startedAt(),
                run.seconds(),
                appServerTier);
        findings.same(told.probe().outcome(), made.probe().outcome(), where, "the outcome of the probe");
        findings.same(told.probe().worst(), made.probe().worst(), ROUNDING, where, "the figure nearest to its limit");
        findings.same(told.probe().served(), made.probe().served(), ROUNDING, where, "the share that was served");
        findings.same(told.operationsPerSecond(), made.operationsPerSecond(), ROUNDING, where, "operations per second");
        findings.same(told.measuredSeconds(), made.measuredSeconds(), ROUNDING, where, "seconds measured");
        findings.same(told.p50Millis(), made.p50Millis(), where, "p50Millis");
        findings.same(told.p99Millis(), made.p99Millis(), where, "p99Millis");
        if (examined.sameProgram()) {
            findings.same(told, made, where, "the probe by its result");
        }
    }

    /** Whether a journal is there and is a file of the result itself: a link leads to files of whoever examines. */
    static boolean isThere(Path journal, Findings findings) {
        String name = journal.getFileName().toString();
        if (!Files.exists(journal, LinkOption.NOFOLLOW_LINKS)) {
            findings.missing(name, "there is none");
            return false;
        }
        boolean file = Files.isRegularFile(journal, LinkOption.NOFOLLOW_LINKS);
        findings.that(file, name, "it is no file: a result has no links, devices or pipes");
        return file;
    }
}
