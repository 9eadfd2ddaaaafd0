package gavel.auction.item;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.auction.problem.ApiProblem;
import java.math.BigDecimal;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ItemRulesTest {
    private static final long SELLER = 1;

    @ParameterizedTest(name = "{0} and account {1}: {2}")
    @CsvSource({
        "DRAFT,     1,",
        "DRAFT,     2, 404",
        "CONSIGNED, 1, 409",
        "CONSIGNED, 2, 403",
        "SOLD,      1, 409",
        "SOLD,      2, 403",
        "WITHDRAWN, 1, 404",
        "WITHDRAWN, 2, 404"
    })
    void onlyItsSellerChangesAnItemAndOnlyBeforeItIsConsigned(ItemState state, long account, Integer status) {
        ItemRow item =
                new ItemRow(9, SELLER, "Clock", "", "", "good", "clocks", null, BigDecimal.TEN, state, 0, null, 0);

        ApiProblem refusal = ItemRules.refusal(item, account);

        assertThat(refusal == null ? null : (Integer) refusal.status().value()).isEqualTo(status);
    }
}
