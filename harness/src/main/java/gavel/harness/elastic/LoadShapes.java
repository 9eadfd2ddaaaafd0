package gavel.harness.elastic;

import gavel.driver.api.shape.LoadPath;
import gavel.driver.api.shape.LoadPath.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** The ready paths of an elastic load, in shares of the peak of all servers. Pure. */
public enum LoadShapes {
    /** A third, at once nine tenths, and back: how long a change takes that nobody saw coming. */
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
    };

    static final double LOW = 0.3;
    static final double HIGH = 0.9;
    private static final int STEP_SECONDS = 5;

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
