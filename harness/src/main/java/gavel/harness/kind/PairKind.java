package gavel.harness.kind;

import static java.util.Locale.ROOT;

import gavel.harness.evidence.Examined;
import gavel.harness.evidence.Findings;
import gavel.harness.evidence.PairCheck;
import gavel.harness.peak.ProbeResult;
import gavel.harness.peak.pair.PairConclusion;
import gavel.harness.peak.pair.PairJournal;
import gavel.harness.peak.pair.PairResult;
import gavel.harness.peak.pair.Ratio;
import gavel.harness.report.JUnitXml.Case;
import gavel.harness.report.JUnitXml.Ending;
import gavel.harness.report.html.Links;
import gavel.harness.report.page.PairPage;
import gavel.harness.report.text.PairSummary;
import gavel.harness.report.text.Words;
import gavel.harness.result.IndexCsv;
import gavel.harness.topology.Tiers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Two configurations compared by probes in turn: the ratio of their peaks, or that none is known. */
public final class PairKind extends ResultKind<PairResult> {
    public PairKind() {
        super("pair", "paired comparison", PairResult.class, PairResult.SCHEMA_VERSION);
    }

    @Override
    public String journal() {
        return PairJournal.FILE;
    }

    @Override
    public String page(PairResult result, Links links) {
        return PairPage.render(result, links);
    }

    @Override
    public List<String> summary(PairResult result, Path page) {
        return PairSummary.lines(result, page);
    }

    @Override
    public String briefly(Path directory) throws IOException {
        return PairSummary.briefly(read(directory).conclusion());
    }

    @Override
    public IndexCsv.Line index(PairResult result) {
        Ratio ratio = result.conclusion().ratio();
        return new IndexCsv.Line(
                result.conclusion().kind().name(),
                ratio == null ? null : "ratio of the peaks",
                ratio == null
                        ? null
                        : String.format(ROOT, "%.3f (%.3f to %.3f)", ratio.middle(), ratio.lower(), ratio.upper()),
                null,
                IndexCsv.Measured.NONE,
                null,
                false);
    }

    /** @param atLeast percent of the first's peak that the second's must reach, by the lower end of the interval */
    @Override
    protected List<Case> cases(PairResult result, double atLeast) {
        PairConclusion conclusion = result.conclusion();
        String sentence = PairSummary.sentence(result);
        Ending ending = result.lostData()
                ? Ending.FAILURE
                : conclusion.kind() == PairConclusion.Kind.INVALID ? Ending.ERROR : Ending.PASSED;
        Case known = new Case("ratio of the peaks", ending, sentence);
        return atLeast <= 0
                ? List.of(known)
                : List.of(
                        known,
                        new Case(
                                "at least " + Words.decimal(atLeast, 1) + " %",
                                result.lostData() ? Ending.FAILURE : Ending.of(conclusion.atLeast(atLeast)),
                                sentence));
    }

    @Override
    public void check(PairResult result, Examined examined, Findings findings) {
        PairCheck.check(result, examined, Tiers.APP_SERVERS, findings);
    }

    @Override
    public List<Path> parts(PairResult result, Path directory) {
        return result.probes().stream()
                .map(made -> directory
                        .resolve(made.side().word())
                        .resolve(ProbeResult.DIRECTORY)
                        .resolve(made.probe().asked().directory()))
                .toList();
    }
}
