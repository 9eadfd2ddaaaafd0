package gavel.harness.scale;

import gavel.harness.compare.StudentT;
import java.util.List;

/**
 * The line through peak users over application servers, weighted by what each peak's interval says about its error, and how efficient it is
 * to add one: the slope over the line's own value at one server, 1 where a second server brings as much as the first. The 90 % interval
 * of the ratio is Fieller's ("Some problems in interval estimation", 1954), with the errors widened where the points scatter more than their
 * intervals explain. Points that the machine limited do not count. Pure.
 *
 * @param intercept users of no server, by the line
 * @param slope users that each server adds
 * @param efficiency slope over the line at one server, and the ends of its 90 % interval; these are NaN with fewer than three points
 */
public record ScalingLine(double intercept, double slope, double efficiency, double lower, double upper, int points) {
    private static final double QUANTILE = 0.95;

    /** @throws IllegalArgumentException with fewer than two counts of servers among the points that count */
    public static ScalingLine through(List<ScalingPoint> all) {
        List<ScalingPoint> points =
                all.stream().filter(point -> !point.machineLimited()).toList();
        if (points.stream().mapToInt(ScalingPoint::servers).distinct().count() < 2) {
            throw new IllegalArgumentException("a line needs two counts of servers at which they are the limit: "
                    + points.size() + " points are left");
        }
        double w = 0;
        double wx = 0;
        double wy = 0;
        for (ScalingPoint point : points) {
            double weight = 1 / (point.deviation() * point.deviation());
            w += weight;
            wx += weight * point.servers();
            wy += weight * point.peak().middle();
        }
        double meanX = wx / w;
        double meanY = wy / w;
        double xx = 0;
        double xy = 0;
        for (ScalingPoint point : points) {
            double weight = 1 / (point.deviation() * point.deviation());
            xx += weight * (point.servers() - meanX) * (point.servers() - meanX);
            xy += weight * (point.servers() - meanX) * (point.peak().middle() - meanY);
        }
        double slope = xy / xx;
        double one = meanY + slope * (1 - meanX);
        if (points.size() < 3) {
            return new ScalingLine(one - slope, slope, slope / one, Double.NaN, Double.NaN, points.size());
        }
        double t = StudentT.quantile(QUANTILE, points.size() - 2);
        double widened = t * t * excess(points, slope, meanX, meanY);
        // Values r with (slope - r one)^2 <= t^2 Var(slope - r one) are between the roots of a r^2 - 2 b r + c.
        double a = one * one - widened * (1 / w + (1 - meanX) * (1 - meanX) / xx);
        double b = slope * one - widened * (1 - meanX) / xx;
        double c = slope * slope - widened / xx;
        double root = Math.sqrt(Math.max(0, b * b - a * c));
        boolean bounded = a > 0;
        return new ScalingLine(
                one - slope,
                slope,
                slope / one,
                bounded ? (b - root) / a : Double.NEGATIVE_INFINITY,
                bounded ? (b + root) / a : Double.POSITIVE_INFINITY,
                points.size());
    }

    /** How much more than their own errors the points scatter around the line: reduced chi square, at least 1. */
    private static double excess(List<ScalingPoint> points, double slope, double meanX, double meanY) {
        double chiSquare = 0;
        for (ScalingPoint point : points) {
            double rest = point.peak().middle() - meanY - slope * (point.servers() - meanX);
            chiSquare += rest * rest / (point.deviation() * point.deviation());
        }
        return Math.max(1, chiSquare / (points.size() - 2));
    }
}
