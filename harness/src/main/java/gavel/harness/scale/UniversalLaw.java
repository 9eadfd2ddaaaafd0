package gavel.harness.scale;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Gunther's Universal Scalability Law (Guerrilla Capacity Planning, 2007) with 90 % intervals of its parameters. By it peak(n) = single n /
 * (1 + contention (n - 1) + coherency n (n - 1)). So n / peak(n) is linear in three coefficients. Weighted least squares find them, under
 * the condition that none is negative. The intervals come from the same fit of peaks drawn anew within their errors (a parametric
 * bootstrap). They are widened where the points scatter more than their intervals explain. Points that the machine limited do not count.
 * Pure; the draws come from a seed.
 *
 * @param single users of one server
 * @param contention share of the work that waits for a common resource
 * @param coherency share of the work that servers do for each other
 */
public record UniversalLaw(Estimate single, Estimate contention, Estimate coherency) {
    private static final int PARAMETERS = 3;
    private static final int DRAWS = 2_000;
    private static final double TAIL = 0.05;
    /** Quantile of the normal distribution to the same end. */
    private static final double NORMAL = 1.6449;

    /**
     * @param lower end of the 90 % interval
     * @param middle the estimate
     * @param upper its other end
     */
    public record Estimate(double lower, double middle, double upper) {}

    /** Empty with fewer than four counts of servers that count: three parameters would fit them exactly. */
    public static Optional<UniversalLaw> through(List<ScalingPoint> all, long seed) {
        List<ScalingPoint> points =
                all.stream().filter(point -> !point.machineLimited()).toList();
        if (points.stream().mapToInt(ScalingPoint::servers).distinct().count() <= PARAMETERS) {
            return Optional.empty();
        }
        double[] n = points.stream().mapToDouble(ScalingPoint::servers).toArray();
        double[] y = points.stream().mapToDouble(point -> point.peak().middle()).toArray();
        double[] error = new double[n.length];
        Arrays.fill(error, ScalingPoint.deviation(points));
        double[] best = fit(n, y, error);
        double chiSquare = 0;
        for (int i = 0; i < n.length; i++) {
            chiSquare += Math.pow((y[i] / value(best, n[i]) - 1) / error[i], 2);
        }
        double widened = widened(chiSquare, n.length - PARAMETERS);
        SplittableRandom random = new SplittableRandom(seed);
        double[][] draws = new double[PARAMETERS][DRAWS];
        for (int draw = 0; draw < DRAWS; draw++) {
            double[] drawn = new double[n.length];
            for (int i = 0; i < n.length; i++) {
                drawn[i] = value(best, n[i]) * Math.exp(widened * error[i] * random.nextGaussian());
            }
            double[] parameters = parameters(fit(n, drawn, error));
            for (int p = 0; p < PARAMETERS; p++) {
                draws[p][draw] = parameters[p];
            }
        }
        double[] middle = parameters(best);
        return Optional.of(new UniversalLaw(
                estimate(middle[0], draws[0]), estimate(middle[1], draws[1]), estimate(middle[2], draws[2])));
    }

    /** Errors found from so few points are themselves uncertain: the ends of the interval are Student's, as those of the line are. */
    private static double widened(double chiSquare, int freedom) {
        double scatter = Math.sqrt(chiSquare / freedom);
        return Math.max(1, scatter * TDistribution.of(freedom).inverseCumulativeProbability(1 - TAIL) / NORMAL);
    }

    private static Estimate estimate(double middle, double[] draws) {
        Arrays.sort(draws);
        return new Estimate(
                draws[(int) Math.round(TAIL * (draws.length - 1))],
                middle,
                draws[(int) Math.round((1 - TAIL) * (draws.length - 1))]);
    }

    private static double[] parameters(double[] coefficients) {
        return new double[] {1 / coefficients[0], coefficients[1] / coefficients[0], coefficients[2] / coefficients[0]};
    }

    private static double value(double[] coefficients, double n) {
        return n / (coefficients[0] + coefficients[1] * (n - 1) + coefficients[2] * n * (n - 1));
    }

    /** The best of all fits that leave none, one or both of the last two coefficients out and have no negative one. */
    private static double[] fit(double[] n, double[] y, double[] error) {
        double[] best = null;
        double least = Double.POSITIVE_INFINITY;
        for (int[] used : new int[][] {{0, 1, 2}, {0, 1}, {0, 2}, {0}}) {
            double[] coefficients = solve(n, y, error, used);
            double squares = 0;
            for (int i = 0; i < n.length; i++) {
                squares += Math.pow((y[i] / value(coefficients, n[i]) - 1) / error[i], 2);
            }
            boolean possible = coefficients[0] > 0 && coefficients[1] >= 0 && coefficients[2] >= 0;
            if (possible && squares < least) {
                least = squares;
                best = coefficients;
            }
        }
        return best;
    }

    /** Least squares of n / y on the terms used; an error of y is, as a share, the same of n / y. */
    private static double[] solve(double[] n, double[] y, double[] error, int[] used) {
        int size = used.length;
        double[][] a = new double[size][size + 1];
        for (int i = 0; i < n.length; i++) {
            double[] terms = {1, n[i] - 1, n[i] * (n[i] - 1)};
            double z = n[i] / y[i];
            double weight = 1 / (error[i] * error[i] * z * z);
            for (int row = 0; row < size; row++) {
                for (int column = 0; column < size; column++) {
                    a[row][column] += weight * terms[used[row]] * terms[used[column]];
                }
                a[row][size] += weight * terms[used[row]] * z;
            }
        }
        double[] solution = eliminate(a);
        double[] coefficients = new double[PARAMETERS];
        for (int i = 0; i < size; i++) {
            coefficients[used[i]] = solution[i];
        }
        return coefficients;
    }

    /** Gauss and Jordan; the matrix of normal equations needs no pivots. */
    private static double[] eliminate(double[][] a) {
        int size = a.length;
        for (int pivot = 0; pivot < size; pivot++) {
            for (int row = 0; row < size; row++) {
                double factor = row == pivot ? 0 : a[row][pivot] / a[pivot][pivot];
                for (int column = pivot; factor != 0 && column <= size; column++) {
                    a[row][column] -= factor * a[pivot][column];
                }
            }
        }
        double[] solution = new double[size];
        for (int i = 0; i < size; i++) {
            solution[i] = a[i][size] / a[i][i];
        }
        return solution;
    }
}
