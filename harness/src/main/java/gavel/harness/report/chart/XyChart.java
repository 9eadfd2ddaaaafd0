package gavel.harness.report.chart;

import java.util.List;

/**
 * Points with intervals, lines, bands and limits over two axes with titles: every chart that does not follow the seconds of one run. Pure.
 *
 * @param label says what it shows, for readers who cannot see it
 * @param layers in their order: the later is drawn above the earlier
 */
public record XyChart(String label, Axis x, Axis y, List<Layer> layers) {
    private static final double LEFT = 64;
    private static final double RIGHT = 16;
    private static final double TOP = 30;
    private static final double BOTTOM = 44;
    private static final double NARROW = 600;
    private static final double CAP = 5;
    private static final int MANY = 24;

    public XyChart {
        layers = List.copyOf(layers);
    }

    /** What is drawn onto the axes; {@code style} is a class of the style sheet. */
    public sealed interface Layer {}

    public record Points(String style, List<Point> points) implements Layer {
        public Points {
            points = List.copyOf(points);
        }
    }

    /**
     * @param lower end of its interval, and {@code upper} the other; the same as {@code y} where there is none
     * @param beside it in the drawing; may be empty
     * @param title what a pointer is told that rests on it
     */
    public record Point(double x, double lower, double y, double upper, String beside, String title) {
        public static Point bare(double x, double y, String title) {
            return new Point(x, y, y, y, "", title);
        }
    }

    public record Line(String style, String name, double[] xs, double[] ys) implements Layer {}

    public record Band(String style, double[] xs, double[] lower, double[] upper) implements Layer {}

    /** A line across at a value that must not be exceeded. */
    public record Limit(double y, String text) implements Layer {}

    /** A line upright at a value of x. */
    public record Upright(double x, String text) implements Layer {}

    /** Everything between two values of x. */
    public record Span(double from, double to) implements Layer {}

    /** In a wide and a narrow shape; the style sheet shows the one that fits. */
    public String both(double height) {
        return draw("full", 1_040, height) + draw("compact", 360, Math.max(220, 0.8 * height));
    }

    /** @param cssClass {@code full}, or {@code compact} for a narrow screen */
    public String draw(String cssClass, double width, double height) {
        Svg svg = new Svg(cssClass, label, width, height);
        Scale across = x.scale(LEFT, width - RIGHT);
        Scale up = y.scale(height - BOTTOM, TOP);
        for (Axis.Tick tick : y.ticks()) {
            double at = up.position(tick.at());
            svg.line("grid", LEFT, at, width - RIGHT, at);
            svg.text("tick", "end", LEFT - 8, at + 4, tick.text());
        }
        for (Axis.Tick tick : (width < NARROW && x.ticks().size() > 3 ? x.sparse() : x).ticks()) {
            double at = across.position(tick.at());
            svg.line("grid", at, TOP, at, height - BOTTOM);
            svg.text("tick", "middle", at, height - BOTTOM + 18, tick.text());
        }
        svg.text("title", "start", 4, 14, y.title());
        svg.text("title", "end", width - RIGHT, height - 6, x.title());
        layers.forEach(layer -> layer(svg, layer, across, up));
        return svg.end();
    }

    private void layer(Svg svg, Layer layer, Scale across, Scale up) {
        switch (layer) {
            case Points points -> points(svg, points, across, up);
            case Line line -> svg.path("line " + line.style(), line.name(), at(across, line.xs()), at(up, line.ys()));
            case Band band -> svg.area(band.style(), at(across, band.xs()), at(up, band.upper()), at(up, band.lower()));
            case Limit limit -> limit(svg, limit, across, up);
            case Upright upright -> upright(svg, upright, across, up);
            case Span span -> {
                double from = across.position(span.from());
                double top = up.position(y.high());
                svg.rect(
                        "band measured",
                        from,
                        top,
                        Math.max(1, across.position(span.to()) - from),
                        up.position(y.low()) - top);
            }
        }
    }

    private void limit(Svg svg, Limit limit, Scale across, Scale up) {
        Timelines.bounds(
                svg,
                List.of(new Panel.Bound(limit.y(), limit.text())),
                up,
                across.position(x.low()),
                across.position(x.high()));
    }

    /** Its text stands on the side that has room for it. */
    private void upright(Svg svg, Upright upright, Scale across, Scale up) {
        double at = across.position(upright.x());
        double top = up.position(y.high());
        boolean right = upright.x() < (x.low() + x.high()) / 2;
        svg.line("knee", at, top, at, up.position(y.low()));
        svg.text("knee", right ? "start" : "end", right ? at + 6 : at - 6, top + 12, upright.text());
    }

    private static void points(Svg svg, Points points, Scale across, Scale up) {
        double size = points.points().size() > MANY ? 6 : 8;
        for (Point point : points.points()) {
            double at = across.position(point.x());
            double middle = up.position(point.y());
            if (point.upper() > point.lower()) {
                double low = up.position(point.lower());
                double high = up.position(point.upper());
                svg.line("whisker " + points.style(), at, low, at, high);
                svg.line("whisker " + points.style(), at - CAP, low, at + CAP, low);
                svg.line("whisker " + points.style(), at - CAP, high, at + CAP, high);
            }
            svg.named("point " + points.style(), at - size / 2, middle - size / 2, size, point.title());
            if (!point.beside().isEmpty()) {
                svg.text("value", "end", at - size, middle - size / 2, point.beside());
            }
        }
    }

    private static double[] at(Scale scale, double[] values) {
        double[] positions = new double[values.length];
        for (int i = 0; i < positions.length; i++) {
            positions[i] = Double.isNaN(values[i]) ? Double.NaN : scale.position(values[i]);
        }
        return positions;
    }
}
