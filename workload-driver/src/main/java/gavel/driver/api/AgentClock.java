package gavel.driver.api;

/**
 * How an agent's wall clock stands to another one.
 *
 * @param offsetMicros to be added to a moment of the other clock to get the agent's
 * @param boundMicros the offset is known to within this; 0 where both are on one machine and so have one clock
 */
public record AgentClock(long offsetMicros, long boundMicros) {
    public static final AgentClock SAME = new AgentClock(0, 0);

    public long offsetMillis() {
        return Math.floorDiv(offsetMicros + 500, 1_000);
    }

    /**
     * What a clock shows.
     *
     * @param machine its clock belongs to, and since when that has been up; the same for all processes that share the clock
     * @param micros since the epoch
     */
    public record Reading(String machine, long micros) {}
}
