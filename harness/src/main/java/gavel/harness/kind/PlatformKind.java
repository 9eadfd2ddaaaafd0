package gavel.harness.kind;

import gavel.harness.compare.ComparedResult;
import gavel.harness.compare.Settings;
import gavel.harness.evidence.Examined;
import gavel.harness.evidence.Findings;
import gavel.harness.evidence.TogetherCheck;
import gavel.harness.peak.Peak;
import gavel.harness.peak.PlatformResult;
import gavel.harness.report.JUnitXml.Case;
import gavel.harness.report.JUnitXml.Ending;
import gavel.harness.report.html.Links;
import gavel.harness.report.page.PlatformPage;
import gavel.harness.report.text.EfficiencyWords;
import gavel.harness.report.text.PlatformSummary;
import gavel.harness.report.text.Words;
import gavel.harness.result.IndexCsv;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Several searches of one configuration together: the peak of the platform, with the scatter between searches in its interval. */
public final class PlatformKind extends ResultKind<PlatformResult> {
    public PlatformKind() {
        super("platform", "platform's peak", PlatformResult.class, PlatformResult.SCHEMA_VERSION);
    }

    @Override
    public String page(PlatformResult result, Links links) {
        return PlatformPage.render(result, links);
    }

    @Override
    public List<String> summary(PlatformResult result, Path page) {
        return PlatformSummary.lines(result, page);
    }

    @Override
    public String briefly(Path directory) throws IOException {
        return PlatformSummary.briefly(read(directory));
    }

    @Override
    public IndexCsv.Line index(PlatformResult result) {
        Peak peak = result.peak();
        return new IndexCsv.Line(
                peak == null ? "INVALID" : "FOUND",
                peak == null ? null : "peak of the platform",
                peak == null ? null : peak.interval() + Words.after("; ", EfficiencyWords.brief(result.efficiency())),
                peak == null ? null : Peak.shown(peak.middle()),
                IndexCsv.Measured.NONE,
                null,
                result.citable() && Settings.official(result));
    }

    @Override
    public KeyFigures keyFigures(PlatformResult result) {
        return new KeyFigures(result.peak(), result.efficiency(), null);
    }

    /**
     * Where there is no interval the searches have told why by cases of their own: a bound, with which the command may end well, or an error.
     *
     * @param atLeast users the peak must reach
     */
    @Override
    protected List<Case> cases(PlatformResult result, double atLeast) {
        String sentence = PlatformSummary.sentence(result);
        Case known = new Case("platform's peak", result.peak() == null ? Ending.SKIPPED : Ending.PASSED, sentence);
        int users = (int) atLeast;
        return users == 0
                ? List.of(known)
                : List.of(
                        known,
                        new Case(
                                "peak at least " + users,
                                Ending.of(result.atLeast(users)),
                                sentence + " At least " + Words.count(users) + " were asked for."));
    }

    @Override
    public ComparedResult compared(String named, Path directory) throws IOException {
        String searches = PlatformSummary.names(read(directory));
        return ComparedResult.refused(
                named,
                name(),
                searches.isEmpty()
                        ? "none of its searches has a peak"
                        : "it is made of several searches: name them (" + searches + ")");
    }

    @Override
    public void check(PlatformResult result, Examined examined, Findings findings) {
        new TogetherCheck(examined, findings).platform(result);
    }

    /** Beside it. */
    @Override
    public List<Path> parts(PlatformResult result, Path directory) {
        return result.searches().stream()
                .map(search -> directory.toAbsolutePath().resolveSibling(search.result()))
                .toList();
    }
}
