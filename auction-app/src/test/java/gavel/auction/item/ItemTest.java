package gavel.auction.item;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.auction.testing.ScriptedDatabase;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ItemTest {
    @Test
    void whatTheRowSaysIsWhatIsShown() {
        ItemRow row = read("SOLD");

        Item item = Item.of(row, List.of());
        ItemSummary summary = ItemSummary.of(row);

        assertThat(item.description()).isEqualTo("Strikes the hours");
        assertThat(summary)
                .isEqualTo(new ItemSummary(
                        item.id(),
                        item.sellerId(),
                        item.title(),
                        item.manufacturer(),
                        item.condition(),
                        item.category(),
                        item.dateOfOrigin(),
                        item.startingPrice(),
                        item.state(),
                        item.version(),
                        item.thumbnail()));
        assertThat(item.startingPrice()).isEqualTo(new BigDecimal("120.00"));
    }

    @ParameterizedTest
    @EnumSource(ItemState.class)
    void everyStateOfTheTableIsKnown(ItemState state) {
        assertThat(read(state.name()).state()).isEqualTo(state);
    }

    @ParameterizedTest
    @EnumSource(ItemState.class)
    void whatWasWithdrawnIsHiddenAndADraftIsItsSellersAlone(ItemState state) {
        assertThat(ItemRules.isVisible(state, 1, 1)).isEqualTo(state != ItemState.WITHDRAWN);
        assertThat(ItemRules.isVisible(state, 1, 2)).isEqualTo(state == ItemState.CONSIGNED || state == ItemState.SOLD);
    }

    private static ItemRow read(String state) {
        ScriptedDatabase database = new ScriptedDatabase().rows("from item where id", TestItems.clock(9, 1, state));
        Optional<ItemRow> found = TestItems.store(database).find(9);
        return found.orElseThrow();
    }
}
