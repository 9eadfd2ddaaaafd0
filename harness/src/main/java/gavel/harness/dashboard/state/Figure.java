package gavel.harness.dashboard.state;

import java.util.ArrayList;
import java.util.List;

/** Figures as time lines have them: what is no number, not finite or below zero is unknown. */
final class Figure {
    static final double UNKNOWN = -1;
    /** Above it, digits of a double are no longer whole numbers. */
    private static final double LARGEST = 1e15;

    private Figure() {}

    static double of(double value) {
        return Double.isFinite(value) && value >= 0 ? Math.min(value, LARGEST) : UNKNOWN;
    }

    /** Of two stretches of time. */
    static double mean(double some, int seconds, double others, int otherSeconds) {
        return some < 0
                ? others
                : others < 0 ? some : (some * seconds + others * otherSeconds) / (seconds + otherSeconds);
    }

    static List<Double> means(List<Double> some, int seconds, List<Double> others, int otherSeconds) {
        return both(some, others, (a, b) -> mean(a, seconds, b, otherSeconds));
    }

    static List<Double> largest(List<Double> some, List<Double> others) {
        return both(some, others, Math::max);
    }

    /** Later lists may be longer. */
    private static List<Double> both(List<Double> some, List<Double> others, Together together) {
        List<Double> values = new ArrayList<>();
        for (int i = 0; i < Math.max(some.size(), others.size()); i++) {
            values.add(together.apply(at(some, i), at(others, i)));
        }
        return List.copyOf(values);
    }

    private static double at(List<Double> values, int index) {
        return index < values.size() ? values.get(index) : UNKNOWN;
    }

    @FunctionalInterface
    private interface Together {
        double apply(double one, double other);
    }
}
