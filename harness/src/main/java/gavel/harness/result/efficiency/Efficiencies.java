package gavel.harness.result.efficiency;

import gavel.harness.collect.Power;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.commons.statistics.distribution.TDistribution;

/** A number of users beside what their platform has, costs and takes: pure. */
public final class Efficiencies {
    private static final double GIBIBYTE = 1L << 30;
    private static final double ONE_SIDED_95 = 0.95;

    private Efficiencies() {}

    /** Users that are supported, with the ends of their 90 % interval. */
    public record Users(double lower, double middle, double upper) {
        /** So many were supported; more may be. */
        public static Users atLeast(double users) {
            return new Users(users, users, users);
        }
    }

    /**
     * @param drawn over probes near the peak, the nearest first. Those count that know it from what the first of them read: where a meter fell
     *     silent, the processors' counters tell less than it did
     */
    public static List<Efficiency> of(Users users, Hardware hardware, Price price, List<Power> drawn) {
        List<Efficiency> all = new ArrayList<>();
        all.add(over(users, "core", hardware.cores(), 0, hardware.covers()));
        all.add(over(users, "GiB", hardware.memoryBytes() / GIBIBYTE, 0, hardware.covers()));
        if (price.perHour() > 0) {
            all.add(over(users, price.currency() + "/h", price.perHour(), 0, price.covers()));
        }
        Optional<String> source =
                drawn.stream().filter(Power::known).map(Power::source).findFirst();
        source.ifPresent(read -> {
            double[] watts = drawn.stream()
                    .filter(power -> power.known() && power.source().equals(read))
                    .mapToDouble(Power::watts)
                    .toArray();
            all.add(over(users, "watt", mean(watts), reach(watts), read));
        });
        all.removeIf(each -> !(each.amount() > 0));
        return all;
    }

    /** Both ends as logarithms: what a peak and an amount do not know is added as squares, as neither knows of the other. */
    private static Efficiency over(Users users, String unit, double amount, double reach, String covers) {
        double below = Math.hypot(Math.log(users.middle() / users.lower()), reach);
        double above = Math.hypot(Math.log(users.upper() / users.middle()), reach);
        double middle = users.middle() / amount;
        return new Efficiency(unit, amount, middle * Math.exp(-below), middle, middle * Math.exp(above), covers);
    }

    private static double mean(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum / values.length;
    }

    /** Half of Student's 90 % interval of ln of the mean; 0 of a single one, whose scatter is unknown. */
    private static double reach(double[] values) {
        if (values.length < 2) {
            return 0;
        }
        double mean = mean(values);
        double squares = 0;
        for (double value : values) {
            squares += Math.pow(value / mean - 1, 2);
        }
        double error = Math.sqrt(squares / (values.length - 1) / values.length);
        return TDistribution.of(values.length - 1).inverseCumulativeProbability(ONE_SIDED_95) * error;
    }
}
