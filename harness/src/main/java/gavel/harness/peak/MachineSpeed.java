package gavel.harness.peak;

import static java.util.Locale.ROOT;

import java.util.List;
import java.util.Optional;

/**
 * Whether the machine itself changed while a search used it. An exchange is the same work for the driver at any time, so what it takes of the
 * processor tells how fast that was: slower where others on the same hardware use its caches and memory, which no counter of stolen time
 * shows. Pure.
 */
public final class MachineSpeed {
    /** Largest ratio of two probes that is no news. With a smaller one the probes' own levels explain it: many exchanges are cheaper together. */
    private static final double USUAL = 1.25;

    private MachineSpeed() {}

    /** What a reader has to know; empty where the probes took alike, or nothing was collected of them. */
    public static Optional<String> remark(List<Finding> probes) {
        double[] prices = probes.stream()
                .filter(finding -> finding.probe().valid() && finding.use() != null)
                .mapToDouble(finding -> finding.use().driverSecondsPer1000())
                .filter(price -> price > 0)
                .sorted()
                .toArray();
        if (prices.length < 2 || prices[prices.length - 1] <= USUAL * prices[0]) {
            return Optional.empty();
        }
        return Optional.of(String.format(
                ROOT,
                "The machine did not run at one speed: the driver took %.2f to %.2f s of CPU for 1,000 exchanges, which are the same work. "
                        + "A figure of another hour may differ by as much.",
                prices[0],
                prices[prices.length - 1]));
    }
}
