package gavel.harness.report.chart;

import gavel.harness.report.text.Words;
import java.util.List;

/**
 * Peak users over application servers: each point with its interval, the fitted line with its band, and where the points would lie if each
 * server brought as much as the first. Pure.
 *
 * @param line users of the fitted line at 1, 2, … servers; empty when there is none
 * @param lower ends of its band, and {@code upper} the others; empty when there is none
 */
public record ScaleChart(List<Mark> marks, List<Double> line, List<Double> lower, List<Double> upper) {
    private static final double LEFT = 70;
    private static final double RIGHT = 24;
    private static final double TOP = 16;
    private static final double BOTTOM = 46;
    private static final double SIZE = 12;
    private static final double CAP = 7;
    private static final int TICKS = 6;

    /** @param counted whether it is part of the line */
    public record Mark(int servers, double lower, double users, double upper, boolean counted) {}

    public ScaleChart {
        marks = List.copyOf(marks);
        line = List.copyOf(line);
        lower = List.copyOf(lower);
        upper = List.copyOf(upper);
    }

    /** @param cssClass {@code full}, or {@code compact} for a narrow screen */
    public String draw(String cssClass, double width, double height) {
        Svg svg = new Svg(cssClass, "Peak users over application servers, and the line through them", width, height);
        int servers = Math.max(
                line.size(), marks.stream().mapToInt(Mark::servers).max().orElse(1));
        Scale.Linear x = new Scale.Linear(0, servers + 0.4, LEFT, width - RIGHT);
        Scale.Linear y = Scale.Linear.fromZero(highest(), height - BOTTOM, TOP, TICKS);
        for (double users : y.ticks(TICKS)) {
            svg.line("grid", LEFT, y.position(users), width - RIGHT, y.position(users));
            svg.text("tick", "end", LEFT - 8, y.position(users) + 4, Words.count(Math.round(users)));
        }
        for (int n = 0; n <= servers; n++) {
            svg.text("tick", "middle", x.position(n), height - BOTTOM + 20, Integer.toString(n));
        }
        svg.text("title", "middle", (LEFT + width - RIGHT) / 2, height - 6, "application servers");
        svg.text("title", "start", LEFT + 8, TOP + 12, "peak users");
        if (!line.isEmpty()) {
            lines(svg, x, y);
        }
        marks.forEach(mark -> mark(svg, mark, x, y));
        return svg.end();
    }

    private double highest() {
        double points = marks.stream().mapToDouble(Mark::upper).max().orElse(1);
        double band = upper.stream().mapToDouble(Double::doubleValue).max().orElse(0);
        double ideal = line.isEmpty() ? 0 : line.getFirst() * line.size();
        return Math.max(points, Math.max(band, ideal));
    }

    private void lines(Svg svg, Scale.Linear x, Scale.Linear y) {
        int n = line.size();
        double[] xs = new double[n];
        double[] fitted = new double[n];
        double[] low = new double[n];
        double[] high = new double[n];
        for (int i = 0; i < n; i++) {
            xs[i] = x.position(i + 1);
            fitted[i] = y.position(line.get(i));
            low[i] = lower.isEmpty() ? 0 : y.position(Math.max(0, lower.get(i)));
            high[i] = upper.isEmpty() ? 0 : y.position(upper.get(i));
        }
        if (!lower.isEmpty()) {
            svg.area("confidence", xs, high, low);
        }
        svg.path("line ideal", "as much as the first", new double[] {x.position(0), x.position(n)}, new double[] {
            y.position(0), y.position(line.getFirst() * n)
        });
        svg.path("line s1", "fitted", xs, fitted);
    }

    private static void mark(Svg svg, Mark mark, Scale.Linear x, Scale.Linear y) {
        String style = mark.counted() ? "counted" : "left";
        double at = x.position(mark.servers());
        svg.line("whisker " + style, at, y.position(mark.lower()), at, y.position(mark.upper()));
        svg.line("whisker " + style, at - CAP, y.position(mark.lower()), at + CAP, y.position(mark.lower()));
        svg.line("whisker " + style, at - CAP, y.position(mark.upper()), at + CAP, y.position(mark.upper()));
        svg.rect("point " + style, at - SIZE / 2, y.position(mark.users()) - SIZE / 2, SIZE, SIZE);
        svg.text("value", "end", at - SIZE, y.position(mark.users()) - SIZE / 2, Words.users(mark.users()));
    }
}
