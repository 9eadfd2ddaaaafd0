package gavel.driver.api.ensemble;

import gavel.driver.api.AgentClock;
import gavel.driver.api.LoadAgent;
import gavel.driver.api.Machine;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/**
 * Compares an agent's clock with this process', as in Cristian's algorithm (Distributed Computing 3, 1989). The agent read its clock at
 * some moment between question and answer, so the middle is wrong by half of that time at most. Of several attempts the quickest counts. On
 * one machine both are the same, if that does not contradict the attempts: virtual machines that were resumed from one snapshot have one
 * name.
 */
final class Clocks {
    private static final int ATTEMPTS = 9;

    private Clocks() {}

    static AgentClock compare(LoadAgent agent, InstantSource time) throws IOException, InterruptedException {
        AgentClock best = null;
        for (int i = 0; i < ATTEMPTS; i++) {
            long asked = micros(time);
            AgentClock.Reading read = agent.clock();
            long answered = micros(time);
            AgentClock found = between(asked, read.micros(), answered);
            best = best == null || found.boundMicros() < best.boundMicros() ? found : best;
            if (read.machine().equals(Machine.name()) && Math.abs(found.offsetMicros()) <= found.boundMicros()) {
                return AgentClock.SAME;
            }
        }
        return best;
    }

    static AgentClock between(long asked, long read, long answered) {
        long middle = asked + (answered - asked) / 2;
        return new AgentClock(read - middle, (answered - asked + 1) / 2);
    }

    private static long micros(InstantSource time) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, time.instant());
    }
}
