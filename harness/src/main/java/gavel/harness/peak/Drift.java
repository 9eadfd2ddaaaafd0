package gavel.harness.peak;

import java.util.ArrayList;
import java.util.List;

/**
 * Whether the system changed while it was measured. ln(worst figure over its limit) is regressed on ln users and on the order of the probes
 * (ordinary least squares). The slope along the order, divided by that along the users, is the change of the knee. Only figures near their
 * limits can be used; where nearly nothing or nearly all comes late, the share says nothing about the distance. Pure.
 *
 * @param share of the knee, from the first probe to the last
 * @param deviations of the estimate from none, in its own standard errors; 0 where there are too few figures
 * @param degrees of freedom of that error, from 2 on where it is known
 */
record Drift(double share, double deviations, int degrees) {
    private static final double LEAST = 0.01;
    private static final double MOST = 40;
    private static final int ENOUGH = 5;
    /** Fitted: a level and two slopes. */
    private static final int PARAMETERS = 3;
    /** Student's t of 2, 3, … degrees of freedom, two-sided 99 %, and 4 where that is less: with few figures their scatter is hardly known. */
    private static final double[] SURELY = {9.92, 5.84, 4.60, 4.03, 4};

    static final Drift UNKNOWN = new Drift(0, 0, 0);

    /** Whether nearly everything came late, so that it would look the same in a system that changed. */
    static boolean overload(Probe probe) {
        return !probe.passed() && probe.worst() >= MOST;
    }

    static Drift of(List<Probe> probes) {
        List<double[]> points = new ArrayList<>();
        for (int i = 0; i < probes.size(); i++) {
            Probe probe = probes.get(i);
            if (probe.valid()
                    && probe.passed() == probe.worst() <= 1
                    && probe.worst() > LEAST
                    && probe.worst() < MOST) {
                points.add(
                        new double[] {Math.log(probe.users()), i / (double) (probes.size() - 1), Math.log(probe.worst())
                        });
            }
        }
        return points.size() < ENOUGH ? UNKNOWN : regress(points);
    }

    /** Larger than the interval wanted, and more than chance does. */
    boolean beyond(double width) {
        return Math.abs(share) > width && deviations > SURELY[Math.clamp(degrees - 2, 0, SURELY.length - 1)];
    }

    private static Drift regress(List<double[]> points) {
        int n = points.size();
        double[] mean = new double[3];
        points.forEach(p -> {
            for (int i = 0; i < 3; i++) {
                mean[i] += p[i] / n;
            }
        });
        double xx = 0;
        double xt = 0;
        double tt = 0;
        double xy = 0;
        double ty = 0;
        for (double[] p : points) {
            double x = p[0] - mean[0];
            double t = p[1] - mean[1];
            double y = p[2] - mean[2];
            xx += x * x;
            xt += x * t;
            tt += t * t;
            xy += x * y;
            ty += t * y;
        }
        double determinant = xx * tt - xt * xt;
        double byUsers = (tt * xy - xt * ty) / determinant;
        double byOrder = (xx * ty - xt * xy) / determinant;
        if (!(determinant > 0) || !(byUsers > 0)) {
            return UNKNOWN;
        }
        double squares = 0;
        for (double[] p : points) {
            double rest = p[2] - mean[2] - byUsers * (p[0] - mean[0]) - byOrder * (p[1] - mean[1]);
            squares += rest * rest;
        }
        int degrees = n - PARAMETERS;
        double error = Math.sqrt(squares / degrees * xx / determinant);
        return new Drift(-byOrder / byUsers, Math.abs(byOrder) / Math.max(error, 1e-9), degrees);
    }
}
