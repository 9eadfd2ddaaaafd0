package gavel.harness.evidence;

import gavel.harness.compare.ConfigurationDifferences;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.peak.ProbeResult;
import gavel.harness.result.Disclosure;
import gavel.harness.result.JsonFile;
import gavel.harness.result.RunResult;
import gavel.harness.verdict.Audit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Makes what a search says of a probe again from the probe's own result. */
final class ProbeCheck {
    private static final double ROUNDING = 1e-6;

    /** What a search sets itself, which makes a larger data set where the first was too small. */
    private static final List<String> CHANGING = List.of("load.users", "data.users", "documents.memory");

    private final Examined examined;
    private final String appServerTier;
    private final Findings findings;
    /** By the directory of a deployment, those that its probes disclose. */
    private final Map<String, Set<List<String>>> machines = new HashMap<>();

    /** @param appServerTier as results name it */
    ProbeCheck(Examined examined, String appServerTier, Findings findings) {
        this.examined = examined;
        this.appServerTier = appServerTier;
        this.findings = findings;
    }

    /**
     * @param side directory of its deployment below that of the result; empty where there is one only
     * @param before the audit of its data
     * @param whole what the result discloses of that deployment
     */
    void check(ProbeResult told, String side, Audit before, Disclosure whole) {
        String where = side + ProbeResult.DIRECTORY + "/" + told.asked().directory();
        Path file = examined.directory().resolve(where).resolve("result.json");
        RunResult run;
        try {
            run = JsonFile.read(file, RunResult.class);
        } catch (IOException absent) {
            findings.missing(where, "the result of the probe cannot be read: " + absent.getMessage());
            return;
        }
        deployment(whole, run.disclosure(), side, where);
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

    /** What a number is of: the whole says that of its last deployment, and the probe of its own. */
    private void deployment(Disclosure whole, Disclosure own, String side, String where) {
        if (whole == null || own == null) {
            return;
        }
        machines.computeIfAbsent(side, _ -> new HashSet<>()).add(machines(own));
        Map<String, String> differing = otherSettings(whole, own);
        String what = "it was measured with other settings than are disclosed: " + differing;
        if (differing.isEmpty() || examined.sameProgram()) {
            findings.that(differing.isEmpty(), where, what);
        } else {
            findings.unknown(where, what);
        }
    }

    /** By path, what the one and the other have; empty where one of them is no configuration, which another check says. */
    static Map<String, String> otherSettings(Disclosure one, Disclosure other) {
        try {
            return ConfigurationDifferences.between(one.configuration(), other.configuration(), CHANGING);
        } catch (ConfigurationException unreadable) {
            return Map.of();
        }
    }

    /**
     * The machines that users are divided by are those of a probe. After an interruption without a further probe only the data were audited,
     * perhaps on a machine that has other memory now.
     *
     * @param since when the command began that ended the result
     */
    void machines(List<ProbeResult> probes, String side, Disclosure whole, Instant since) {
        Set<List<String>> known = machines.getOrDefault(side, Set.of());
        if (whole == null || known.isEmpty()) {
            return;
        }
        String where = side + "disclosure";
        if (probes.stream().noneMatch(probe -> probe.startedAtMillis() >= since.toEpochMilli())) {
            findings.unknown(where, "whether the machines are those of the probes, which were made before " + since);
        } else {
            findings.that(
                    known.contains(machines(whole)),
                    where,
                    "no probe was measured on these machines: " + machines(whole) + ", but on " + known);
        }
    }

    private static List<String> machines(Disclosure disclosure) {
        return disclosure.machines().stream()
                .map(host ->
                        host.name() + ", " + host.cores() + " × " + host.cpu() + ", " + host.memoryBytes() + " bytes")
                .toList();
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
