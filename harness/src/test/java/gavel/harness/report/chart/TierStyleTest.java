package gavel.harness.report.chart;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.report.html.PageHead;
import gavel.harness.topology.Tiers;
import java.util.List;
import org.junit.jupiter.api.Test;

class TierStyleTest {
    /** Those that are ever deployed together. */
    private static final List<String> TOGETHER = List.of(
            Tiers.VIRTUAL_IPS,
            Tiers.BALANCERS,
            Tiers.WEB_SERVERS,
            Tiers.APP_SERVERS,
            Tiers.RELATIONAL,
            Tiers.BROKER,
            Tiers.DOCUMENTS,
            Tiers.DRIVER);

    @Test
    void noTwoTiersOfADeploymentHaveOneColour() {
        assertThat(TOGETHER.stream().map(TierStyle::of)).doesNotHaveDuplicates().doesNotContain("others");
        assertThat(TierStyle.of(Tiers.SERVICES))
                .isNotIn(TierStyle.of(Tiers.RELATIONAL), TierStyle.of(Tiers.APP_SERVERS));
    }

    @Test
    void everyColourIsInTheStyleSheetForLightAndDark() {
        String look = PageHead.look();
        for (String tier : TOGETHER) {
            String style = TierStyle.of(tier);
            assertThat(look).contains("." + style + " { --colour: var(--" + style + "); }");
            assertThat(look).containsPattern("--" + style + ": light-dark\\(#[0-9a-f]{6}, #[0-9a-f]{6}\\)");
        }
    }

    @Test
    void aTierThatNobodyKnowsIsAmongTheOthers() {
        assertThat(TierStyle.of("\"><script>")).isEqualTo("others");
    }
}
