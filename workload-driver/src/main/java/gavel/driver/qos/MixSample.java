package gavel.driver.qos;

import gavel.driver.profile.OperationKind;

/**
 * How often a main operation was chosen, beside what the chain says. What chance gives is the larger of two tails with this mean and
 * variance. The binomial distribution's is exact where all choices had the same probability. Poisson's, moved, is for many rare choices
 * beside some certain ones.
 *
 * @param expected sum, over every choice made, of the probability that it would fall on this operation, given where the chooser stood
 * @param variance sum of p (1 - p) over the same choices: as each choice is drawn afresh, the variance of chosen minus expected
 */
public record MixSample(OperationKind kind, long chosen, double expected, double variance) {
    /** Below this a choice counts as certain, or as impossible, but for rounding. */
    private static final double NOTHING = 1e-9;

    /** That it is chosen so often or more often, or so seldom or more seldom: the smaller of the two. */
    double chance() {
        if (variance < NOTHING) {
            return Math.abs(chosen - expected) < 0.5 ? 1 : 0;
        }
        return chosen > expected ? atLeast(chosen) : ExactBounds.atMost(chosen, choices(), share());
    }

    private double atLeast(double count) {
        return Math.max(
                ExactBounds.atLeast(count, choices(), share()),
                ExactBounds.atLeast(count - (expected - variance), variance));
    }

    double chanceOfNone() {
        return variance < NOTHING && expected >= 0.5 ? 0 : ExactBounds.atMost(0, choices(), share());
    }

    /** So often it is chosen by chance at most: more often happens with less than the given chance. */
    double most(double chance) {
        double count = Math.ceil(expected);
        while (variance >= NOTHING && atLeast(count + 1) >= chance) {
            count++;
        }
        return count;
    }

    /** So often it is chosen by chance at least: more seldom happens with less than the given chance. */
    double least(double chance) {
        double count = Math.floor(expected);
        while (variance >= NOTHING && ExactBounds.atMost(count - 1, choices(), share()) >= chance) {
            count--;
        }
        return count;
    }

    private double share() {
        return expected <= 0 ? 0 : Math.clamp(1 - variance / expected, 1e-12, 1);
    }

    private double choices() {
        return expected <= 0 ? 0 : expected / share();
    }
}
