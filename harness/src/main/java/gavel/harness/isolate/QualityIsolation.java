package gavel.harness.isolate;

import java.util.List;

/**
 * How much slower tenants become when others do more, by Krebs, Momm and Kounev ("Metrics and techniques for quantifying performance isolation
 * in cloud environments", Science of Computer Programming 90, 2014). Pure.
 */
public final class QualityIsolation {
    private QualityIsolation() {}

    /**
     * I_QoS: the relative increase of response times over the relative increase of the load. 0 is perfect isolation; 1 is as if all did the
     * more there is.
     *
     * @param before of each tenant that keeps its load, any unit of time
     * @param after of the same tenants
     * @param moreLoad of all tenants together, as a share: 0.375 for 37.5 % more
     */
    public static double index(List<Double> before, List<Double> after, double moreLoad) {
        if (before.size() != after.size() || before.isEmpty()) {
            throw new IllegalArgumentException(
                    "response times must be of the same tenants: " + before.size() + " and " + after.size());
        }
        if (!(moreLoad > 0)) {
            throw new IllegalArgumentException("load must grow: " + moreLoad);
        }
        double reference = sum(before);
        return (sum(after) - reference) / reference / moreLoad;
    }

    private static double sum(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).sum();
    }
}
