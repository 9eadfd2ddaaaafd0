package gavel.harness.dashboard.state;

import java.util.List;

/**
 * One second of a load, or several put together. Rates are means over the last five seconds of the load, as everywhere on the page.
 *
 * @param number from 1 over all loads
 * @param atMillis its end
 * @param seconds it stands for
 * @param perSecond operations of people and their pages
 * @param badPerSecond those that failed or were late
 * @param ofLimit largest latency of the last five seconds beside the limit of its operation, as a share of it; -1 without a sample
 * @param p99Micros of each operation, in the order of the frame's operations, the largest of several seconds; -1 where so few samples do not
 *     tell it
 * @param failed operations of each kind a second, in the same order
 */
public record Point(
        long number,
        int load,
        long atMillis,
        int seconds,
        String phase,
        int users,
        double perSecond,
        double badPerSecond,
        double ofLimit,
        List<Double> p99Micros,
        List<Double> failed) {

    /** Both as one. */
    Point and(Point next) {
        return new Point(
                next.number,
                next.load,
                next.atMillis,
                seconds + next.seconds,
                next.phase,
                (int) Math.round(Figure.mean(users, seconds, next.users, next.seconds)),
                Figure.mean(perSecond, seconds, next.perSecond, next.seconds),
                Figure.mean(badPerSecond, seconds, next.badPerSecond, next.seconds),
                Math.max(ofLimit, next.ofLimit),
                Figure.largest(p99Micros, next.p99Micros),
                Figure.means(failed, seconds, next.failed, next.seconds));
    }
}
