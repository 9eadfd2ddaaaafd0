package gavel.driver.health;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DescriptorsTest {
    @Test
    void connectionsGetWhatTheProcessDoesNotNeedItself() {
        assertThat(Descriptors.connections(0, 20_000, 100)).isEqualTo(20_000 - 100 - Descriptors.RESERVE);
    }

    @Test
    void aCapThatWasAskedForHoldsWhereDescriptorsSuffice() {
        assertThat(Descriptors.connections(10, 20_000, 100)).isEqualTo(10);
        assertThat(Descriptors.connections(500, 256, 60)).isEqualTo(256 - 60 - Descriptors.RESERVE);
    }

    @Test
    void oneConnectionIsAlwaysTried() {
        assertThat(Descriptors.connections(0, 64, 60)).isEqualTo(1);
    }

    @Test
    void anUnknownLimitLimitsNothing() {
        assertThat(Descriptors.connections(0, 0, 0)).isZero();
        assertThat(Descriptors.connections(7, -1, 0)).isEqualTo(7);
        assertThat(Descriptors.connections(0, Long.MAX_VALUE, 100)).isEqualTo(Integer.MAX_VALUE);
    }
}
