package gavel.harness.evidence;

import gavel.harness.compare.ConfigurationDifferences;
import gavel.harness.config.Configuration;
import gavel.harness.peak.Climb;
import gavel.harness.peak.ProbeResult;
import gavel.harness.peak.pair.PairConclusion;
import gavel.harness.peak.pair.PairJournal;
import gavel.harness.peak.pair.PairProbe;
import gavel.harness.peak.pair.PairResult;
import gavel.harness.peak.pair.PairSide;
import gavel.harness.peak.pair.PairedSearch;
import gavel.harness.peak.pair.Side;
import gavel.harness.result.Disclosure;
import gavel.harness.verdict.Audit;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes the ratio of a paired comparison again from its probes, and these from their own results. */
public final class PairCheck {
    private static final double ROUNDING = 1e-9;

    private final PairResult result;
    private final Examined examined;
    private final Findings findings;

    private PairCheck(PairResult result, Examined examined, Findings findings) {
        this.result = result;
        this.examined = examined;
        this.findings = findings;
    }

    /** @param appServerTier as results name it */
    public static void check(PairResult result, Examined examined, String appServerTier, Findings findings) {
        new PairCheck(result, examined, findings).check(new ProbeCheck(examined, appServerTier, findings));
    }

    private void check(ProbeCheck probes) {
        Map<Side, Climb> climbs = new EnumMap<>(Side.class);
        Map<Side, Configuration> configurations = new EnumMap<>(Side.class);
        for (Side side : Side.values()) {
            PairSide made = result.side(side);
            Path directory = examined.directory().resolve(side.word());
            findings.at(side.word());
            if (made.disclosure() != null) {
                configuration(side, directory).ifPresent(read -> configurations.put(side, read));
            }
            new AuditCheck(findings)
                    .check(directory, made.auditBefore(), made.auditAfter(), directory.resolve("probes"));
            findings.at("");
            if (made.climb() != null) {
                climbs.put(side, made.climb());
            }
        }
        differences(configurations);
        for (int i = 0; i < result.probes().size(); i++) {
            PairProbe probe = result.probes().get(i);
            findings.same(probe.probe().number(), i + 1, "probes", "the number of the probe");
            probes.check(
                    probe.probe(),
                    probe.side().word() + "/",
                    result.side(probe.side()).auditBefore(),
                    result.side(probe.side()).disclosure());
        }
        if (result.conclusion().kind() != PairConclusion.Kind.INVALID) {
            machines(probes);
        }
        if (!climbs.isEmpty()) {
            journal();
        }
        if (climbs.size() == Side.values().length) {
            PairedSearch search = PairJournal.search(result.search(), climbs, result.probes());
            knees(search);
            conclusion(search);
        }
    }

    private void machines(ProbeCheck probes) {
        for (Side side : Side.values()) {
            List<ProbeResult> made = result.probes().stream()
                    .filter(probe -> probe.side() == side)
                    .map(PairProbe::probe)
                    .toList();
            probes.machines(
                    made,
                    side.word() + "/",
                    result.side(side).disclosure(),
                    result.run().startedAt());
        }
    }

    /** Of the first the result says what was asked for; the second may have another name. */
    private Optional<Configuration> configuration(Side side, Path directory) {
        SettingsCheck settings = new SettingsCheck(new Examined(directory, false, examined.sameProgram()), findings);
        Disclosure disclosure = result.side(side).disclosure();
        return side == Side.FIRST ? settings.check(result.run(), disclosure, true) : settings.disclosed(disclosure);
    }

    private void differences(Map<Side, Configuration> configurations) {
        Configuration first = configurations.get(Side.FIRST);
        if (first != null) {
            findings.same(result.search().seed(), first.load().seed(), "search.seed", "the seed of the configuration");
        }
        Configuration second = configurations.get(Side.SECOND);
        if (first != null && second != null && examined.sameProgram()) {
            new SettingsCheck(examined, findings)
                    .remarked(
                            result.remarks(),
                            PairResult.remarks(
                                    SettingsCheck.remarks(first, result.first().disclosure()),
                                    SettingsCheck.remarks(
                                            second, result.second().disclosure())));
            findings.same(
                    result.differences(),
                    ConfigurationDifferences.lines(
                            result.first().disclosure().configuration(),
                            result.second().disclosure().configuration(),
                            PairResult.NO_DIFFERENCE),
                    "differences",
                    "those of the two configurations");
        }
    }

    private void journal() {
        if (!ProbeCheck.isThere(examined.directory().resolve(PairJournal.FILE), findings)) {
            return;
        }
        try {
            PairJournal journal = PairJournal.readOnly(examined.directory());
            findings.same(result.probes(), journal.probes(), "probes", "those of " + PairJournal.FILE);
            findings.same(result.search(), journal.request().search(), "search", "that of " + PairJournal.FILE);
            for (Side side : Side.values()) {
                findings.same(
                        result.side(side).climb(),
                        journal.climb(side),
                        side.word() + ".climb",
                        "that of " + PairJournal.FILE);
                new SettingsCheck(examined, findings)
                        .program(
                                result.side(side).disclosure(),
                                journal.request().program());
            }
        } catch (IOException damaged) {
            findings.contradiction(PairJournal.FILE, "it cannot be read: " + damaged.getMessage());
        }
    }

    private void knees(PairedSearch search) {
        for (Side side : Side.values()) {
            double said = result.side(side).knee();
            double made = search.knee(side);
            if (examined.sameProgram()) {
                findings.same(said, made, ROUNDING * made, side.word() + ".knee", "where the probes lead");
            }
        }
    }

    private void conclusion(PairedSearch search) {
        PairConclusion said = result.conclusion();
        if (said.kind() == PairConclusion.Kind.INVALID) {
            findings.that(said.ratio() == null, "conclusion", "an invalid comparison has a ratio");
            return;
        }
        findings.that(
                sound(result.first()) && sound(result.second()),
                "conclusion",
                "data that were not audited, or are damaged, give no ratio");
        PairConclusion made = search.conclusion();
        if (examined.sameProgram() || said.equals(made)) {
            findings.same(said, made, "conclusion", "what the probes come to");
        } else {
            findings.unknown("conclusion", "this version, which did not make it, gets from the probes " + made);
        }
    }

    private static boolean sound(PairSide side) {
        return sound(side.auditBefore()) && sound(side.auditAfter());
    }

    private static boolean sound(Audit audit) {
        return audit != null && audit.ok() && audit.violations() == 0;
    }
}
