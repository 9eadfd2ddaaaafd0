package gavel.harness.platform.local.collect;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CoreSpeedTest {
    @Test
    void everyChainIsCalculated() {
        assertThat(CoreSpeed.chains(0)).as("no step is left out").isNotEqualTo(CoreSpeed.chains(1));
    }

    @Test
    void aStepOfEightChainsTakesAFewCyclesOnly() {
        CoreSpeed speed = CoreSpeed.ofThisMachine();

        assertThat(speed.nanos()).as("compiled, ns").isBetween(0.2, 100.0);
    }
}
