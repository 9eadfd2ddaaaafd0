package gavel.harness.report.chart;

import static java.util.Locale.ROOT;

import gavel.harness.report.text.Words;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Panels above each other on one time axis in seconds, the phases of the run behind them: pure.
 *
 * @param xs seconds since the start, rising
 * @param phases bands behind the panels, in order
 * @param marks numbered lines through all panels, in order
 * @param since what begins at second 0
 */
public record Timelines(double[] xs, List<Phase> phases, List<Mark> marks, List<Panel> panels, String since) {
    private static final double LEFT = 52;
    private static final double RIGHT = 10;
    private static final double PANEL = 114;
    private static final double GAP = 34;
    private static final double TOP = 22;
    private static final double BELOW = 20;
    private static final double NAME = 68;
    /** Of text. */
    private static final double LINE = 18;

    private static final int TICKS = 3;
    private static final MathContext SIX_DIGITS = new MathContext(6);

    /**
     * Something that was done.
     *
     * @param number that stands at its line
     * @param from second it began in
     * @param to second it had come into force in, the same for what takes no time
     */
    public record Mark(int number, String text, boolean good, double from, double to) {}

    public record Phase(String name, boolean measured, double from, double to) {}

    /** From the beginning of the load on. */
    public Timelines(double[] xs, List<Phase> phases, List<Mark> marks, List<Panel> panels) {
        this(xs, phases, marks, panels, "the load");
    }

    /** Whether any of the time was measured. */
    public boolean measured() {
        return phases.stream().anyMatch(Phase::measured);
    }

    /** Where the plot begins and ends within the drawing; the page's script turns a pointer into a second with it. */
    public static double left() {
        return LEFT;
    }

    public static double right(double width) {
        return width - RIGHT;
    }

    public String draw(String cssClass, double width) {
        double height = TOP + panels.stream().mapToDouble(Timelines::high).sum() + panels.size() * GAP + BELOW;
        Svg svg = new Svg(
                cssClass,
                panels.stream().map(Panel::title).collect(Collectors.joining("; ")) + " over time",
                width,
                height);
        Scale.Linear time =
                new Scale.Linear(0, Math.max(1, xs.length == 0 ? 1 : xs[xs.length - 1]), LEFT, width - RIGHT);
        double bottom = height - BELOW + 6 - GAP;
        for (Phase phase : phases) {
            double x = time.position(phase.from());
            double w = time.position(phase.to()) - x;
            svg.rect(phase.measured() ? "band measured" : "band", x, TOP, w, bottom - TOP + 2);
            if (w > 6.2 * phase.name().length()) {
                svg.text("phase", "middle", x + w / 2, TOP - 7, phase.name());
            }
        }
        double top = TOP;
        for (Panel panel : panels) {
            panel(svg, panel, time, top + 24, top + high(panel));
            top += high(panel) + GAP;
        }
        marks.forEach(mark -> mark(svg, mark, time, bottom));
        // A step below a second would write the same second twice.
        for (double tick : time.ticks((int) Math.min(time.high(), width > 600 ? 10 : 5))) {
            svg.text("tick", "middle", time.position(tick), height - BELOW - 10, String.format(ROOT, "%.0f s", tick));
        }
        svg.text("tick", "end", width - RIGHT, height - 2, "time since " + since + " began");
        svg.line("cursor", LEFT, TOP, LEFT, bottom);
        return svg.end();
    }

    private static void mark(Svg svg, Mark mark, Scale.Linear time, double bottom) {
        double x = time.position(mark.from());
        String style = mark.good() ? "" : " bad";
        svg.rect("action span" + style, x, TOP, time.position(mark.to()) - x, bottom - TOP + 2);
        svg.line("action" + style, x, TOP, x, bottom + 2);
        svg.named("tick action" + style, x + 3, TOP + 10, Integer.toString(mark.number()), mark.text());
    }

    private void panel(Svg svg, Panel panel, Scale.Linear time, double top, double bottom) {
        svg.text("title", "start", LEFT, top - 9, panel.title());
        Scale scale = scale(panel, top, bottom);
        for (double tick : scale.ticks(TICKS)) {
            double y = scale.position(tick);
            svg.line("grid", LEFT, y, time.to(), y);
            svg.text("tick", "end", LEFT - 6, y + 4, label(tick, panel.unit()));
        }
        bounds(svg, panel.bounds(), scale, LEFT, time.to());
        double[] px = new double[xs.length];
        for (int i = 0; i < xs.length; i++) {
            px[i] = time.position(xs[i]);
        }
        if (panel.kind() == Panel.Kind.STACKED) {
            stack(svg, panel, scale, px);
            return;
        }
        for (Series series : panel.series()) {
            svg.path("line " + series.style(), series.name(), px, positions(series, scale, panel.kind()));
        }
    }

    /** Decades need more room than a straight scale. */
    private static double high(Panel panel) {
        return panel.kind() == Panel.Kind.LOGARITHMIC ? 1.6 * PANEL : PANEL;
    }

    /** Lines across, with their names above the uppermost of those that are near each other. */
    static void bounds(Svg svg, List<Panel.Bound> bounds, Scale scale, double left, double right) {
        List<Panel.Bound> downwards = bounds.stream()
                .sorted(Comparator.comparingDouble(Panel.Bound::value).reversed())
                .toList();
        double written = Double.NEGATIVE_INFINITY;
        int beside = 0;
        for (Panel.Bound bound : downwards) {
            double at = scale.position(bound.value());
            svg.line("bound", left, at, right, at);
            boolean near = at - written < LINE;
            written = near ? written : at;
            beside = near ? beside + 1 : 0;
            svg.text("bound", "end", right - 4 - NAME * beside, written - 4, bound.name());
        }
    }

    private static double[] positions(Series series, Scale scale, Panel.Kind kind) {
        double[] ys = new double[series.values().length];
        for (int i = 0; i < ys.length; i++) {
            double value = series.values()[i];
            boolean none = Double.isNaN(value) || (kind == Panel.Kind.LOGARITHMIC && value <= 0);
            ys[i] = none ? Double.NaN : scale.position(value);
        }
        return ys;
    }

    /** In pieces: nothing is drawn for a time of which nothing is known. */
    private static void stack(Svg svg, Panel panel, Scale scale, double[] px) {
        int from = 0;
        for (int i = 0; i <= px.length; i++) {
            if (i == px.length || unknown(panel, i)) {
                if (i > from) {
                    piece(svg, panel, scale, Arrays.copyOfRange(px, from, i), from);
                }
                from = i + 1;
            }
        }
    }

    private static boolean unknown(Panel panel, int index) {
        return panel.series().stream().allMatch(series -> Double.isNaN(series.values()[index]));
    }

    /** @param from index of its first value */
    private static void piece(Svg svg, Panel panel, Scale scale, double[] px, int from) {
        // What stands alone is as wide as a line.
        double[] across = px.length > 1 ? px : new double[] {px[0] - 1, px[0] + 1};
        double[] sum = new double[across.length];
        for (Series series : panel.series()) {
            double[] lower = new double[across.length];
            double[] upper = new double[across.length];
            for (int i = 0; i < across.length; i++) {
                double value = series.values()[from + Math.min(i, px.length - 1)];
                lower[i] = scale.position(sum[i]);
                sum[i] += Double.isNaN(value) ? 0 : value;
                upper[i] = scale.position(sum[i]);
            }
            svg.area("area " + series.style(), across, upper, lower);
        }
    }

    private static Scale scale(Panel panel, double top, double bottom) {
        double highest = Math.max(
                panel.series().stream().mapToDouble(Series::highest).max().orElse(1),
                panel.bounds().stream().mapToDouble(Panel.Bound::value).max().orElse(0));
        return switch (panel.kind()) {
            case LINES -> Scale.Linear.fromZero(highest, bottom, top, TICKS);
            case LOGARITHMIC -> {
                double lowest = panel.series().stream()
                        .mapToDouble(Series::lowestAboveZero)
                        .min()
                        .orElse(1);
                double low = Double.isInfinite(lowest) ? 1 : lowest;
                yield Scale.Logarithmic.decades(low, Math.max(highest, low), bottom, top);
            }
            case STACKED -> new Scale.Linear(0, 100, bottom, top);
        };
    }

    static String label(double tick, String unit) {
        if (unit.equals("ms") && tick >= 1000) {
            return number(tick / 1000) + " s";
        }
        String space = unit.isEmpty() ? "" : " ";
        return (tick >= 10_000
                        ? number(tick / 1000) + "k"
                        : tick >= 1000 ? Words.count(Math.round(tick)) : number(tick))
                + space
                + unit;
    }

    private static String number(double value) {
        return BigDecimal.valueOf(value).round(SIX_DIGITS).stripTrailingZeros().toPlainString();
    }
}
