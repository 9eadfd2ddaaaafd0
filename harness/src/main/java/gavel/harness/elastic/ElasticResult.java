package gavel.harness.elastic;

import gavel.harness.compare.MeanEstimate;
import gavel.harness.result.Disclosure;
import gavel.harness.result.ExperimentResult;
import gavel.harness.result.ExperimentVerdict;
import gavel.harness.result.RunInfo;
import gavel.harness.verdict.Audit;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * How well supply followed demand, and everything it rests on: the content of {@code elastic.json}.
 *
 * @param schemaVersion of this file's form: readers refuse what they do not know
 * @param run what was asked for
 * @param settings of the experiment
 * @param verdict how it ended
 * @param capacity N(k)
 * @param passes along the path, in their order
 * @param probes before and after the passes
 * @param problem of the whole, why nothing counts; empty where it may
 * @param auditBefore null when it was not made
 * @param auditAfter null when it was not made
 * @param predictedSeconds before it began
 * @param remarks what a reader has to know
 * @param disclosure null when nothing was deployed
 */
public record ElasticResult(
        int schemaVersion,
        RunInfo run,
        ElasticSettings settings,
        ExperimentVerdict verdict,
        DemandTable capacity,
        List<ElasticPass> passes,
        List<CapacityProbe> probes,
        String problem,
        Audit auditBefore,
        Audit auditAfter,
        double predictedSeconds,
        List<String> remarks,
        Disclosure disclosure)
        implements ExperimentResult {
    public static final int SCHEMA_VERSION = 1;

    /**
     * Whether so many servers still support nine tenths of their peak. One that did not pass was made once more, and the last one decides.
     *
     * @param before the passes; false for after them
     * @param servers application servers
     * @param users people: nine tenths of the peak
     * @param passed whether they do
     * @param reason the verdict in words
     */
    public record CapacityProbe(boolean before, int servers, int users, boolean passed, String reason) {}

    public ElasticResult {
        passes = List.copyOf(passes);
        probes = List.copyOf(probes);
        remarks = List.copyOf(remarks);
    }

    /**
     * Lost data come first: no doubt about a measurement excuses them. As many passes must count as were asked for.
     *
     * @param replaced passes beyond those asked for, each in the place of one that does not count
     */
    public static ExperimentVerdict judge(
            int asked,
            int replaced,
            List<ElasticPass> passes,
            List<CapacityProbe> probes,
            String problem,
            Audit auditAfter) {
        if (auditAfter != null && !auditAfter.sound()) {
            return ExperimentVerdict.FAIL;
        }
        long counted = passes.stream().filter(ElasticPass::counts).count();
        boolean same = failed(probes).isEmpty();
        boolean left = passes.size() < asked + replaced;
        if (left && passes.size() - counted <= replaced && same && !passes.isEmpty()) {
            return ExperimentVerdict.INCOMPLETE;
        }
        return counted >= asked && same && problem.isEmpty() ? ExperimentVerdict.MEASURED : ExperimentVerdict.INVALID;
    }

    /** The probe that speaks against N(k): the last before the passes, or the last after them. */
    public static Optional<CapacityProbe> failed(List<CapacityProbe> probes) {
        return Stream.of(true, false)
                .flatMap(before ->
                        probes.stream()
                                .filter(probe -> probe.before() == before)
                                .reduce((first, last) -> last)
                                .stream())
                .filter(probe -> !probe.passed())
                .findFirst();
    }

    /** Passes that count. */
    public List<ElasticPass> counted() {
        return passes.stream().filter(ElasticPass::counts).toList();
    }

    /** Of the passes that count; null where none does. */
    public MeanEstimate mean(ToDoubleFunction<ElasticPass> figure) {
        List<Double> values = counted().stream().mapToDouble(figure).boxed().toList();
        return values.isEmpty() ? null : MeanEstimate.of(values);
    }

    @Override
    public boolean audited() {
        return auditAfter != null;
    }
}
