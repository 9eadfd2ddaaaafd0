package gavel.driver.api;

import java.util.List;

/**
 * One second of a run, streamed while it runs. In the result of a run of hours it covers several: those since the one before.
 *
 * @param second since the start of the run, from 1; the last it covers
 * @param atMillis epoch milliseconds of its end
 * @param phase RAMP, WARM_UP, MEASURE, HOLD, RAMP_DOWN
 * @param users with a session or between two
 * @param operations each that had a start or an end
 * @param newsPairs of accepted bid and follower
 * @param newsLate those of them beyond the limit
 * @param busyShare of the busiest loop over this second, 0..1
 * @param latenessP99Micros of the last five seconds, -1 where so few timers do not tell it
 * @param exchanges requests that were answered, with whatever status
 * @param peopleFailed people whose session ended because something failed
 * @param tenths operations people wait for that ended well, in each tenth of the second; empty where it covers several or is unknown
 */
public record IntervalReport(
        long second,
        long atMillis,
        String phase,
        int users,
        List<OperationInterval> operations,
        long newsPairs,
        long newsLate,
        double busyShare,
        long latenessP99Micros,
        long exchanges,
        Long peopleFailed,
        List<Integer> tenths) {
    public IntervalReport {
        // Older results tell neither.
        peopleFailed = peopleFailed == null ? 0L : peopleFailed;
        tenths = tenths == null ? List.of() : List.copyOf(tenths);
    }

    /** One without a failure, without tenths. */
    public IntervalReport(
            long second,
            long atMillis,
            String phase,
            int users,
            List<OperationInterval> operations,
            long newsPairs,
            long newsLate,
            double busyShare,
            long latenessP99Micros,
            long exchanges) {
        this(
                second,
                atMillis,
                phase,
                users,
                operations,
                newsPairs,
                newsLate,
                busyShare,
                latenessP99Micros,
                exchanges,
                0L,
                List.of());
    }

    public IntervalReport withoutTenths() {
        return with(atMillis, List.of());
    }

    /** The same with its moment on the clock that the agent's was compared with. */
    public IntervalReport onClock(AgentClock clock) {
        return with(atMillis - clock.offsetMillis(), tenths);
    }

    private IntervalReport with(long at, List<Integer> each) {
        return new IntervalReport(
                second,
                at,
                phase,
                users,
                operations,
                newsPairs,
                newsLate,
                busyShare,
                latenessP99Micros,
                exchanges,
                peopleFailed,
                each);
    }

    /**
     * Completions within the interval.
     *
     * @param name of the operation
     * @param starts intended in it
     * @param completed those that ended in it with the right answer
     * @param late those of them beyond the limit, and those that timed out
     * @param failed those that ended in it without the right answer; of those that people wait for, without time-outs
     * @param p99Micros of the last five seconds, -1 where there are too few samples for it
     * @param maxMicros the largest of the last five seconds, -1 without a sample
     */
    public record OperationInterval(
            String name, long starts, long completed, long late, long failed, long p99Micros, long maxMicros) {
        /** The long poll: the server holds it by design until there is news. */
        public static final String HELD = "NextBid";

        public boolean held() {
            return name.equals(HELD);
        }

        /** In whatever way, at least: a time-out is late and not completed, and shows where more were late than completed. */
        public long ended() {
            return Math.max(completed, late) + failed;
        }

        /** One whose responses all took the same. */
        public OperationInterval(String name, long starts, long completed, long late, long failed, long micros) {
            this(name, starts, completed, late, failed, micros, micros);
        }
    }
}
