package gavel.harness.quality;

import gavel.driver.api.IntervalReport;
import gavel.driver.api.IntervalReport.OperationInterval;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Whether people were served well, in windows of ten seconds that begin at every second. At most 1 % of what ended may be late or failed,
 * as the rules of a run have it for each operation. Pure.
 */
public final class Quality {
    public static final int WINDOW = 10;

    private static final double SHARE = 0.01;
    /** Deviations that chance may add to a share of so few. */
    private static final double CHANCE = 2;

    /**
     * One second.
     *
     * @param ended operations that ended, in whatever way
     * @param bad those of them that were late or failed
     */
    public record Second(long ended, long bad) {
        /** Of what people and their pages do; what is held until there is news is left out. */
        public static Second of(IntervalReport second) {
            return new Second(
                    sum(second, OperationInterval::ended),
                    sum(second, OperationInterval::late) + sum(second, OperationInterval::failed));
        }

        private static long sum(IntervalReport second, ToLongFunction<OperationInterval> what) {
            return second.operations().stream()
                    .filter(operation -> !operation.held())
                    .mapToLong(what)
                    .sum();
        }
    }

    private Quality() {}

    /** The same of what a driver told. */
    public static boolean brokenIn(List<IntervalReport> window) {
        return broken(window.stream().map(Second::of).toList());
    }

    /**
     * Seconds until quality is back for good; null where that is not seen.
     *
     * @param seconds from the fault on
     */
    public static Integer back(List<Second> seconds) {
        for (int from = seconds.size() - WINDOW; from >= 0; from--) {
            if (broken(seconds.subList(from, from + WINDOW))) {
                return from + WINDOW >= seconds.size() ? null : (Integer) (from + 1);
            }
        }
        return seconds.size() < WINDOW ? null : (Integer) 0;
    }

    /** Whether more of a window was bad than the rules allow and chance explains; also where nothing ended at all. */
    public static boolean broken(List<Second> window) {
        long ended = window.stream().mapToLong(Second::ended).sum();
        long bad = window.stream().mapToLong(Second::bad).sum();
        double allowed = SHARE * ended;
        return ended == 0 || bad > allowed + CHANCE * Math.sqrt(allowed);
    }
}
