package gavel.harness.failover;

/**
 * When service fell below a share of its level and when it was back: Page's cumulative sum ("Continuous inspection schemes", Biometrika
 * 1954) of what is missing of that share. It grows while less is served than the share and falls while more is; where it is largest, service
 * is back, which is the most likely moment of the change. How high chance alone lifts it follows from Lundberg's inequality for counts of
 * events that come by chance. Pure.
 */
final class MissingSum {
    /** A loss that chance alone would show in one of a hundred faults is none. */
    private static final double CHANCE = 0.01;

    /** Seconds in which a loss belongs to the one before it, or to the fault, however short it is. */
    private static final int TOGETHER = 5;

    private final double share;
    private final double expected;
    private final double dispersion;
    private final int slots;

    /**
     * @param share of the level, between 0 and 1
     * @param expected operations of a slot at the level
     * @param slots of a second
     */
    MissingSum(double share, double expected, double dispersion, int slots) {
        this.slots = slots;
        this.share = share;
        this.expected = expected;
        this.dispersion = dispersion;
    }

    /** Operations that have to be missing of the share before the loss is one, in a series of so many slots. */
    double told(int length) {
        return dispersion * Math.log(Math.max(1, length) / CHANCE) / exponent();
    }

    /** The positive root of share × x = 1 − e^(−x): chance lifts the sum by more than h with a probability below e^(−h × x). */
    private double exponent() {
        double low = 1e-9;
        double high = 1 / share;
        for (int i = 0; i < 100; i++) {
            double middle = (low + high) / 2;
            if (share * middle < 1 - Math.exp(-middle)) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /**
     * Slots until service is back; 0 where it was never gone.
     *
     * @param known slots until it is known to have been gone, whatever the sum says; 0 for none
     */
    int back(double[] served, int known) {
        double told = told(served.length);
        double turn = dispersion / exponent();
        double sum = 0;
        double most = 0;
        double least = 0;
        int at = 0;
        int began = 0;
        int back = 0;
        for (int i = 0; i < served.length; i++) {
            sum = Math.max(0, sum + share * expected - served[i]);
            // So much more than the share is no chance either: it is back, and what comes now is another loss.
            if (sum == 0 || most - sum > told) {
                sum = 0;
                most = 0;
                least = 0;
                began = i + 1;
            } else {
                least = Math.min(least, sum);
                // Once it has turned, another rise has to be more than chance.
                boolean turned = most - least > turn;
                if (sum > most + (turned ? told : 0)) {
                    most = sum;
                    least = sum;
                    at = i + 1;
                }
            }
            // Servers stand still for moments by themselves: a late loss of less than a second is not the fault's.
            boolean its = began <= back + TOGETHER * slots || most >= share * expected * slots;
            if (its && most > told || most > 0 && began < known && at >= known) {
                back = Math.max(back, at);
            }
        }
        return Math.max(back, known);
    }
}
