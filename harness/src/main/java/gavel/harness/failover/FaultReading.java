package gavel.harness.failover;

import static java.util.Locale.ROOT;

import gavel.driver.api.IntervalReport;
import gavel.driver.api.IntervalReport.OperationInterval;
import gavel.driver.api.LoopCapacity;
import gavel.harness.quality.Quality;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/** Reads what a fault cost from what the driver told of the seconds before and after it. Pure. */
public final class FaultReading {
    private static final int TENTHS = 10;
    private static final double TENTH_SECONDS = 0.1;
    private static final long TENTH_MILLIS = 100;
    private static final long SECOND_MILLIS = 1_000;

    private FaultReading() {}

    /**
     * @param made with a problem where a driver lacked something
     * @param before seconds without a fault, up to this one
     * @param after from the second on in which the fault was made, until the service was steady again or the wait was over
     */
    public static FaultResult read(
            int number, Fault fault, FaultMade made, List<IntervalReport> before, List<IntervalReport> after) {
        List<IntervalReport> all = new ArrayList<>(before);
        all.addAll(after);
        ServiceLevel level = ServiceLevel.of(
                before.stream().mapToDouble(FaultReading::served).toArray());
        if (!made.problem().isEmpty()) {
            return unread(number, fault, made);
        }
        if (level.perSecond() <= 0) {
            return unread(number, fault, made.but("nothing was served before it, so there was nothing to lose"));
        }
        int at = tenthsBefore(all, made.beganMillis());
        int[] tenths = all.stream()
                .flatMap(second -> second.tenths().stream())
                .mapToInt(Integer::intValue)
                .toArray();
        double[] served = new double[tenths.length - at];
        for (int i = 0; i < served.length; i++) {
            served[i] = tenths[at + i];
        }
        ServiceLoss loss = ServiceLoss.of(served, TENTH_SECONDS, level);
        if (Math.round(loss.outageSeconds() / TENTH_SECONDS) >= served.length) {
            return unread(number, fault, made.but(notBack(loss)));
        }
        List<Integer> kept = new ArrayList<>();
        for (int i = Math.max(0, at - FaultResult.BEFORE_SECONDS * TENTHS); i < tenths.length; i++) {
            kept.add(tenths[i]);
        }
        return new FaultResult(
                number,
                fault,
                "",
                made.beganMillis(),
                made.seenMillis(),
                made.healedMillis(),
                level,
                loss,
                qualitySeconds(made.beganMillis(), after),
                (made.healedMillis() - made.beganMillis()) / (double) SECOND_MILLIS,
                sum(after, IntervalReport::peopleFailed),
                sum(after, second -> operations(second, OperationInterval::failed)),
                sum(after, second -> operations(second, OperationInterval::late)),
                ServiceLoss.resolution(level, TENTH_SECONDS, served.length),
                kept);
    }

    /** The same fault from the times and tenths of seconds that it keeps. What people met stays as it is: its seconds are not kept. */
    public static FaultResult again(FaultResult told) {
        if (!told.counts()) {
            return unread(
                    told.number(),
                    told.fault(),
                    new FaultMade(told.beganMillis(), told.seenMillis(), told.healedMillis(), told.problem()));
        }
        double[] served = told.served().stream()
                .skip(FaultResult.BEFORE_SECONDS * TENTHS)
                .mapToDouble(Integer::doubleValue)
                .toArray();
        return new FaultResult(
                told.number(),
                told.fault(),
                "",
                told.beganMillis(),
                told.seenMillis(),
                told.healedMillis(),
                told.level(),
                ServiceLoss.of(served, TENTH_SECONDS, told.level()),
                told.qualitySeconds(),
                (told.healedMillis() - told.beganMillis()) / (double) SECOND_MILLIS,
                told.people(),
                told.failedOperations(),
                told.lateOperations(),
                ServiceLoss.resolution(told.level(), TENTH_SECONDS, served.length),
                told.served());
    }

    /** When it will be over is not known, and the time of the wait is no figure of it. */
    private static String notBack(ServiceLoss loss) {
        return String.format(
                ROOT,
                "not even half of the level was served when the wait was over, %.0f s after it: wait longer (--patience)",
                loss.outageSeconds());
    }

    /** One that has no figures. */
    public static FaultResult unread(int number, Fault fault, FaultMade made) {
        return new FaultResult(
                number,
                fault,
                made.problem(),
                made.beganMillis(),
                made.seenMillis(),
                made.healedMillis(),
                null,
                null,
                null,
                null,
                0,
                0,
                0,
                null,
                List.of());
    }

    /** What the driver lacked in these seconds, so that nobody knows what was served; empty where it lacked nothing. */
    public static String driverProblem(List<IntervalReport> all) {
        for (int i = 0; i < all.size(); i++) {
            IntervalReport second = all.get(i);
            boolean follows = i == 0 || second.second() == all.get(i - 1).second() + 1;
            if (!follows || second.tenths().size() != TENTHS) {
                return "the driver did not report second "
                        + (follows ? second.second() : all.get(i - 1).second() + 1)
                        + " of its load: give it more CPU, or fewer users";
            }
        }
        double busy =
                all.stream().mapToDouble(IntervalReport::busyShare).average().orElse(0);
        return busy > LoopCapacity.PERMITTED_BUSY_SHARE
                ? "the driver's event loops were busy for %s %% of the time: give it more CPU, or fewer users"
                        .formatted(Math.round(100 * busy))
                : "";
    }

    /** The tenth in which the fault was made is the first of those after it. */
    private static int tenthsBefore(List<IntervalReport> all, long beganMillis) {
        long from = all.getFirst().atMillis() - SECOND_MILLIS;
        return (int) Math.clamp((beganMillis - from) / TENTH_MILLIS, 0, (long) TENTHS * all.size() - 1);
    }

    /** Until the end of the last second that was bad; null where that was not seen. */
    private static Double qualitySeconds(long beganMillis, List<IntervalReport> after) {
        Integer seconds = Quality.back(after.stream().map(Quality.Second::of).toList());
        if (seconds == null) {
            return null;
        }
        return seconds == 0 ? 0 : (after.get(seconds - 1).atMillis() - beganMillis) / (double) SECOND_MILLIS;
    }

    /** Operations people waited for that ended well. */
    static long served(IntervalReport second) {
        return second.tenths().stream().mapToLong(Integer::longValue).sum();
    }

    public static FailoverResult.Second course(IntervalReport second) {
        Quality.Second quality = Quality.Second.of(second);
        return new FailoverResult.Second(
                second.atMillis(),
                second.users(),
                served(second),
                quality.ended(),
                quality.bad(),
                second.peopleFailed());
    }

    private static long operations(IntervalReport second, ToLongFunction<OperationInterval> what) {
        return second.operations().stream()
                .filter(operation -> !operation.held())
                .mapToLong(what)
                .sum();
    }

    private static long sum(List<IntervalReport> seconds, ToLongFunction<IntervalReport> what) {
        return seconds.stream().mapToLong(what).sum();
    }
}
