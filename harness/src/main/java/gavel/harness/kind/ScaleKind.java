package gavel.harness.kind;

import static java.util.Locale.ROOT;

import gavel.harness.compare.ComparedResult;
import gavel.harness.compare.Settings;
import gavel.harness.evidence.Examined;
import gavel.harness.evidence.Findings;
import gavel.harness.evidence.TogetherCheck;
import gavel.harness.peak.Peak;
import gavel.harness.report.JUnitXml.Case;
import gavel.harness.report.JUnitXml.Ending;
import gavel.harness.report.html.Links;
import gavel.harness.report.page.ScalePage;
import gavel.harness.report.text.ScaleSummary;
import gavel.harness.report.text.Words;
import gavel.harness.result.IndexCsv;
import gavel.harness.scale.ScaleCsv;
import gavel.harness.scale.ScaleJournal;
import gavel.harness.scale.ScaleResult;
import gavel.harness.scale.ScalingLine;
import gavel.harness.scale.SweepPoint;
import gavel.harness.topology.Tiers;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Sweeps: the peak for each number of application servers, and what each further one adds. */
public final class ScaleKind extends ResultKind<ScaleResult> {
    public ScaleKind() {
        super("scale", "sweep", ScaleResult.class, ScaleResult.SCHEMA_VERSION);
    }

    @Override
    public String journal() {
        return ScaleJournal.FILE;
    }

    @Override
    public String page(ScaleResult result, Links links) {
        return ScalePage.render(result, links);
    }

    @Override
    public List<String> summary(ScaleResult result, Path page) {
        return ScaleSummary.lines(result, page);
    }

    @Override
    public String briefly(Path directory) throws IOException {
        return ScaleSummary.briefly(read(directory));
    }

    @Override
    protected Map<String, String> tables(ScaleResult result) {
        return Map.of("scale.csv", ScaleCsv.of(result));
    }

    @Override
    public IndexCsv.Line index(ScaleResult result) {
        ScalingLine line = result.line();
        SweepPoint last = result.counted().isEmpty() ? null : result.counted().getLast();
        String interval = line == null || line.lower() == null
                ? ""
                : String.format(ROOT, " (%.3f to %.3f)", line.lower(), line.upper());
        return new IndexCsv.Line(
                !result.complete() ? "INCOMPLETE" : line == null ? "INVALID" : "FOUND",
                line == null || !line.hasShare() ? null : "efficiency",
                line == null || !line.hasShare() ? null : String.format(ROOT, "%.3f", line.efficiency()) + interval,
                last == null ? null : Peak.shown(last.peak().middle()),
                IndexCsv.Measured.NONE,
                last == null ? null : last.use().bottleneck().tier(),
                result.complete() && !interval.isEmpty() && Settings.official(result));
    }

    @Override
    public KeyFigures keyFigures(ScaleResult result) {
        return new KeyFigures(
                null, List.of(), ScalePage.curve(result, result.run().id(), "s1"));
    }

    /**
     * One case for the efficiency, and one for each number of application servers.
     *
     * @param atLeast percent that the lower end of the efficiency's interval must reach
     */
    @Override
    protected List<Case> cases(ScaleResult result, double atLeast) {
        List<Case> cases = new ArrayList<>();
        boolean asked = atLeast > 0;
        String percent = BigDecimal.valueOf(atLeast).stripTrailingZeros().toPlainString();
        cases.add(new Case(
                asked ? "efficiency at least " + percent + " %" : "efficiency",
                efficiency(result, atLeast),
                ScaleSummary.sentence(result) + (asked ? " At least " + percent + " % were asked for." : "")));
        for (SweepPoint point : result.points()) {
            Ending ending = point.peak() == null ? Ending.ERROR : point.counted() ? Ending.PASSED : Ending.SKIPPED;
            cases.add(new Case(Words.plural(point.servers(), "application server"), ending, point.excluded()));
        }
        return cases;
    }

    /** A sweep that did not end has no efficiency yet, but one that is too low already is told. */
    private static Ending efficiency(ScaleResult result, double atLeast) {
        if (result.line() == null) {
            return Ending.ERROR;
        }
        Ending ending = Ending.of(result.atLeast(atLeast));
        if (atLeast > 0 && (ending != Ending.PASSED || result.complete())) {
            return ending;
        }
        return result.complete() && result.line().lower() != null ? Ending.PASSED : Ending.SKIPPED;
    }

    @Override
    public ComparedResult compared(String named, Path directory) throws IOException {
        ComparedResult refused = super.compared(named, directory);
        return ComparedResult.refused(
                named,
                name(),
                refused.unusable() + ", such as its searches of one number of servers ("
                        + Path.of(named).resolve("app-servers-1") + " and its like)");
    }

    @Override
    public void check(ScaleResult result, Examined examined, Findings findings) {
        new TogetherCheck(examined, findings).sweep(result, Tiers.APP_SERVERS);
        checkTables(result, examined, findings);
    }

    @Override
    public List<Path> parts(ScaleResult result, Path directory) {
        return result.points().stream()
                .map(SweepPoint::directory)
                .filter(name -> !name.isEmpty())
                .map(directory::resolve)
                .toList();
    }
}
