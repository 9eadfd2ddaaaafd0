package gavel.driver.qos;

import gavel.driver.api.RuleOutcome;
import gavel.driver.api.RuleOutcome.Status;
import java.util.List;

/**
 * Whether the end of the measurement was like its beginning: the mean responses of the ten-second batches of the first and the last
 * third, compared by their difference over its standard error. A difference that is small beside every limit is a warming-up that
 * harms no verdict, and a run that fails anyway need not be steady: an overloaded server's queue grows.
 */
final class SteadyState {
    private static final double DEVIATIONS = 3;
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
                    Status.INFO,
                    "unknown",
                    "",
                    "too short a measurement to compare thirds");
        }
        List<Double> first = means.subList(0, third);
        List<Double> last = means.subList(means.size() - third, means.size());
        double difference = mean(last) - mean(first);
        double error = Math.sqrt((variance(first) + variance(last)) / third);
        long shortest = measured.operations().stream()
                .mapToLong(OperationSample::limitMillis)
                .min()
                .orElse(0);
        boolean steady = Math.abs(difference) <= Math.max(DEVIATIONS * error, MATERIAL * shortest);
        String actual = Words.number(difference) + " ms";
        String message = "mean response " + Words.number(mean(first)) + " ms in the first third, "
                + Words.number(mean(last)) + " ms in the last";
        return new RuleOutcome(
                "steadyState",
                "responses",
                steady ? Status.PASS : failed ? Status.INFO : Status.INVALID,
                actual,
                "at most " + Words.number(Math.max(DEVIATIONS * error, MATERIAL * shortest)) + " ms",
                steady || failed ? message : message + ": no steady state; use a longer warm-up or fewer users");
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
