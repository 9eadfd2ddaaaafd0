package gavel.harness.kind;

import gavel.harness.compare.ComparedResult;
import gavel.harness.evidence.Examined;
import gavel.harness.evidence.Findings;
import gavel.harness.report.JUnitXml.Case;
import gavel.harness.report.JUnitXml.Ending;
import gavel.harness.report.text.ExperimentSummary;
import gavel.harness.report.text.Headline;
import gavel.harness.result.ExperimentResult;
import gavel.harness.result.ExperimentVerdict;
import gavel.harness.result.IndexCsv;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Experiments of several measurements: each is judged as a whole, goes on by a journal, and has a figure only where it can be trusted. */
abstract class ExperimentKind<R extends ExperimentResult> extends ResultKind<R> {
    ExperimentKind(String name, String noun, Class<R> type, int schemaVersion) {
        super(name, noun, type, schemaVersion);
    }

    /** What the index says. */
    record Figure(String name, String value) {}

    /** A few words for a stamp. */
    abstract String briefly(R result);

    /** The first sentences of every report. */
    abstract String sentence(R result);

    /** Of a result that can be trusted; null where nothing of it counts. */
    abstract Figure figure(R result);

    /** One case for each measurement. */
    abstract List<Case> parts(R result);

    /** What a comparison wants to be alike. */
    abstract void must(R result, Map<String, String> must);

    /** What else a comparison says of it. */
    abstract String words(R result);

    /** What is compared; those that are not above 0 are left out. */
    abstract Map<String, Double> figures(R result);

    /** Holds what it says of its measurements against what was kept of them. */
    abstract void checkMeasurements(R result, Examined examined, Findings findings);

    int users(R result) {
        return result.run().users();
    }

    /** Of figures that somebody forged some cannot be worked with. */
    @Override
    public final void check(R result, Examined examined, Findings findings) {
        try {
            checkMeasurements(result, examined, findings);
            checkTables(result, examined, findings);
        } catch (RuntimeException impossible) {
            findings.contradiction(file(), "its figures cannot be made again: " + impossible.getMessage());
        }
    }

    @Override
    public final String journal() {
        return name() + ".jsonl";
    }

    @Override
    public final Headline headline(R result) {
        return new Headline(
                briefly(result), ExperimentSummary.tone(result), "", sentence(result), List.of(), result.remarks());
    }

    @Override
    public final String briefly(Path directory) throws IOException {
        return briefly(read(directory));
    }

    @Override
    public final IndexCsv.Line index(R result) {
        Figure figure = result.verdict() == ExperimentVerdict.INVALID ? null : figure(result);
        return new IndexCsv.Line(
                result.verdict().name(),
                figure == null ? null : figure.name(),
                figure == null ? null : figure.value(),
                users(result),
                IndexCsv.Measured.NONE,
                null,
                false);
    }

    /**
     * One case for whether all can be trusted, one for the data, and one for each measurement.
     *
     * @param atLeast not used: nothing has to be reached
     */
    @Override
    protected final List<Case> cases(R result, double atLeast) {
        List<Case> cases = new ArrayList<>();
        cases.add(counting("trusted", result.problem()));
        cases.add(new Case(
                "integrity",
                result.verdict() == ExperimentVerdict.FAIL
                        ? Ending.FAILURE
                        : result.audited() ? Ending.PASSED : Ending.SKIPPED,
                sentence(result)));
        cases.addAll(parts(result));
        return cases;
    }

    /**
     * @param problem why it does not count; empty where it does
     * @param enough whether as many others count as were asked for
     */
    static Case counting(String name, String problem, boolean enough) {
        return enough && !problem.isEmpty() ? new Case(name, Ending.SKIPPED, problem) : counting(name, problem);
    }

    /** @param problem why it does not count; empty where it does */
    static Case counting(String name, String problem) {
        return new Case(name, problem.isEmpty() ? Ending.PASSED : Ending.ERROR, problem);
    }

    @Override
    public final ComparedResult compared(String named, Path directory) throws IOException {
        R result = read(directory);
        if (result.disclosure() == null) {
            return ComparedResult.refused(named, name(), "nothing was deployed");
        }
        Map<String, String> must = new LinkedHashMap<>();
        must.put(ComparedResult.KIND, name());
        must(result, must);
        boolean usable = result.verdict() == ExperimentVerdict.MEASURED;
        Map<String, Double> figures = usable ? new LinkedHashMap<>(figures(result)) : new LinkedHashMap<>();
        figures.values().removeIf(value -> !(value > 0));
        return ComparedResult.of(
                result,
                new ComparedResult.Outcome(
                        result.verdict().name(),
                        words(result),
                        usable ? "" : "it is " + result.verdict() + ": " + sentence(result)),
                must,
                new ComparedResult.Numbers(figures, List.of(), new ComparedResult.Speed(0, 0)));
    }

    static void load(ExperimentResult result, Map<String, String> must) {
        must.put("profile", result.run().profile());
        must.put("length", result.run().length() + " " + result.run().phases());
        must.put("services", result.run().services());
    }
}
