package gavel.harness.report.chart;

import gavel.harness.report.text.Words;
import java.util.List;

/** The probes of a search in their order over the users, and the interval they led to: pure. */
public record ProbeChart(List<Mark> marks, double lower, double upper) {
    private static final double LEFT = 70;
    private static final double RIGHT = 20;
    private static final double TOP = 16;
    private static final double BOTTOM = 30;
    private static final double SIZE = 12;

    /** @param style of the stamp: pass, fail or invalid */
    public record Mark(int number, int users, String style) {}

    public ProbeChart {
        marks = List.copyOf(marks);
    }

    public String draw(double width, double height) {
        Svg svg = new Svg("wide", "Users of each probe in order, and the interval of the peak", width, height);
        double low = Math.min(lower, marks.stream().mapToInt(Mark::users).min().orElse(1));
        double high = Math.max(upper, marks.stream().mapToInt(Mark::users).max().orElse(1));
        double margin = Math.max(1, (high - low) * 0.1);
        Scale.Linear y = new Scale.Linear(Math.max(0, low - margin), high + margin, height - BOTTOM, TOP);
        Scale.Linear x = new Scale.Linear(0.5, marks.size() + 0.5, LEFT, width - RIGHT);
        if (upper > lower) {
            svg.rect(
                    "band measured",
                    LEFT,
                    y.position(upper),
                    width - RIGHT - LEFT,
                    y.position(lower) - y.position(upper));
        }
        for (int i = 0; i <= 4; i++) {
            double users = y.low() + i * (y.high() - y.low()) / 4;
            svg.line("grid", LEFT, y.position(users), width - RIGHT, y.position(users));
            svg.text("tick", "end", LEFT - 6, y.position(users) + 4, Words.count(Math.round(users)));
        }
        for (Mark mark : marks) {
            double at = x.position(mark.number());
            svg.rect("probe " + mark.style(), at - SIZE / 2, y.position(mark.users()) - SIZE / 2, SIZE, SIZE);
            svg.text("tick", "middle", at, height - BOTTOM + 18, Integer.toString(mark.number()));
        }
        return svg.end();
    }
}
