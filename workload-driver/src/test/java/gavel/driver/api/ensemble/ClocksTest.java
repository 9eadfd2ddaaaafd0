package gavel.driver.api.ensemble;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import gavel.driver.agent.FakeGenerator;
import gavel.driver.api.AgentClock;
import gavel.driver.api.AgentClock.Reading;
import gavel.driver.api.Machine;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClocksTest {
    private final FakeGenerator agent = new FakeGenerator();

    @Test
    void theAgentReadItsClockSomewhereBetweenQuestionAndAnswer() {
        AgentClock clock = Clocks.between(1_000_000, 5_000_300, 1_000_400);

        assertThat(clock.offsetMicros()).isEqualTo(5_000_300 - 1_000_200);
        assertThat(clock.boundMicros()).isEqualTo(200);
        // Whenever it was read, the true offset lies within the bound.
        assertThat(5_000_300 - 1_000_000 - clock.offsetMicros()).isLessThanOrEqualTo(clock.boundMicros());
        assertThat(clock.offsetMicros() - (5_000_300 - 1_000_400)).isLessThanOrEqualTo(clock.boundMicros());
    }

    @Test
    void processesOfOneMachineHaveOneClock() throws Exception {
        assertThat(Clocks.compare(agent, InstantSource.system())).isEqualTo(AgentClock.SAME);
    }

    @Test
    void anotherClockOfTheSameNameIsMeasured() throws Exception {
        agent.reading =
                () -> new Reading(Machine.name(), ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now()) - 1_300_000);

        AgentClock found = Clocks.compare(agent, InstantSource.system());

        assertThat(found.offsetMicros()).isCloseTo(-1_300_000, within(found.boundMicros()));
        assertThat(found.boundMicros()).isLessThan(2_000);
    }

    @Test
    void ofSeveralAnswersTheQuickestCounts() throws Exception {
        // Question and answer are 1,000 µs apart, but for the third time, when they are 20.
        Iterator<Long> roundTrips = List.of(1_000L, 1_000L, 20L, 1_000L, 1_000L, 1_000L, 1_000L, 1_000L, 1_000L)
                .iterator();
        long[] now = {0};
        boolean[] asking = {true};
        InstantSource time = () -> {
            now[0] += asking[0] ? 5_000 : roundTrips.next();
            asking[0] = !asking[0];
            return Instant.EPOCH.plusNanos(now[0] * 1_000);
        };
        // Its clock is 70 ms ahead, and it answers at once: at the very beginning of each round trip.
        agent.reading = () -> new Reading("another machine", now[0] + 70_000);

        assertThat(Clocks.compare(agent, time)).isEqualTo(new AgentClock(70_000 - 10, 10));
        assertThat(roundTrips).isExhausted();
    }
}
