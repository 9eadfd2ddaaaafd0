package gavel.harness.report.chart;

/**
 * One line of a chart: a value for each x of the chart, NaN where there is none.
 *
 * @param style class of the style sheet that gives its colour
 */
public record Series(String name, String style, double[] values) {
    double highest() {
        double highest = 0;
        for (double value : values) {
            if (!Double.isNaN(value)) {
                highest = Math.max(highest, value);
            }
        }
        return highest;
    }

    double lowestAboveZero() {
        double lowest = Double.POSITIVE_INFINITY;
        for (double value : values) {
            if (value > 0) {
                lowest = Math.min(lowest, value);
            }
        }
        return lowest;
    }
}
