package gavel.harness.report.chart;

import java.util.Arrays;
import java.util.List;

/** One of several charts that stand above each other and share a time axis. */
public record Panel(String title, Kind kind, String unit, List<Series> series, List<Bound> bounds) {
    public Panel {
        series = List.copyOf(series);
        bounds = List.copyOf(bounds);
    }

    /** One without bounds. */
    public Panel(String title, Kind kind, String unit, List<Series> series) {
        this(title, kind, unit, series, List.of());
    }

    /** Whether there is nothing to draw. */
    public boolean empty() {
        return series.stream()
                .flatMapToDouble(one -> Arrays.stream(one.values()))
                .allMatch(Double::isNaN);
    }

    /** A value that must not be exceeded. */
    public record Bound(double value, String name) {}

    public enum Kind {
        LINES,
        LOGARITHMIC,
        STACKED
    }
}
