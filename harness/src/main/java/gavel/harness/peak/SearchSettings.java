package gavel.harness.peak;

import java.time.Duration;

/**
 * How a peak is searched.
 *
 * @param from users the climb begins with
 * @param most the most users that are tried
 * @param width of the 90 % interval at which the search is done, as a share of its middle
 * @param probes at most, the repeated first level included
 * @param budget time at most; no probe is begun that would not fit
 * @param seed of the order of the confirming probes
 */
public record SearchSettings(int from, int most, double width, int probes, Duration budget, long seed) {
    public static final double WIDTH = 0.05;
    public static final int PROBES = 12;

    public SearchSettings {
        if (from < 1 || most < from) {
            throw new IllegalArgumentException("users must be 1 <= from <= most: " + from + ", " + most);
        }
        if (!(width > 0 && width < 1)) {
            throw new IllegalArgumentException("width must be > 0 and < 1: " + width);
        }
        if (probes < 3) {
            throw new IllegalArgumentException("probes must be >= 3: " + probes);
        }
    }

    /** Whether it is the same, or the same with more probes or time. */
    public boolean continues(SearchSettings earlier) {
        return probes >= earlier.probes
                && budget.compareTo(earlier.budget) >= 0
                && equals(earlier.with(probes, budget));
    }

    public SearchSettings with(int otherProbes, Duration otherBudget) {
        return new SearchSettings(from, most, width, otherProbes, otherBudget, seed);
    }
}
