package gavel.auction.auction;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.auction.relational.Dialect;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AuctionSearchTest {
    @ParameterizedTest
    @CsvSource({
        "SCHEDULED, 'starts_at, id'",
        "RUNNING,   'starts_at, id'",
        "COMPLETE,  'starts_at desc, id desc'",
        "CANCELLED, 'starts_at desc, id desc'",
        ",          'id desc'"
    })
    void whatIsToComeIsInItsOrderAndWhatIsPastFromTheLatestBack(Auction.State state, String order) {
        assertThat(new AuctionSearch(state, null, null).order()).isEqualTo(order);
    }

    @Test
    void blankMeansAny() {
        AuctionSearch search = new AuctionSearch(null, " ", "");

        assertThat(search.params(Dialect.POSTGRESQL)).isEmpty();
        assertThat(search.sql(Dialect.POSTGRESQL)).doesNotContain(":category", ":words", ":state");
    }

    @Test
    void wordsAreParametersAndNotPartOfTheStatement() {
        AuctionSearch search = new AuctionSearch(Auction.State.RUNNING, "c'", "w'; drop table auction");

        assertThat(search.sql(Dialect.POSTGRESQL)).doesNotContain("drop").contains(":category", ":words", ":state");
        assertThat(search.params(Dialect.POSTGRESQL))
                .containsEntry("state", "RUNNING")
                .containsEntry("category", "c'");
    }
}
