package gavel.driver.health;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.api.OpenConnections;
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
    void whoStartsADriverIsToldHowManyUsersItsDescriptorsBear() {
        assertThat(Descriptors.words(OpenConnections.HTTP_1, 300, 0, 20_000, 36))
                .isEqualTo("descriptors: 20000, enough for 3980 users with 5 connections each (2842 if all have 7)");
        assertThat(Descriptors.words(OpenConnections.HTTP_2, 18_000, 0, 20_000, 36))
                .isEqualTo("descriptors: 20000, enough for 18090 users with 1.1 connections each (9950 if all have 2)");
        assertThat(Descriptors.words(OpenConnections.HTTP_1, 3_981, 0, 20_000, 36))
                .startsWith("! descriptors: 20000, enough for 3980 users")
                .endsWith("3981 are asked for: raise `ulimit -n`, or use HTTP/2 or more agents");
        assertThat(Descriptors.words(OpenConnections.HTTP_1, 5, 0, 0, 0)).isEqualTo("descriptors: unknown");
    }

    @Test
    void anUnknownLimitLimitsNothing() {
        assertThat(Descriptors.connections(0, 0, 0)).isZero();
        assertThat(Descriptors.connections(7, -1, 0)).isEqualTo(7);
        assertThat(Descriptors.connections(0, Long.MAX_VALUE, 100)).isEqualTo(Integer.MAX_VALUE);
    }
}
