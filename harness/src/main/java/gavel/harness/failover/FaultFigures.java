package gavel.harness.failover;

import gavel.harness.compare.MeanEstimate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/**
 * What all repeats of one fault say. Pure.
 *
 * @param counted of them
 * @param outage seconds; null where none counts, as all that follow
 * @param recovery seconds; null also where it was not seen of one of them
 * @param lost seconds; more than that where recovery is null
 * @param quality seconds; null also where it was not seen to come back
 * @param people who saw an error, each time
 */
public record FaultFigures(
        Fault fault,
        int made,
        int counted,
        MeanEstimate outage,
        MeanEstimate recovery,
        MeanEstimate lost,
        MeanEstimate quality,
        MeanEstimate redundancy,
        MeanEstimate people,
        MeanEstimate failed) {
    /** Of each fault, in the order they were made first. */
    public static List<FaultFigures> of(List<FaultResult> results) {
        Map<Fault, List<FaultResult>> byFault = new LinkedHashMap<>();
        results.forEach(result ->
                byFault.computeIfAbsent(result.fault(), _ -> new ArrayList<>()).add(result));
        return byFault.entrySet().stream()
                .map(each -> of(each.getKey(), each.getValue()))
                .toList();
    }

    private static FaultFigures of(Fault fault, List<FaultResult> all) {
        List<FaultResult> counted = all.stream().filter(FaultResult::counts).toList();
        return new FaultFigures(
                fault,
                all.size(),
                counted.size(),
                mean(counted, result -> result.loss().outageSeconds()),
                mean(counted, result -> result.loss().recoverySeconds()),
                mean(counted, result -> result.loss().lostSeconds()),
                mean(counted, FaultResult::qualitySeconds),
                mean(counted, FaultResult::redundancySeconds),
                mean(counted, result -> (double) result.people()),
                mean(counted, result -> (double) result.failedOperations()));
    }

    /** Null where it is not known of all of them. */
    private static MeanEstimate mean(List<FaultResult> counted, Function<FaultResult, Double> figure) {
        List<Double> values =
                counted.stream().map(figure).filter(Objects::nonNull).toList();
        return values.isEmpty() || values.size() < counted.size() ? null : MeanEstimate.of(values);
    }
}
