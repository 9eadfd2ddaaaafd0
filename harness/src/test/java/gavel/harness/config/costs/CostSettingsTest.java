package gavel.harness.config.costs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.result.efficiency.Price;
import java.util.List;
import org.junit.jupiter.api.Test;

class CostSettingsTest {
    @Test
    void instancesAddUp() {
        CostSettings costs = new CostSettings(
                "EUR",
                "2026-11-01",
                null,
                List.of(new InstancePrice("m6i.large", 3, 0.1), new InstancePrice("db", null, 0.25)),
                null,
                null);

        assertThat(costs.price())
                .isEqualTo(new Price(3 * 0.1 + 0.25, "EUR", "3 × m6i.large, 1 × db; prices of 2026-11-01"));
    }

    @Test
    void withoutPricesNothingIsAsked() {
        CostSettings none = new CostSettings(null, null, null, List.of(), null, null);
        assertThat(none.price()).isEqualTo(Price.NONE);
    }

    @Test
    void aPriceHasACurrencyAndADay() {
        assertThatThrownBy(() -> new CostSettings("euros", "yesterday", 0.5, List.of(), null, null))
                .hasMessageContaining("currency")
                .hasMessageContaining("date");
        assertThatThrownBy(() -> new CostSettings(
                        "EUR", "2026-11-01", 0.5, List.of(new InstancePrice("a", 1, 1.0)), null, "meter"))
                .hasMessageContaining("say one of them")
                .hasMessageContaining("absolute path");
    }
}
