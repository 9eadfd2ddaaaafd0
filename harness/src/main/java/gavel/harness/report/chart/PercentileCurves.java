package gavel.harness.report.chart;

import java.util.List;

/**
 * Latency over quantile, both on logarithmic axes, so that the far tail has as much room as the middle: pure. The usual picture of
 * HdrHistogram: x is 1/(1-quantile).
 */
public record PercentileCurves(double[] quantiles, List<Series> curves, List<Panel.Bound> bounds) {
    private static final double LEFT = 58;
    private static final double RIGHT = 14;
    private static final double TOP = 28;
    private static final double BOTTOM = 48;
    private static final List<String> LABELS = List.of("0 %", "90 %", "99 %", "99.9 %", "99.99 %");

    /** Quantiles at equal steps along the axis. */
    public static double[] quantiles(int steps) {
        double[] quantiles = new double[steps + 1];
        for (int i = 0; i <= steps; i++) {
            quantiles[i] = 1 - Math.pow(10, -4.0 * i / steps);
        }
        return quantiles;
    }

    public static double left() {
        return LEFT;
    }

    public static double right(double width) {
        return width - RIGHT;
    }

    public String draw(String cssClass, double width, double height) {
        Svg svg = new Svg(cssClass, "Latency of each operation over its percentiles", width, height);
        Scale.Linear x = new Scale.Linear(0, LABELS.size() - 1.0, LEFT, width - RIGHT);
        double low = curves.stream().mapToDouble(Series::lowestAboveZero).min().orElse(1);
        double high = Math.max(
                curves.stream().mapToDouble(Series::highest).max().orElse(1000),
                bounds.stream().mapToDouble(Panel.Bound::value).max().orElse(0));
        Scale y = Scale.Logarithmic.decades(Double.isInfinite(low) ? 1 : low, Math.max(high, 1), height - BOTTOM, TOP);
        for (double tick : y.ticks(5)) {
            svg.line("grid", LEFT, y.position(tick), width - RIGHT, y.position(tick));
            svg.text("tick", "end", LEFT - 6, y.position(tick) + 4, Timelines.label(tick, "ms"));
        }
        for (int i = 0; i < LABELS.size(); i++) {
            svg.line("grid", x.position(i), TOP, x.position(i), height - BOTTOM);
            String anchor = i == 0 ? "start" : i == LABELS.size() - 1 ? "end" : "middle";
            svg.text(
                    "tick",
                    anchor,
                    x.position(i),
                    height - BOTTOM + 18,
                    width > 600 ? LABELS.get(i) : LABELS.get(i).replace(" %", ""));
        }
        svg.text("title", "start", 4, 14, "latency");
        svg.text("title", "end", width - RIGHT, height - 6, "share of the starts that were not later");
        Timelines.bounds(svg, bounds, y, LEFT, width - RIGHT);
        double[] px = new double[quantiles.length];
        for (int i = 0; i < px.length; i++) {
            px[i] = x.position(-Math.log10(1 - quantiles[i]));
        }
        for (Series curve : curves) {
            double[] py = new double[px.length];
            for (int i = 0; i < py.length; i++) {
                double value = curve.values()[i];
                py[i] = Double.isNaN(value) ? Double.NaN : y.position(Math.max(value, 1e-3));
            }
            svg.path("line " + curve.style(), curve.name(), px, py);
        }
        svg.line("cursor", LEFT, TOP, LEFT, height - BOTTOM);
        return svg.end();
    }
}
