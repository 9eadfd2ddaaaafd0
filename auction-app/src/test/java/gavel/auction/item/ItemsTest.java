package gavel.auction.item;

import static gavel.auction.item.TestItems.clock;
import static gavel.auction.problem.Problems.assertInvalid;
import static gavel.auction.problem.Problems.assertRefused;
import static gavel.auction.testing.ScriptedDatabase.row;
import static gavel.auction.testing.ScriptedDatabase.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import gavel.auction.cache.TestCaches;
import gavel.auction.image.ImageInfo;
import gavel.auction.image.ImageLinks;
import gavel.auction.image.ImageSize;
import gavel.auction.testing.ScriptedDatabase;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ItemsTest {
    private static final long SELLER = 1;
    private static final long OTHER = 2;
    private static final ImageInfo FRONT =
            new ImageInfo("9-1", 1, "image/jpeg", 800, 600, Set.of(ImageSize.THUMBNAIL, ImageSize.FULL));
    private static final ImageInfo UNFINISHED = new ImageInfo("9-2-x", 2, "image/png", 8, 6, Set.of(ImageSize.FULL));

    private final ScriptedDatabase database = new ScriptedDatabase();
    private final TestCaches caches = new TestCaches();
    private final Items items = TestItems.of(database, caches.caches(), FRONT, UNFINISHED);

    @AfterEach
    void close() {
        caches.close();
    }

    @Test
    void anItemIsReadOnceForEveryoneWhoLooksAtIt() {
        itemIs("CONSIGNED");

        Item first = items.get(9);
        Item second = items.get(9);

        assertThat(first.title()).isEqualTo("Mantel clock");
        assertThat(first.dateOfOrigin()).isEqualTo(LocalDate.of(1780, 5, 1));
        assertThat(second).isSameAs(first);
        assertThat(database.statements()).hasSize(1);
    }

    @Test
    void anItemShowsThePicturesThatWereFinished() {
        database.rows("from item where id", with(clock(9, SELLER, "DRAFT"), "image_count", 1, "thumbnail_id", "9-1"));

        Item item = items.get(9);

        assertThat(item.thumbnail()).isEqualTo("/api/images/9-1?size=thumbnail");
        assertThat(item.images())
                .containsExactly(new ImageLinks(
                        "9-1", 800, 600, "/api/images/9-1?size=thumbnail", null, "/api/images/9-1?size=full"));
    }

    @Test
    void anItemWithoutPicturesHasNoLinks() {
        itemIs("DRAFT");

        assertThat(items.get(9).images()).isEmpty();
        assertThat(items.get(9).thumbnail()).isNull();
    }

    @Test
    void whatIsWithdrawnIsAsGoneAsWhatNeverWas() {
        itemIs("WITHDRAWN");
        assertRefused(404, () -> items.get(9)).hasMessage("There is no item 9.");

        database.rows("from item where id");
        assertRefused(404, () -> items.get(9)).hasMessage("There is no item 9.");
    }

    @ParameterizedTest(name = "{0}, account {1}: seen {2}")
    @CsvSource({"DRAFT, 1, true", "DRAFT, 2, false", "CONSIGNED, 2, true", "SOLD, 2, true", "WITHDRAWN, 1, false"})
    void aDraftIsItsSellersAloneAndForOthersAsIfItWereNot(String state, long account, boolean seen) {
        itemIs(state);

        if (seen) {
            assertThat(items.seenBy(account, 9).id()).isEqualTo(9);
        } else {
            assertRefused(404, () -> items.seenBy(account, 9)).hasMessage("There is no item 9.");
        }
    }

    @Test
    void whatIsNotThereIsAskedForAgain() {
        database.rows("from item where id");
        assertRefused(404, () -> items.get(9));
        itemIs("DRAFT");

        assertThat(items.get(9).id()).isEqualTo(9);
    }

    @Test
    void aNewItemIsADraftOfItsSellerAndHasNoVersionYet() {
        database.rows("insert into item", clock(9, SELLER, "DRAFT"));

        Item created = items.create(SELLER, draft(null));

        assertThat(created.state()).isEqualTo(ItemState.DRAFT);
        assertThat(database.statements().getFirst().parameters())
                .contains(SELLER, "Mantel clock", new BigDecimal("120.00"));
        assertInvalid(() -> items.create(SELLER, draft(1)), "version");
    }

    @Test
    void aChangeIsSeenAtOnceAndOtherNodesAreTold() {
        itemIs("DRAFT");
        items.get(9);
        database.rows("update item set title", with(clock(9, SELLER, "DRAFT"), "title", "Bracket clock", "version", 4));
        database.rows("from item where id", with(clock(9, SELLER, "DRAFT"), "title", "Bracket clock", "version", 4));

        assertThat(items.change(9, SELLER, draft(3)).version()).isEqualTo(4);

        assertThat(items.get(9).title()).isEqualTo("Bracket clock");
        assertThat(caches.told()).containsExactly("items/9");
    }

    @Test
    void aChangeNamesTheVersionItIsMadeTo() {
        assertInvalid(() -> items.change(9, SELLER, draft(null)), "version");
        assertThat(database.statements()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "DRAFT,     1, 412",
        "DRAFT,     2, 404",
        "CONSIGNED, 1, 409",
        "SOLD,      1, 409",
        "SOLD,      2, 403",
        "WITHDRAWN, 1, 404"
    })
    void aChangeThatFoundNoRowSaysWhy(String state, long account, int status) {
        database.rows("update item set title");
        itemIs(state);

        assertRefused(status, () -> items.change(9, account, draft(2)));
        assertThat(caches.told()).as("nothing has changed").isEmpty();
    }

    @Test
    void aChangeToNothingIsNotFound() {
        database.rows("update item set title");
        database.rows("from item where id");

        assertRefused(404, () -> items.change(9, SELLER, draft(2)));
    }

    @Test
    void whatIsWithdrawnIsForgottenEverywhere() {
        itemIs("DRAFT");
        items.get(9);
        database.changes("state = 'WITHDRAWN'", 1);

        items.withdraw(9, SELLER);
        itemIs("WITHDRAWN");

        assertRefused(404, () -> items.get(9));
        assertThat(caches.told()).containsExactly("items/9");
    }

    @Test
    void withdrawingAgainIsHarmlessForItsSeller() {
        database.changes("state = 'WITHDRAWN'", 0);
        itemIs("WITHDRAWN");

        assertThatCode(() -> items.withdraw(9, SELLER)).doesNotThrowAnyException();
        assertThat(caches.told()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"WITHDRAWN, 2, 404", "DRAFT, 2, 404", "CONSIGNED, 1, 409", "SOLD, 1, 409", "CONSIGNED, 2, 403"})
    void whatCannotBeWithdrawnSaysWhy(String state, long account, int status) {
        database.changes("state = 'WITHDRAWN'", 0);
        itemIs(state);

        assertRefused(status, () -> items.withdraw(9, account));
    }

    @Test
    void withdrawingNothingIsNotFound() {
        database.changes("state = 'WITHDRAWN'", 0);
        database.rows("from item where id");

        assertRefused(404, () -> items.withdraw(9, SELLER));
    }

    @Test
    void aConsignedItemTellsTheAuctionWhatItNeeds() {
        database.rows(
                "state = 'CONSIGNED'",
                row("title", "Mantel clock", "starting_price", new BigDecimal("120.00"), "thumbnail_id", "9-1"));

        assertThat(items.consign(9, SELLER))
                .isEqualTo(new Items.Consigned(9, "Mantel clock", new BigDecimal("120.00"), "9-1"));
        assertThat(caches.told()).as("it is not committed yet").isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"CONSIGNED, 1, 409", "SOLD, 1, 409", "DRAFT, 2, 404", "WITHDRAWN, 1, 404"})
    void whatCannotBeConsignedSaysWhy(String state, long account, int status) {
        database.rows("state = 'CONSIGNED'");
        itemIs(state);

        assertRefused(status, () -> items.consign(9, account));
    }

    @Test
    void aDraftThatBecameOneAgainBetweenTheStatementsMayBeTriedAgain() {
        database.rows("state = 'CONSIGNED'");
        itemIs("DRAFT");

        assertRefused(409, () -> items.consign(9, SELLER)).hasMessageContaining("try again");
    }

    @ParameterizedTest
    @ValueSource(longs = {SELLER, OTHER})
    void onlyItsSellerMayAddToADraft(long account) {
        itemIs("DRAFT");

        if (account == SELLER) {
            assertThatCode(() -> items.requireChangeable(9, account)).doesNotThrowAnyException();
        } else {
            assertRefused(404, () -> items.requireChangeable(9, account));
        }
    }

    @Test
    void whatTheHammerChangedIsReadAgain() {
        itemIs("CONSIGNED");
        items.get(9);
        itemIs("SOLD");
        assertThat(items.get(9).state()).isEqualTo(ItemState.CONSIGNED);

        items.changed(9);

        assertThat(items.get(9).state()).isEqualTo(ItemState.SOLD);
    }

    private void itemIs(String state) {
        database.rows("from item where id", clock(9, SELLER, state));
    }

    private static ItemDraft draft(Integer version) {
        return new ItemDraft("Mantel clock", null, null, "good", "clocks", null, new BigDecimal("120.00"), version);
    }
}
