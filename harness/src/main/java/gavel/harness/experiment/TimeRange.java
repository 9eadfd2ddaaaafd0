package gavel.harness.experiment;

import java.util.List;
import java.util.Locale;

/** How long something takes: at least and at most so many seconds, as far as is known before. Pure. */
public record TimeRange(double least, double most) {
    public static final TimeRange NONE = new TimeRange(0, 0);

    private static final double UNSURE = 0.1;
    /** One more of several may differ more from their mean, as searches do by their probes. */
    private static final double UNLIKE = 0.2;
    /** Ends that differ by less, as a share of the longer, are one time for people. */
    private static final double CLOSE = 0.2;

    private static final int SECONDS_BELOW = 120;
    private static final int MINUTES_BELOW = 5_400;

    public TimeRange {
        if (!(least >= 0 && most >= least)) {
            throw new IllegalArgumentException("seconds must be 0 <= least <= most: " + least + ", " + most);
        }
    }

    /** Of what takes about so many seconds, however the platform behaves. */
    public static TimeRange about(double seconds) {
        return new TimeRange((1 - UNSURE) * seconds, (1 + UNSURE) * seconds);
    }

    /**
     * So many more of what took so long.
     *
     * @param seen seconds of each; one at least
     */
    public static TimeRange like(List<Double> seen, int more) {
        double mean = seen.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
        return new TimeRange((1 - UNLIKE) * mean, (1 + UNLIKE) * mean).times(more);
    }

    public TimeRange plus(TimeRange other) {
        return new TimeRange(least + other.least, most + other.most);
    }

    /** So often one after the other. */
    public TimeRange times(double often) {
        return times(often, often);
    }

    /** It is not known how often. */
    public TimeRange times(double fewest, double often) {
        return new TimeRange(fewest * least, often * most);
    }

    /** Where something ends it after so many seconds. */
    public TimeRange within(double seconds) {
        return new TimeRange(Math.min(least, seconds), Math.min(most, seconds));
    }

    public double middle() {
        return (least + most) / 2;
    }

    /** For people: {@code about 80 s}, {@code 30 to 55 min}, {@code up to 4 min}. */
    public String words() {
        if (most < SECONDS_BELOW) {
            return words(10, 10, "s");
        }
        return most < MINUTES_BELOW ? words(60, 1, "min") : words(360, 0.1, "h");
    }

    /**
     * @param seconds of a step
     * @param step in this unit
     */
    private String words(int seconds, double step, String unit) {
        double low = step * Math.floor(least / seconds);
        double high = step * Math.max(1, Math.ceil(most / seconds));
        String digits = step < 1 ? "%.1f" : "%.0f";
        if (low == 0) {
            return String.format(Locale.ROOT, "up to " + digits + " " + unit, high);
        }
        return high - low <= Math.max(step, CLOSE * high)
                ? String.format(Locale.ROOT, "about " + digits + " " + unit, step * Math.round(middle() / seconds))
                : String.format(Locale.ROOT, digits + " to " + digits + " " + unit, low, high);
    }
}
