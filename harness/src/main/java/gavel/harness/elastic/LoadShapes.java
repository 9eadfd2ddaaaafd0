package gavel.harness.elastic;

import gavel.driver.api.shape.LoadPath;
import gavel.driver.api.shape.LoadPath.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** The ready paths of an elastic load, in shares of the peak of all servers. Pure. */
public enum LoadShapes {
    /** A third, within five seconds nine tenths, and back: how long an unexpected change takes. */
    STEP {
        @Override
        double share(double t) {
            return t >= 0.25 && t < 0.65 ? HIGH : LOW;
        }
    },
    /** Up evenly and down again: whether supply keeps pace. */
    RAMP {
        @Override
        double share(double t) {
            double up = t < 0.5 ? t / 0.5 : (1 - t) / 0.5;
            return LOW + (HIGH - LOW) * up;
        }
    },
    /** Two waves: whether supply comes in time twice, and whether it lets go between. */
    SINE {
        @Override
        double share(double t) {
            return LOW + (HIGH - LOW) * (1 - Math.cos(4 * Math.PI * t)) / 2;
        }
    },
    /** A rise that is over when many a follower has only seen it begin. */
    SPIKE {
        @Override
        double share(double t) {
            return t >= 0.4 && t < 0.5 ? HIGH : LOW;
        }
    },
    /**
     * A day of a site, from four in the morning on: up to noon, a dip in the afternoon, the peak at eight in the evening. Three and a half times
     * as many users at its peak as at night, and 1.65 times as many as on average: published are 3 to 4, and 1.6 to 1.7
     * (https://robustperception.io/do-you-know-your-peak-to-mean-ratio). When its peaks are is an example.
     */
    DAY {
        @Override
        double share(double t) {
            double hour = 24 * t;
            int i = 1;
            while (i < DAY_HOURS.length - 1 && DAY_HOURS[i] < hour) {
                i++;
            }
            double between = (hour - DAY_HOURS[i - 1]) / (DAY_HOURS[i] - DAY_HOURS[i - 1]);
            double smooth = (1 - Math.cos(Math.PI * Math.clamp(between, 0, 1))) / 2;
            double level = DAY_LEVELS[i - 1] + (DAY_LEVELS[i] - DAY_LEVELS[i - 1]) * smooth;
            double night = HIGH / PEAK_TO_NIGHT;
            return night + (HIGH - night) * level;
        }
    };

    static final double LOW = 0.3;
    static final double HIGH = 0.9;
    private static final int STEP_SECONDS = 5;
    private static final double PEAK_TO_NIGHT = 3.5;

    /** Since four in the morning: noon, four in the afternoon, eight in the evening, and four again. */
    private static final double[] DAY_HOURS = {0, 8, 12, 16, 24};

    /** From night (0) to peak (1): what makes the mean of the day what it is to be. */
    private static final double[] DAY_LEVELS = {0, 0.55, 0.4, 1, 0};

    /** @param t share of its length, 0 to 1 */
    abstract double share(double t);

    /** As it is typed. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * @param most users of all servers
     * @param seconds it takes
     */
    public LoadPath path(double most, int seconds) {
        List<Point> points = new ArrayList<>(IntStream.iterate(0, at -> at < seconds, at -> at + STEP_SECONDS)
                .mapToObj(at -> new Point(at, users(most, share((double) at / seconds))))
                .toList());
        points.add(new Point(seconds, users(most, share(1))));
        return new LoadPath(points);
    }

    private static int users(double most, double share) {
        return (int) Math.max(1, Math.floor(most * share));
    }
}
