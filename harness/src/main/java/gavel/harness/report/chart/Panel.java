package gavel.harness.report.chart;

import java.util.List;

/** One of several charts that stand above each other and share a time axis. */
public record Panel(String title, Kind kind, String unit, List<Series> series) {
    public Panel {
        series = List.copyOf(series);
    }

    public enum Kind {
        LINES,
        LOGARITHMIC,
        STACKED
    }
}
