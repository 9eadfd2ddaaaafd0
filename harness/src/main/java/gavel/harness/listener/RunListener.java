package gavel.harness.listener;

import gavel.driver.api.IntervalReport;
import gavel.driver.api.LoadSpec.Phases;
import gavel.harness.collect.Collector;
import gavel.harness.collect.Sample;
import gavel.harness.config.Configuration;
import gavel.harness.kind.ResultEntry;
import gavel.harness.peak.ProbeResult;
import gavel.harness.result.RunResult.PhaseTime;
import java.util.Map;

/**
 * Follows a run while it happens. Called by the thread that runs it, which cannot wait: a listener takes a note and returns.
 */
public interface RunListener {
    /** There is a deployment, and this is its configuration with whatever was asked for beside it. */
    default void deployed(Configuration configuration) {}

    /** It runs on other machines than this one, which have so many cores together. */
    default void hosts(int cores) {}

    /** Its instances are watched from now on: by this one until it is closed, and by the next one then. */
    default void watched(Collector collector) {}

    /** A phase of its life begins. */
    default void begun(String phase) {}

    /** @param remark worth telling about the phase; may be empty */
    default void ended(PhaseTime phase, String remark) {}

    /** A load is about to start: the only one of a run, or one of many of a search. */
    default void loading(Load load) {}

    /** One second of that load. */
    default void second(IntervalReport interval, Sample sample) {}

    /** A search has made one more probe. */
    default void found(ProbeResult finding) {}

    /** A result was written. */
    default void concluded(ResultEntry result) {}

    /**
     * A load that is about to start.
     *
     * @param where within a search, in words; empty for the load of a run
     * @param users at full load; 0 where they grow as long as it goes well
     * @param phases null where its length is not known beforehand
     * @param limitMillis limit of each operation
     */
    record Load(String where, int users, Phases phases, Map<String, Long> limitMillis) {
        public Load {
            limitMillis = Map.copyOf(limitMillis);
        }

        public Load within(String search) {
            return new Load(search, users, phases, limitMillis);
        }
    }
}
