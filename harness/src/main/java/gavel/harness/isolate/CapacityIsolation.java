package gavel.harness.isolate;

import java.util.List;

/**
 * How much work tenants lose to keep their quality while one disrupts, by Krebs, Momm and Kounev (as {@link QualityIsolation}). The worst
 * system, without any isolation, loses one user for each one the disruptor has more than its base. Pure.
 *
 * @param base share of their work that is left where a system without isolation has none (I_base, 0 to 1)
 * @param end how much later than in a system without isolation nothing is left, in shares of their work; null where something always is
 *     (I_end)
 * @param integral where between no (0) and perfect isolation (1) the area under the curve is, until a system without isolation has nothing
 *     left (I_intBase)
 * @param free the same until the disruptor's largest load (I_intFree)
 */
public record CapacityIsolation(double base, Double end, double integral, double free) {
    /** What the others can do while the disruptor does so much. */
    public record Point(double disruptor, double others) {}

    /**
     * @param curve by the disruptor's load, from the base on, at which others have all their work; straight lines between
     * @param until largest load of the disruptor that is looked at, not less than base and the others' work
     */
    public static CapacityIsolation of(List<Point> curve, double until) {
        double from = curve.getFirst().disruptor();
        double whole = curve.getFirst().others();
        double without = from + whole;
        if (!(whole > 0) || until < without) {
            throw new IllegalArgumentException(
                    "the disruptor's load must reach its base and the others' work, " + without + ": " + until);
        }
        for (int i = 1; i < curve.size(); i++) {
            if (curve.get(i).disruptor() <= curve.get(i - 1).disruptor()) {
                throw new IllegalArgumentException("the disruptor's load must rise: " + curve);
            }
        }
        double triangle = whole * whole / 2;
        Double end = curve.stream()
                .filter(point -> point.others() <= 0)
                .findFirst()
                .map(point -> (point.disruptor() - from) / whole - 1)
                .orElse(null);
        return new CapacityIsolation(
                at(curve, without) / whole,
                end,
                (area(curve, without) - triangle) / triangle,
                (area(curve, until) - triangle) / (whole * (until - from) - triangle));
    }

    private static double at(List<Point> curve, double disruptor) {
        for (int i = 1; i < curve.size(); i++) {
            Point left = curve.get(i - 1);
            Point right = curve.get(i);
            if (disruptor <= right.disruptor()) {
                double share = (disruptor - left.disruptor()) / (right.disruptor() - left.disruptor());
                return left.others() + share * (right.others() - left.others());
            }
        }
        return curve.getLast().others();
    }

    private static double area(List<Point> curve, double until) {
        double area = 0;
        double from = curve.getFirst().disruptor();
        double before = curve.getFirst().others();
        for (Point point : curve.subList(1, curve.size())) {
            double to = Math.min(point.disruptor(), until);
            if (to <= from) {
                break;
            }
            double after = at(curve, to);
            area += (before + after) / 2 * (to - from);
            from = to;
            before = after;
        }
        return area + Math.max(0, until - from) * before;
    }
}
