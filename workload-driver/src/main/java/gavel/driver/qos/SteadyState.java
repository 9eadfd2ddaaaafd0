package gavel.driver.qos;

import gavel.driver.api.RuleOutcome;
import gavel.driver.api.RuleOutcome.Status;
import java.util.List;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Whether the end of the measurement was like its beginning. The mean responses of the ten-second batches of the first and the last third
 * are compared by their difference over its standard error (Student's t). A difference that is small beside every limit is a warming-up
 * that harms no verdict. A run that fails anyway need not be steady: an overloaded server's queue grows.
 */
final class SteadyState {
    /** One-sided, as that of three standard deviations; from few ten seconds the deviation itself is known badly, so Student's t. */
    private static final double CHANCE = 0.00135;

    private static final double MATERIAL = 0.1;

    private SteadyState() {}

    static RuleOutcome judge(Measurement measured, boolean failed) {
        if (measured.course().shape().varying()) {
            return new RuleOutcome(
                    "steadyState",
                    "responses",
                    Status.INFO,
                    "not judged",
                    "",
                    "the load follows a path: its end need not be like its beginning");
        }
        List<Double> means = measured.responseMillisByBatch();
        int third = means.size() / 3;
        if (third < 1) {
            return new RuleOutcome(
                    "steadyState",
                    "responses",
                    Status.TOO_FEW,
                    "unknown",
                    "",
                    "too short a measurement to compare thirds: too few to say");
        }
        List<Double> first = means.subList(0, third);
        List<Double> last = means.subList(means.size() - third, means.size());
        double difference = mean(last) - mean(first);
        double error = Math.sqrt((variance(first) + variance(last)) / third);
        long shortest = measured.operations().stream()
                .mapToLong(OperationSample::limitMillis)
                .min()
                .orElse(0);
        double noise = third == 1
                ? Double.POSITIVE_INFINITY
                : error * TDistribution.of(2 * third - 2).inverseSurvivalProbability(CHANCE);
        boolean alike = Math.abs(difference) <= MATERIAL * shortest;
        boolean known = Math.abs(difference) > noise;
        String bound = "at most " + Words.number(MATERIAL * shortest) + " ms, or noise";
        String actual = Words.number(difference) + " ms";
        String message = "mean response " + Words.number(mean(first)) + " ms in the first third, "
                + Words.number(mean(last)) + " ms in the last";
        return new RuleOutcome(
                "steadyState",
                "responses",
                alike ? Status.PASS : !known ? Status.TOO_FEW : failed ? Status.INFO : Status.INVALID,
                actual,
                bound,
                alike || failed
                        ? message
                        : message
                                + (known
                                        ? ": no steady state; use a longer warm-up or fewer users"
                                        : ", and as much between ten seconds and the next: too few to say"));
    }

    private static double mean(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).average().orElse(0);
    }

    private static double variance(List<Double> values) {
        if (values.size() < 2) {
            return 0;
        }
        double mean = mean(values);
        return values.stream()
                        .mapToDouble(value -> (value - mean) * (value - mean))
                        .sum()
                / (values.size() - 1);
    }
}
