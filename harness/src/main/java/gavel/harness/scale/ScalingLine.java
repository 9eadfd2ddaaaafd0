package gavel.harness.scale;

import java.util.ArrayList;
import java.util.List;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The line through peak users over application servers, and how efficient it is to add one. The efficiency is the slope over the line's own
 * value at one server: 1 where a second server brings as much as the first. The error of a peak is the same share of it at each point. Each was searched
 * at a time of its own, so that share is what the points' distances from the line say, and at least what their searches' intervals do. The
 * 90 % interval of the ratio is Fieller's ("Some problems in interval estimation", 1954), with Student's t. Points that the machine limited do
 * not count. Pure.
 *
 * @param intercept users of no server, by the line
 * @param slope users that each server adds
 * @param efficiency slope over the line at one server; no figure where that is not above 0
 * @param lower end of the 90 % interval of the efficiency; null with fewer than three points, or where they say too little for two ends
 * @param upper its other end; likewise
 * @param points that count
 * @param curve the line at each number of servers from 1 to the largest
 */
public record ScalingLine(
        double intercept, double slope, double efficiency, Double lower, Double upper, int points, List<Fitted> curve) {
    private static final double QUANTILE = 0.95;

    /**
     * The line at a number of servers.
     *
     * @param servers application servers
     * @param users by the line
     * @param lower end of the 90 % interval of the line there; null with fewer than three points
     * @param upper its other end; likewise
     */
    public record Fitted(int servers, double users, Double lower, Double upper) {}

    public ScalingLine {
        curve = List.copyOf(curve);
    }

    /** Whether it has users at one server, of which the slope is a share. */
    public boolean hasShare() {
        return intercept + slope > 0;
    }

    /**
     * The line through those points that count.
     *
     * @param most servers the curve reaches to
     * @throws IllegalArgumentException with fewer than two counts of servers among them
     */
    static ScalingLine through(List<ScalingPoint> all, int most) {
        List<ScalingPoint> points =
                all.stream().filter(point -> !point.machineLimited()).toList();
        if (points.stream().mapToInt(ScalingPoint::servers).distinct().count() < 2) {
            throw new IllegalArgumentException("a line needs two counts of servers at which they are the limit: "
                    + points.size() + " points are left");
        }
        return new Regression(points).line(most);
    }

    /** Weighted least squares, with the sums that the intervals need. */
    private static final class Regression {
        private final List<ScalingPoint> points;
        private final double deviation;
        private final double w;
        private final double meanX;
        private final double meanY;
        private final double xx;
        private final double slope;

        Regression(List<ScalingPoint> points) {
            this.points = points;
            this.deviation = ScalingPoint.deviation(points);
            this.w = points.stream().mapToDouble(this::weight).sum();
            this.meanX =
                    points.stream().mapToDouble(p -> weight(p) * p.servers()).sum() / w;
            this.meanY = points.stream()
                            .mapToDouble(p -> weight(p) * p.peak().middle())
                            .sum()
                    / w;
            this.xx = points.stream()
                    .mapToDouble(p -> weight(p) * Math.pow(p.servers() - meanX, 2))
                    .sum();
            this.slope = points.stream()
                            .mapToDouble(p -> weight(p)
                                    * (p.servers() - meanX)
                                    * (p.peak().middle() - meanY))
                            .sum()
                    / xx;
        }

        private double weight(ScalingPoint point) {
            return Math.pow(deviation * point.peak().middle(), -2);
        }

        private double at(double servers) {
            return meanY + slope * (servers - meanX);
        }

        ScalingLine line(int most) {
            boolean noise = points.size() > 2;
            // Squared: how many times its own error an estimate may be away from the truth.
            double t2 = noise
                    ? Math.pow(TDistribution.of(points.size() - 2).inverseCumulativeProbability(QUANTILE), 2) * excess()
                    : 0;
            List<Fitted> curve = new ArrayList<>();
            for (int servers = 1; servers <= most; servers++) {
                double reach = Math.sqrt(t2 * (1 / w + Math.pow(servers - meanX, 2) / xx));
                curve.add(new Fitted(
                        servers,
                        at(servers),
                        noise ? (Double) (at(servers) - reach) : null,
                        noise ? (Double) (at(servers) + reach) : null));
            }
            double[] ratio = noise ? ratio(t2) : null;
            return new ScalingLine(
                    at(0),
                    slope,
                    slope / at(1),
                    ratio == null ? null : (Double) ratio[0],
                    ratio == null ? null : (Double) ratio[1],
                    points.size(),
                    curve);
        }

        /** Values r with (slope - r one)^2 <= t^2 Var(slope - r one) are between the roots of a r^2 - 2 b r + c; null without two ends. */
        private double[] ratio(double t2) {
            double one = at(1);
            double a = one * one - t2 * (1 / w + (1 - meanX) * (1 - meanX) / xx);
            double b = slope * one - t2 * (1 - meanX) / xx;
            double c = slope * slope - t2 / xx;
            double root = Math.sqrt(Math.max(0, b * b - a * c));
            return a > 0 && one > 0 ? new double[] {(b - root) / a, (b + root) / a} : null;
        }

        /** How much more than their own errors the points scatter around the line: reduced chi square, at least 1. */
        private double excess() {
            double chiSquare = points.stream()
                    .mapToDouble(p -> weight(p) * Math.pow(p.peak().middle() - at(p.servers()), 2))
                    .sum();
            return Math.max(1, chiSquare / (points.size() - 2));
        }
    }
}
