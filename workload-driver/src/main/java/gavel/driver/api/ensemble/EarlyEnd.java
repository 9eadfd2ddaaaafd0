package gavel.driver.api.ensemble;

import gavel.driver.api.AgentFindings.Batches;
import gavel.driver.api.IntervalReport;
import gavel.driver.api.LoadAgent;
import gavel.driver.api.LoadSpec;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Ends a measurement of many agents as soon as the answer of all together is beyond doubt, at the same ten seconds for all. Looked after as
 * seconds pass; asks the agents on a thread of its own.
 */
final class EarlyEnd {
    private static final int TEN = 10;
    /** So far ahead lies the end, that every agent hears of it in time. */
    private static final int NOTICE = 2;

    private final LoadSpec spec;
    private final long patienceSeconds;
    private final List<LoadAgent> agents;
    private final AtomicBoolean looking = new AtomicBoolean();
    private int looked;

    EarlyEnd(LoadSpec spec, long longestLimitMillis, List<LoadAgent> agents) {
        this.spec = spec;
        this.patienceSeconds = Math.ceilDiv(longestLimitMillis, 1_000);
        this.agents = agents;
    }

    /** A second of the run is over; called by one thread at a time. */
    void passed(IntervalReport interval) {
        int measured = Math.toIntExact(interval.second())
                - spec.phases().rampSeconds()
                - spec.phases().warmUpSeconds();
        int closed = closed(measured);
        if (closed > looked && looking.compareAndSet(false, true)) {
            looked = closed;
            Thread.ofVirtual().name("early-end").start(() -> look(measured, closed));
        }
    }

    /** So many ten seconds can be looked at after so many seconds of the measurement; 0 while it must go on. */
    int closed(int measured) {
        int closed = Math.toIntExact((measured - patienceSeconds) / TEN);
        boolean due = spec.earliestEndSeconds() > 0
                && measured < spec.phases().measureSeconds()
                && closed * TEN >= spec.earliestEndSeconds();
        return due ? closed : 0;
    }

    /** The end of the ten seconds that are under way, or of the next; 0 when the measurement is over by then anyhow. */
    int end(int measured) {
        int end = ((measured + NOTICE) / TEN + 1) * TEN;
        return end < spec.phases().measureSeconds() ? end : 0;
    }

    private void look(int measured, int closed) {
        try {
            List<Batches> all = Agents.all(agents, (agent, _) -> agent.batches());
            int end = end(measured);
            if (end > 0 && agents.getFirst().known(all, closed)) {
                Agents.all(agents, (agent, index) -> {
                    agent.endMeasurement(end);
                    return index;
                });
                // It is not looked at again: once set, it stays.
                return;
            }
            looking.set(false);
        } catch (IOException | RuntimeException notNow) {
            // The caller that waits for an agent notices that it is lost; a rule of the report covers that only some
            // ended.
            System.getLogger(EarlyEnd.class.getName()).log(System.Logger.Level.WARNING, "no early end", notNow);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
