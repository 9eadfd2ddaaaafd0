package gavel.harness.report.chart;

import gavel.harness.report.chart.XyChart.Band;
import gavel.harness.report.chart.XyChart.Layer;
import gavel.harness.report.chart.XyChart.Line;
import gavel.harness.report.chart.XyChart.Point;
import gavel.harness.report.chart.XyChart.Points;
import gavel.harness.report.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Peak users over application servers of one sweep: each point with its interval, and the line fitted through those that count. Several may
 * be drawn over each other. Pure.
 *
 * @param style of its points and its line
 * @param line users of the fitted line at 1, 2, … servers; empty when there is none
 */
public record ScalingCurve(String name, String style, List<Mark> marks, List<Double> line) {
    /** @param counted whether it is part of the line */
    public record Mark(int servers, double lower, double users, double upper, boolean counted) {}

    public ScalingCurve {
        marks = List.copyOf(marks);
        line = List.copyOf(line);
    }

    /** The same in another colour. */
    public ScalingCurve in(String otherStyle) {
        return new ScalingCurve(name, otherStyle, marks, line);
    }

    /** The ends of the line's band at 1, 2, … servers; empty where it has none. */
    public record Ends(List<Double> lower, List<Double> upper) {
        public Ends {
            lower = List.copyOf(lower);
            upper = List.copyOf(upper);
        }
    }

    /** Over each other. */
    public static XyChart over(String label, List<ScalingCurve> curves) {
        return chart(label, curves, List.of(), highest(curves, mark -> mark.upper()));
    }

    /** One by itself, with its band, the users at each point, and where they would be if each server brought as much as the first. */
    public XyChart alone(Ends ends) {
        List<Layer> below = new ArrayList<>();
        double highest = highest(List.of(this), Mark::upper);
        if (!line.isEmpty()) {
            double[] servers = servers(line.size());
            if (!ends.lower().isEmpty()) {
                below.add(new Band(
                        "confidence",
                        servers,
                        ends.lower().stream()
                                .mapToDouble(users -> Math.max(0, users))
                                .toArray(),
                        array(ends.upper())));
                highest = Math.max(highest, ends.upper().getLast());
            }
            double ideal = line.getFirst() * line.size();
            below.add(new Line(
                    "ideal", "as much as the first", new double[] {1, line.size()}, new double[] {line.getFirst(), ideal
                    }));
            highest = Math.max(highest, ideal);
        }
        return chart("Peak users over application servers, and the line through them", List.of(this), below, highest);
    }

    private static XyChart chart(String label, List<ScalingCurve> curves, List<Layer> below, double highest) {
        List<Layer> layers = new ArrayList<>(below);
        int most = curves.stream()
                .mapToInt(curve -> Math.max(
                        curve.line.size(),
                        curve.marks.stream().mapToInt(Mark::servers).max().orElse(1)))
                .max()
                .orElse(1);
        for (ScalingCurve curve : curves) {
            if (!curve.line.isEmpty()) {
                layers.add(new Line(curve.style, curve.name, servers(curve.line.size()), array(curve.line)));
            }
            layers.add(new Points("left " + curve.style, curve.points(false, curves.size() == 1)));
            layers.add(new Points(curve.style, curve.points(true, curves.size() == 1)));
        }
        return new XyChart(
                label, Axis.counts("application servers", 1, most), Axis.fromZero("peak users", highest), layers);
    }

    private List<Point> points(boolean counted, boolean beside) {
        return marks.stream()
                .filter(mark -> mark.counted() == counted)
                .map(mark -> new Point(
                        mark.servers(),
                        mark.lower(),
                        mark.users(),
                        mark.upper(),
                        beside ? Words.users(mark.users()) : "",
                        name + ", " + Words.plural(mark.servers(), "server") + ": " + Words.users(mark.users())
                                + " users (" + Words.users(mark.lower()) + " to " + Words.users(mark.upper()) + ")"
                                + (mark.counted() ? "" : ", does not count")))
                .toList();
    }

    private static double highest(List<ScalingCurve> curves, ToDoubleFunction<Mark> end) {
        return curves.stream()
                .flatMap(curve -> curve.marks.stream())
                .mapToDouble(end)
                .max()
                .orElse(1);
    }

    private static double[] servers(int most) {
        double[] servers = new double[most];
        for (int i = 0; i < most; i++) {
            servers[i] = i + 1;
        }
        return servers;
    }

    private static double[] array(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).toArray();
    }
}
