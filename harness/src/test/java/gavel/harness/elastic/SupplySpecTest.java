package gavel.harness.elastic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.elastic.Steps.Change;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SupplySpecTest {
    @Test
    void itSaysWhoDecides() {
        assertThat(SupplySpec.parse("fixed:3")).isEqualTo(new SupplySpec.Fixed(3));
        assertThat(SupplySpec.parse("schedule:0s=1,1m=3,90s=2"))
                .isEqualTo(new SupplySpec.Schedule(Steps.of(1, new Change(60, 3), new Change(90, 2))));
        assertThat(SupplySpec.parse("rule")).isEqualTo(new SupplySpec.Rule(60));
        assertThat(SupplySpec.parse("rule:80")).isEqualTo(new SupplySpec.Rule(80));
        assertThat(SupplySpec.parse("hpa")).isEqualTo(new SupplySpec.Autoscaler(60, null));
        assertThat(SupplySpec.parse("hpa:70")).isEqualTo(new SupplySpec.Autoscaler(70, null));
        assertThat(SupplySpec.parse("hpa:70,2m")).isEqualTo(new SupplySpec.Autoscaler(70, 120));
        assertThat(SupplySpec.parse("hpa:70,0s")).isEqualTo(new SupplySpec.Autoscaler(70, 0));
        assertThat(SupplySpec.parse("command:./decide --fast")).isEqualTo(new SupplySpec.Command("./decide --fast"));
    }

    @Test
    void itKnowsHowManyThereAreAtFirstAndAtMost() {
        assertThat(SupplySpec.parse("fixed:3").first()).isEqualTo(3);
        assertThat(SupplySpec.parse("schedule:0s=2,60s=4,90s=1").first()).isEqualTo(2);
        assertThat(SupplySpec.parse("schedule:0s=2,60s=4,90s=1").most()).isEqualTo(4);
        assertThat(SupplySpec.parse("rule").first()).isEqualTo(1);
        assertThat(SupplySpec.parse("rule").most()).isZero();
        assertThat(SupplySpec.parse("hpa").first()).isEqualTo(1);
        assertThat(SupplySpec.parse("hpa").most()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "fixed",
                "fixed:0",
                "fixed:many",
                "schedule:",
                "schedule:10s=1",
                "schedule:0s=1,5s",
                "rule:0",
                "rule:101",
                "rule:x",
                "hpa:0",
                "hpa:,1m",
                "hpa:60,",
                "hpa:60,soon",
                "hpa:60,2h",
                "hpa:60,500ms",
                "hpa:60,1m,1m",
                "command:",
                "guess:1"
            })
    void whatItDoesNotKnowIsRefused(String text) {
        assertThatThrownBy(() -> SupplySpec.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }
}
