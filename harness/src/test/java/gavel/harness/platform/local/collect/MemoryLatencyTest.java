package gavel.harness.platform.local.collect;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import org.junit.jupiter.api.Test;

class MemoryLatencyTest {
    @Test
    void theRingLeadsThroughEveryLineSoThatNoCacheHoldsTheNext() {
        int[] ring = MemoryLatency.ring();
        BitSet seen = new BitSet(ring.length);
        int at = 0;
        do {
            seen.set(at);
            at = ring[at];
        } while (at != 0);

        assertThat(seen.cardinality()).isEqualTo(MemoryLatency.LINES);
    }

    @Test
    void aReadTakesAsLongAsMemoryDoes() {
        MemoryLatency latency = MemoryLatency.ofThisMachine();
        latency.nanos();

        assertThat(latency.nanos()).as("slower than a cache near the core, ns").isBetween(5.0, 5_000.0);
    }
}
