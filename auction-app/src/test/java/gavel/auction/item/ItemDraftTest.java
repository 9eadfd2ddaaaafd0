package gavel.auction.item;

import static gavel.auction.testing.Checked.faultsOf;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ItemDraftTest {
    @Test
    void titleConditionCategoryAndPriceAreEnough() {
        ItemDraft draft = draft("Clock", "good", "clocks", "1");

        assertThat(faultsOf(draft)).isEmpty();
        assertThat(draft.description()).isEmpty();
        assertThat(draft.manufacturer()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "'',    good, clocks, title",
        "' ',   good, clocks, title",
        ",      good, clocks, title",
        "Clock, '',   clocks, condition",
        "Clock, ,     clocks, condition",
        "Clock, good, '',     category"
    })
    void whatIsMissingIsNamed(String title, String condition, String category, String field) {
        assertThat(faultsOf(draft(title, condition, category, "1"))).containsExactly(field);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.01", "9999999999.99", "1E+2", "120.5", "120"})
    void anAmountOfMoneyIsAPrice(String price) {
        assertThat(faultsOf(draft("Clock", "good", "clocks", price))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "0.00", "-1", "0.001", "120.005", "10000000000", "1E+999999"})
    void whatIsNoAmountOfMoneyIsNoPrice(String price) {
        assertThat(faultsOf(draft("Clock", "good", "clocks", price))).containsExactly("startingPrice");
    }

    @Test
    void anItemHasAPrice() {
        ItemDraft free = new ItemDraft("Clock", "", "", "good", "clocks", null, null, null);

        assertThat(faultsOf(free)).containsExactly("startingPrice");
    }

    @Test
    void whatIsTooLongForItsColumnIsNamed() {
        ItemDraft endless = new ItemDraft(
                "t".repeat(201),
                "d".repeat(4_001),
                "m".repeat(121),
                "c".repeat(21),
                "g".repeat(41),
                null,
                BigDecimal.ONE,
                null);

        assertThat(faultsOf(endless)).containsExactly("category", "condition", "description", "manufacturer", "title");
    }

    private static ItemDraft draft(String title, String condition, String category, String price) {
        return new ItemDraft(title, null, null, condition, category, null, new BigDecimal(price), null);
    }
}
