package gavel.auction.dataset.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.auction.dataset.plan.DataSetSize.Phase;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DataSetSizeTest {
    @ParameterizedTest
    @CsvSource({
        // users, accounts, running, past, items = 20 running + 10 (past + future)
        "1, 5, 4, 1, 100",
        "60, 300, 4, 30, 680",
        "61, 305, 5, 31, 720",
        "1000, 5000, 67, 500, 11340"
    })
    void followsFromTheUsers(int users, int accounts, int running, int past, int items) {
        DataSetSize size = DataSetSize.of(users);
        assertThat(size.accounts()).isEqualTo(accounts);
        assertThat(size.running()).isEqualTo(running);
        assertThat(size.past()).isEqualTo(past);
        assertThat(size.future()).isEqualTo(past);
        assertThat(size.items()).isEqualTo(items);
    }

    @Test
    void aThousandUsersHaveTwentyAttendancesAndAHundredBidsEach() {
        DataSetSize size = DataSetSize.of(1_000);
        assertThat(size.past() * size.attendees()).isEqualTo(20 * 1_000);
        assertThat(size.past() * DataSetSize.LOTS * DataSetSize.BIDS).isEqualTo(100 * 1_000);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 15, 100})
    void everyItemBelongsToOneAuction(int users) {
        DataSetSize size = DataSetSize.of(users);
        int next = 1;
        for (int auction = 1; auction <= size.auctions(); auction++) {
            assertThat(size.firstItem(auction)).isEqualTo(next);
            int after = size.firstItem(auction + 1);
            int expected = auction;
            assertThat(IntStream.range(next, after).map(size::auctionOfItem)).allMatch(found -> found == expected);
            next = after;
        }
        assertThat(next).isEqualTo(size.items() + 1);
    }

    @Test
    void runningAuctionsComeFirst() {
        DataSetSize size = DataSetSize.of(60);
        assertThat(size.phaseOfAuction(4)).isEqualTo(Phase.RUNNING);
        assertThat(size.phaseOfAuction(5)).isEqualTo(Phase.PAST);
        assertThat(size.phaseOfAuction(35)).isEqualTo(Phase.FUTURE);
        assertThatThrownBy(() -> size.phaseOfAuction(65)).hasMessageContaining("1..64: 65");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 1000})
    void usersBiddersAndSellersAreDifferentAccounts(int users) {
        DataSetSize size = DataSetSize.of(users);
        assertThat(size.firstBidder()).isGreaterThan(users).isGreaterThan(size.attending());
        assertThat(size.firstSeller()).isGreaterThan(size.firstBidder() + 1).isLessThanOrEqualTo(size.accounts());
    }
}
