package gavel.driver.api.ensemble;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.api.LoadSpec;
import gavel.driver.api.LoadSpec.AgentShare;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A measurement of a minute that may end after 20 s; the longest limit is 5 s. */
class EarlyEndTest {
    private final EarlyEnd end = new EarlyEnd(EnsembleTest.spec(20), 5_000, List.of());

    @Test
    void tenSecondsAreLookedAtWhenTheirLastOperationHadTheLongestLimit() {
        assertThat(end.closed(15)).as("too early").isZero();
        assertThat(end.closed(24)).isZero();
        assertThat(end.closed(25)).isEqualTo(2);
        assertThat(end.closed(34)).isEqualTo(2);
        assertThat(end.closed(35)).isEqualTo(3);
        assertThat(end.closed(60)).as("it is over").isZero();
    }

    @Test
    void itEndsWithTheTenSecondsUnderWayUnlessThoseAreNearlyOver() {
        assertThat(end.end(25)).isEqualTo(30);
        assertThat(end.end(27)).isEqualTo(30);
        assertThat(end.end(28)).as("too near for every agent to hear of it").isEqualTo(40);
        assertThat(end.end(48)).as("it ends by itself then").isZero();
    }

    @Test
    void aMeasurementToTheEndIsNeverLookedAt() {
        assertThat(new EarlyEnd(EnsembleTest.spec(0), 5_000, List.of()).closed(45))
                .isZero();
        assertThat(EnsembleTest.spec(20).shareOf(new AgentShare(1, 2)))
                .as("no agent ends by itself")
                .extracting(LoadSpec::earliestEndSeconds)
                .isEqualTo(0);
    }
}
