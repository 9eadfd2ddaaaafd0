package gavel.harness.kind;

import gavel.harness.compare.ComparedResult;
import gavel.harness.compare.Settings;
import gavel.harness.config.Configuration;
import gavel.harness.evidence.Examined;
import gavel.harness.evidence.Findings;
import gavel.harness.evidence.PeakCheck;
import gavel.harness.peak.Conclusion;
import gavel.harness.peak.Peak;
import gavel.harness.peak.PeakResult;
import gavel.harness.peak.ProbeResult;
import gavel.harness.peak.SearchJournal;
import gavel.harness.report.JUnitXml.Case;
import gavel.harness.report.JUnitXml.Ending;
import gavel.harness.report.html.Links;
import gavel.harness.report.page.PeakPage;
import gavel.harness.report.text.EfficiencyWords;
import gavel.harness.report.text.Headline;
import gavel.harness.report.text.PeakSummary;
import gavel.harness.report.text.Words;
import gavel.harness.result.Disclosure;
import gavel.harness.result.IndexCsv;
import gavel.harness.result.efficiency.Efficiency;
import gavel.harness.topology.Tiers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** Searches for the peak: the most users that are served well, with an interval. */
public final class PeakKind extends ResultKind<PeakResult> {
    public PeakKind() {
        super("peak", "search", PeakResult.class, PeakResult.SCHEMA_VERSION);
    }

    @Override
    public String journal() {
        return SearchJournal.FILE;
    }

    @Override
    public String doing(Configuration configuration) {
        return "Search for the peak: the most users that are served well by " + servers(configuration) + ".";
    }

    @Override
    public Headline headline(PeakResult result) {
        Conclusion conclusion = result.conclusion();
        boolean invalid = conclusion.kind() == Conclusion.Kind.INVALID;
        List<String> notes = new ArrayList<>(result.remarks());
        if (!invalid && !conclusion.reason().isEmpty()) {
            notes.addFirst(conclusion.reason());
        }
        return new Headline(
                invalid ? "INVALID" : "PEAK",
                invalid ? "invalid" : "info",
                "",
                PeakSummary.sentence(result),
                List.of(),
                notes);
    }

    @Override
    public String page(PeakResult result, Links links) {
        return PeakPage.render(result, links);
    }

    @Override
    public List<String> summary(PeakResult result, Path page) {
        return PeakSummary.lines(result, page);
    }

    @Override
    public String briefly(Path directory) throws IOException {
        return PeakSummary.briefly(read(directory).conclusion());
    }

    @Override
    public IndexCsv.Line index(PeakResult result) {
        Conclusion conclusion = result.conclusion();
        Peak peak = conclusion.peak();
        ProbeResult.Use use = result.atPeak();
        Integer bound = conclusion.users() == 0 ? null : (Integer) conclusion.users();
        return new IndexCsv.Line(
                conclusion.kind().name(),
                peak == null ? null : "peak of this search",
                peak == null ? null : peak.interval() + Words.after("; ", EfficiencyWords.brief(result.efficiency())),
                peak == null ? bound : Peak.shown(peak.middle()),
                IndexCsv.Measured.NONE,
                use == null ? null : use.bottleneck().tier(),
                peak != null && Settings.official(result));
    }

    @Override
    public KeyFigures keyFigures(PeakResult result) {
        return new KeyFigures(result.conclusion().peak(), result.efficiency(), null);
    }

    /** @param atLeast users the peak must reach */
    @Override
    protected List<Case> cases(PeakResult result, double atLeast) {
        Conclusion conclusion = result.conclusion();
        List<Case> cases = new ArrayList<>();
        Ending ending =
                switch (conclusion.kind()) {
                    case FOUND, AT_LEAST, BEYOND_MEMORY, BEYOND_DESCRIPTORS -> Ending.PASSED;
                    case NONE -> Ending.FAILURE;
                    case INVALID -> result.lostData() ? Ending.FAILURE : Ending.ERROR;
                };
        cases.add(new Case("peak", ending, PeakSummary.sentence(result)));
        if (atLeast > 0) {
            int users = (int) atLeast;
            cases.add(new Case(
                    "peak at least " + users,
                    result.lostData() ? Ending.FAILURE : Ending.of(conclusion.atLeast(users)),
                    PeakSummary.sentence(result) + " At least " + Words.count(users) + " were asked for."));
        }
        return cases;
    }

    @Override
    public ComparedResult compared(String named, Path directory) throws IOException {
        return compared(read(directory));
    }

    public ComparedResult compared(PeakResult result) {
        Map<String, String> must = new LinkedHashMap<>();
        must.put(ComparedResult.KIND, name());
        must.put("profile", profile(result));
        must.put("length", result.run().length() + " " + result.run().phases());
        must.put("services", result.run().services());
        boolean found = result.conclusion().kind() == Conclusion.Kind.FOUND;
        Peak peak = result.conclusion().peak();
        return ComparedResult.of(
                result,
                outcome(result.conclusion()),
                must,
                new ComparedResult.Numbers(
                        found ? figures(peak, result.efficiency()) : Map.of(),
                        found ? List.of(peak.lower(), peak.middle(), peak.upper()) : List.of(),
                        new ComparedResult.Speed(
                                mean(result.probes(), ProbeResult.Use::memoryLatencyNanos),
                                mean(result.probes(), ProbeResult.Use::arithmeticNanos))));
    }

    /** The peak, and users for the money where there are prices. */
    private static Map<String, Double> figures(Peak peak, List<Efficiency> efficiency) {
        Map<String, Double> figures = new LinkedHashMap<>();
        figures.put(ComparedResult.PEAK_USERS, peak.middle());
        efficiency.stream()
                .filter(each -> each.unit().endsWith("/h"))
                .forEach(each -> figures.put(ComparedResult.USERS_PER + each.unit(), each.middle()));
        return figures;
    }

    /** Of the probes that know it. */
    private static double mean(List<ProbeResult> probes, ToDoubleFunction<ProbeResult.Use> figure) {
        return probes.stream()
                .map(ProbeResult::use)
                .filter(Objects::nonNull)
                .mapToDouble(figure)
                .filter(nanos -> nanos > 0)
                .average()
                .orElse(0);
    }

    private static ComparedResult.Outcome outcome(Conclusion conclusion) {
        String verdict = conclusion.kind().name();
        if (conclusion.kind() == Conclusion.Kind.FOUND) {
            Peak peak = conclusion.peak();
            return new ComparedResult.Outcome(
                    verdict, Words.users(peak.middle()) + " users (" + Words.interval(peak) + ")", "");
        }
        String words = conclusion.users() > 0
                ? PeakSummary.briefly(conclusion) + Words.after(": ", conclusion.reason())
                : conclusion.reason();
        return new ComparedResult.Outcome(verdict, words, "it has no peak: " + words);
    }

    /** Early versions named the profile of a search by their own version, which tells nothing about its text: no other is known to be equal. */
    private static String profile(PeakResult result) {
        String profile = result.disclosure()
                .versions()
                .getOrDefault(Disclosure.PROFILE, result.run().profile());
        return ComparedResult.hasHash(profile)
                ? profile
                : profile + " (no hash in " + result.run().id() + ")";
    }

    @Override
    public void check(PeakResult result, Examined examined, Findings findings) {
        PeakCheck.check(result, examined, Tiers.APP_SERVERS, findings);
    }

    @Override
    public List<Path> parts(PeakResult result, Path directory) {
        return Stream.concat(result.probes().stream(), result.levels().stream())
                .map(probe -> directory
                        .resolve(ProbeResult.DIRECTORY)
                        .resolve(probe.asked().directory()))
                .toList();
    }
}
