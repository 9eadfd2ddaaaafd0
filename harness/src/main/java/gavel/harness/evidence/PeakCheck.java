package gavel.harness.evidence;

import gavel.harness.config.Configuration;
import gavel.harness.peak.Conclusion;
import gavel.harness.peak.Conclusion.Kind;
import gavel.harness.peak.Peak;
import gavel.harness.peak.PeakResult;
import gavel.harness.peak.PeakSearch;
import gavel.harness.peak.ProbeResult;
import gavel.harness.peak.SearchJournal;
import gavel.harness.peak.Step;
import gavel.harness.report.text.PeakSummary;
import gavel.harness.verdict.Audit;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Makes a search's probes again from their own results, and its peak from its probes, and holds them against what it says. */
public final class PeakCheck {
    private static final String CONCLUSION = "conclusion";
    private static final double ROUNDING = 1e-6;

    private final PeakResult result;
    private final Examined examined;
    private final String appServerTier;
    private final Findings findings;

    private PeakCheck(PeakResult result, Examined examined, String appServerTier, Findings findings) {
        this.result = result;
        this.examined = examined;
        this.appServerTier = appServerTier;
        this.findings = findings;
    }

    /** @param appServerTier as results name it */
    public static void check(PeakResult result, Examined examined, String appServerTier, Findings findings) {
        new PeakCheck(result, examined, appServerTier, findings).check();
    }

    private void check() {
        if (result.disclosure() != null) {
            SettingsCheck settings = new SettingsCheck(examined, findings);
            Optional<Configuration> configuration = settings.check(result.run(), result.disclosure(), true);
            configuration.ifPresent(asked -> {
                settings.remarked(result.remarks(), remarks(asked));
                findings.same(
                        result.search().seed(), asked.load().seed(), "search.seed", "the seed of the configuration");
                if (examined.sameProgram()) {
                    findings.same(
                            result.efficiency(),
                            result.with(asked.costs().price()).efficiency(),
                            "efficiency",
                            "what follows from peak, host, costs and power");
                }
            });
        }
        Path probes = examined.directory().resolve(ProbeResult.DIRECTORY);
        new AuditCheck(findings).check(examined.directory(), result.auditBefore(), result.auditAfter(), probes);
        List<ProbeResult> all = new ArrayList<>(result.probes());
        all.addAll(result.levels());
        ProbeCheck check = new ProbeCheck(examined, appServerTier, findings);
        all.forEach(probe -> check.check(probe, "", result.auditBefore(), result.disclosure()));
        findings.that(
                result.disclosure() != null || all.isEmpty(),
                "disclosure",
                "there are probes, and it does not say of which deployment");
        if (result.conclusion().kind() != Kind.INVALID) {
            check.machines(all, "", result.disclosure(), result.run().startedAt());
        }
        if (result.climb() != null) {
            journal();
        }
        conclusion();
    }

    private void journal() {
        if (!ProbeCheck.isThere(examined.directory().resolve(SearchJournal.FILE), findings)) {
            return;
        }
        try {
            SearchJournal journal = SearchJournal.readOnly(examined.directory());
            findings.same(result.probes(), journal.findings(), "probes", "those of " + SearchJournal.FILE);
            findings.same(result.climb(), journal.climb(), "climb", "that of " + SearchJournal.FILE);
            findings.same(result.search(), journal.request().search(), "search", "that of " + SearchJournal.FILE);
            new SettingsCheck(examined, findings)
                    .program(result.disclosure(), journal.request().program());
        } catch (IOException damaged) {
            findings.contradiction(SearchJournal.FILE, "it cannot be read: " + damaged.getMessage());
        }
    }

    private void conclusion() {
        Conclusion said = result.conclusion();
        if (said.kind() == Kind.INVALID || result.climb() == null) {
            findings.that(
                    said.kind() == Kind.INVALID && said.peak() == null,
                    CONCLUSION,
                    "a search without a climb has no number");
            return;
        }
        findings.that(
                sound(result.auditBefore()) && sound(result.auditAfter()),
                CONCLUSION,
                "a search whose data were not audited, or are damaged, has no number");
        List<Conclusion> made = concluded();
        if (made.isEmpty()) {
            findings.contradiction(CONCLUSION, "these probes end no search");
        } else {
            compare(made);
        }
    }

    private static boolean sound(Audit audit) {
        return audit != null && audit.ok() && audit.violations() == 0;
    }

    private void compare(List<Conclusion> made) {
        Conclusion said = result.conclusion();
        if (said.kind() == Kind.BEYOND_MEMORY || said.kind() == Kind.BEYOND_DESCRIPTORS) {
            // What the machine had room for stands nowhere else.
            findings.that(
                    result.probes().stream().noneMatch(probe -> probe.probe().users() > said.users()),
                    CONCLUSION,
                    "more users were measured than there was room for");
            return;
        }
        boolean same = made.stream().anyMatch(each -> same(said, each));
        Conclusion first = made.getFirst();
        String what =
                "the probes come to " + first.kind() + " " + words(first) + ": " + said.kind() + " " + words(said);
        if (same || examined.sameProgram()) {
            findings.that(same, CONCLUSION, what);
        } else {
            findings.unknown(CONCLUSION, what + " (by this version, which did not make it)");
        }
    }

    private static boolean same(Conclusion said, Conclusion made) {
        Peak told = said.peak();
        Peak fitted = made.peak();
        return said.kind() == made.kind()
                && said.users() == made.users()
                && (told == null) == (fitted == null)
                && (told == null
                        || near(told.lower(), fitted.lower())
                                && near(told.middle(), fitted.middle())
                                && near(told.upper(), fitted.upper()));
    }

    private static boolean near(double one, double other) {
        return Math.abs(one - other) <= ROUNDING * Math.abs(other);
    }

    private static String words(Conclusion conclusion) {
        return conclusion.peak() == null
                ? conclusion.users() + " users"
                : conclusion.peak().toString();
    }

    private List<String> remarks(Configuration asked) {
        List<String> remarks = new ArrayList<>(SettingsCheck.remarks(asked, result.disclosure()));
        boolean driftKnown = result.conclusion().kind() != Kind.FOUND
                || result.climb() == null
                || searched().driftKnown();
        remarks.addAll(PeakSummary.remarks(result.conclusion(), result.probes(), driftKnown));
        return remarks;
    }

    /** With everything that was found. */
    private PeakSearch searched() {
        PeakSearch search = new PeakSearch(result.search());
        search.climbed(result.climb());
        for (ProbeResult finding : result.probes()) {
            search.next(Integer.MAX_VALUE);
            search.probed(finding.probe(), finding.purpose());
        }
        return search;
    }

    /** As a search ends by itself, and as it does when no further probe can be made. */
    private List<Conclusion> concluded() {
        PeakSearch search = searched();
        return Stream.of(Integer.MAX_VALUE, 0)
                .map(search::next)
                .filter(Step.Done.class::isInstance)
                .map(step -> ((Step.Done) step).conclusion())
                .toList();
    }
}
