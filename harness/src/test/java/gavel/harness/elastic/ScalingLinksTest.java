package gavel.harness.elastic;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ScalingLinksTest {
    @Test
    void eachLinkIsTheTimeBetweenTwoMoments() {
        ScalingLinks links = new ScalingLinks(10.0, 12.0, 12.5, 17.5, 18.0, 30.0, 31.5);
        assertThat(links.toDecision()).isEqualTo(2);
        assertThat(links.toCreation()).isEqualTo(0.5);
        assertThat(links.toReadiness()).isEqualTo(5);
        assertThat(links.toFirstRequest()).isEqualTo(0.5);
        assertThat(links.toFairShare()).isEqualTo(12);
        assertThat(links.toQuality()).isEqualTo(1.5);
    }

    @Test
    void whatWasNotSeenHasNoLength() {
        ScalingLinks links = new ScalingLinks(null, 12.0, 12.5, null, 18.0, 30.0, null);
        assertThat(links.toDecision()).isNull();
        assertThat(links.toReadiness()).isNull();
        assertThat(links.toFirstRequest()).isNull();
        assertThat(links.toFairShare()).isEqualTo(12);
    }
}
