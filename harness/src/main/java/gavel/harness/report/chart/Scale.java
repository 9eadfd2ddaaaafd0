package gavel.harness.report.chart;

import java.util.ArrayList;
import java.util.List;

/** Maps values to positions along an axis, and chooses the round values that are written beside it: pure. */
public sealed interface Scale {
    double position(double value);

    List<Double> ticks(int about);

    /** Equal steps from {@code low} at {@code from} to {@code high} at {@code to}. */
    record Linear(double low, double high, double from, double to) implements Scale {
        /** From 0 to the next round value that is not below {@code highest}; to 1 where nothing is above 0. */
        static Linear fromZero(double highest, double from, double to, int ticks) {
            double most = highest > 0 ? highest : 1;
            double step = step(most, ticks);
            return new Linear(0, step * Math.ceil(most / step), from, to);
        }

        @Override
        public double position(double value) {
            return from + (Math.clamp(value, low, high) - low) / (high - low) * (to - from);
        }

        @Override
        public List<Double> ticks(int about) {
            double step = step(high - low, about);
            List<Double> ticks = new ArrayList<>();
            for (int n = 0; low + n * step <= high + step / 1000; n++) {
                ticks.add(low + n * step);
            }
            return ticks;
        }

        /** The nearest of 1, 2, 5 times a power of ten that makes about so many steps. */
        private static double step(double range, int about) {
            double rough = range / Math.max(1, about);
            double power = Math.pow(10, Math.floor(Math.log10(rough)));
            // A step is no larger for what is lost in dividing.
            double digit = rough / power * (1 - 1e-9);
            return power * (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10);
        }
    }

    /** Equal ratios. */
    record Logarithmic(double low, double high, double from, double to) implements Scale {
        /** The whole decades that hold both values. */
        static Logarithmic decades(double lowest, double highest, double from, double to) {
            double low = Math.pow(10, Math.floor(Math.log10(lowest)));
            double high = Math.pow(10, Math.ceil(Math.log10(Math.max(highest, lowest * 1.01))));
            return new Logarithmic(low, Math.max(high, low * 10), from, to);
        }

        @Override
        public double position(double value) {
            double share = Math.log(Math.clamp(value, low, high) / low) / Math.log(high / low);
            return from + share * (to - from);
        }

        @Override
        public List<Double> ticks(int about) {
            List<Double> ticks = new ArrayList<>();
            for (double decade = low; decade <= high * 1.0001; decade *= 10) {
                ticks.add(decade);
            }
            return ticks;
        }
    }
}
