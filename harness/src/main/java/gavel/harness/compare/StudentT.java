package gavel.harness.compare;

/** Student's t distribution, by numerical integration of its density: Simpson's rule, exact to more digits than are printed. Pure. */
public final class StudentT {
    private static final int STEPS = 2_000;
    private static final double FAR = 1_000;

    private StudentT() {}

    /** The value that so large a share of the distribution, above one half, lies below. */
    public static double quantile(double share, double degrees) {
        double half = integral(Math.PI / 2, degrees);
        double low = 0;
        double high = FAR;
        for (int i = 0; i < 60; i++) {
            double middle = (low + high) / 2;
            if (below(middle, degrees, half) < share) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return (low + high) / 2;
    }

    /** Share of the distribution that is as far from 0 as that, or farther, on either side. */
    public static double beyond(double t, double degrees) {
        return Math.max(0, 2 * (1 - below(t, degrees, integral(Math.PI / 2, degrees))));
    }

    /**
     * With t = sqrt(degrees) tan(a) the density is proportional to cos(a) to the power of degrees - 1.
     *
     * @param half of that: the integral over all positive t
     */
    private static double below(double t, double degrees, double half) {
        return 0.5 + integral(Math.atan(t / Math.sqrt(degrees)), degrees) / (2 * half);
    }

    private static double integral(double to, double degrees) {
        double step = to / STEPS;
        double sum = 0;
        for (int i = 0; i <= STEPS; i++) {
            double weight = i == 0 || i == STEPS ? 1 : i % 2 == 1 ? 4 : 2;
            sum += weight * Math.pow(Math.max(0, Math.cos(i * step)), degrees - 1);
        }
        return sum * step / 3;
    }
}
