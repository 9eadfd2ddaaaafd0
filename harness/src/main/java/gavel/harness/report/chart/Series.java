package gavel.harness.report.chart;

/**
 * One line of a chart: a value for each x of the chart, NaN where there is none.
 *
 * @param style class of the style sheet that gives its colour
 */
public record Series(String name, String style, double[] values) {
    /** Of a line that is shown when a reader chooses it. */
    public static final String OFF = "off";

    /** Of a line in the background. */
    public static final String FAINT = "faint";

    /** Whether it has a colour of its own. */
    public boolean strong() {
        return !style.equals(OFF) && !style.equals(FAINT);
    }

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
