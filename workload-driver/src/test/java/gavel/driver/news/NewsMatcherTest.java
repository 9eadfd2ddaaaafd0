package gavel.driver.news;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.qos.BidClusters;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Who should have heard of a bid, and when it was heard. Times are in milliseconds of the engine's clock. */
class NewsMatcherTest {
    private static final long AUCTION = 4;
    private static final long BIDDER = 1;

    private final NewsTally tally = new NewsTally(ms(2_000), ms(10_000));
    private final NewsMatcher matcher = new NewsMatcher(tally);

    @BeforeEach
    void measure() {
        tally.measure(ms(1_000), ms(61_000));
    }

    @Test
    void toldBeforeTheNewsArrive() {
        NewsReader reader = join(2, 500);
        matcher.accepted(bid(7, 5_000));
        matcher.parsed(reader, 6, ms(5_100));
        assertThat(tally.pairs()).isZero();
        matcher.parsed(reader, 7, ms(5_300));
        assertThat(tally.pairs()).isEqualTo(1);
        assertThat(tally.latency().getMaxValue() / 1_000).isEqualTo(300);
    }

    @Test
    void toldAfterTheNewsWereParsed() {
        NewsReader reader = join(2, 500);
        matcher.parsed(reader, 7, ms(5_200));
        matcher.parsed(reader, 9, ms(6_000));
        matcher.accepted(bid(7, 5_000));
        matcher.accepted(bid(8, 5_500));
        assertThat(tally.pairs()).isEqualTo(2);
        assertThat(tally.latency().getMinNonZeroValue() / 1_000).isBetween(199L, 200L);
        // A view of revision 9 delivers 8 too.
        assertThat(tally.latency().getMaxValue() / 1_000).isBetween(499L, 501L);
    }

    @Test
    void whoJoinedAfterTheBidBeganIsNoPair() {
        NewsReader late = join(2, 5_001);
        matcher.accepted(bid(7, 5_000));
        matcher.parsed(late, 7, ms(5_100));
        assertThat(tally.pairs()).isZero();
    }

    @Test
    void whoLeavesInTimeIsNoPairAndWhoLeavesLateWasNeverTold() {
        NewsReader soon = join(2, 0);
        NewsReader late = join(3, 0);
        matcher.accepted(bid(7, 5_000));
        matcher.leave(soon, ms(6_000));
        matcher.leave(late, ms(7_001));
        matcher.leave(late, ms(9_000));
        assertThat(tally.pairs()).isEqualTo(1);
        assertThat(tally.undelivered()).isEqualTo(1);
        assertThat(tally.late()).isEqualTo(1);
    }

    @Test
    void lateNewsAreLateByTheIntendedStartAndByTheFirstWrite() {
        NewsReader reader = join(2, 0);
        matcher.accepted(new AcceptedBid(AUCTION, 7, ms(15_000), ms(16_500), BIDDER));
        matcher.parsed(reader, 7, ms(17_500));
        assertThat(tally.late()).isEqualTo(1);
        assertThat(tally.lateBatches()).hasSize(2).last().satisfies(batch -> assertThat(batch.bad())
                .isEqualTo(1));
        assertThat(tally.lateServiceBatches().getLast().bad()).isZero();
    }

    @Test
    void theBiddersOwnScreenIsShownApart() {
        NewsReader own = join(BIDDER, 0);
        matcher.accepted(bid(7, 5_000));
        matcher.parsed(own, 7, ms(5_040));
        assertThat(tally.pairs()).isZero();
        assertThat(tally.ownScreen().getTotalCount()).isEqualTo(1);
    }

    @Test
    void onlyTheMeasurementCounts() {
        NewsReader reader = join(2, 0);
        matcher.accepted(bid(7, 999));
        matcher.accepted(bid(8, 61_000));
        matcher.parsed(reader, 8, ms(61_500));
        assertThat(tally.pairs()).isZero();
    }

    @Test
    void whatIsAwaitedAtTheEndWasNeverDelivered() {
        join(2, 0);
        matcher.accepted(bid(7, 5_000));
        matcher.finish(ms(66_000));
        assertThat(tally.undelivered()).isEqualTo(1);
        assertThat(tally.latency().getMaxValue()).as("waited for").isBetween(60_950_000L, 61_050_000L);
    }

    @Test
    void whoGoesOnAfterTheEndHearsOfTheNextMeasurementsBids() {
        NewsReader reader = join(2, 0);
        matcher.accepted(bid(7, 5_000));
        matcher.finish(ms(66_000));
        tally.measure(ms(70_000), ms(80_000));
        assertThat(tally.undelivered()).as("of another measurement").isZero();
        matcher.accepted(bid(8, 71_000));
        matcher.parsed(reader, 8, ms(71_020));
        assertThat(tally.pairs()).isEqualTo(1);
        assertThat(tally.latency().getTotalCount()).isEqualTo(1);
    }

    @Test
    void talliesOfLoopsAddUp() {
        NewsTally other = new NewsTally(ms(2_000), ms(10_000));
        other.measure(ms(1_000), ms(61_000));
        other.delivered(bid(7, 25_000), false, ms(25_010));
        NewsReader reader = join(2, 0);
        matcher.accepted(bid(7, 5_000));
        matcher.parsed(reader, 7, ms(5_010));
        tally.add(other);
        assertThat(tally.pairs()).isEqualTo(2);
        assertThat(tally.lateBatches()).hasSize(3);
    }

    /** All followers of a late bid hear of it late, whichever loops they are on: that is one event and not one for each loop. */
    @Test
    void aBidIsOneBidHoweverManyLoopsItsFollowersAreOn() {
        tally.measure(0, ms(1_000_000));
        NewsTally other = tally.copy();
        other.measure(0, ms(1_000_000));
        for (NewsTally loop : new NewsTally[] {tally, other}) {
            loop.delivered(bid(7, 5_000), false, ms(8_000));
            loop.delivered(bid(8, 400_000), false, ms(400_010));
        }
        NewsTally all = tally.copy();
        all.add(other.copy());

        assertThat(all.bids()).isEqualTo(BidClusters.NONE.with(2, 2).with(2, 0));
        assertThat(tally.bids())
                .as("what is added up stays as it was")
                .isEqualTo(BidClusters.NONE.with(1, 1).with(1, 0));
    }

    @Test
    void aCopyIsNotMovedByWhatIsCountedLater() {
        NewsReader reader = join(2, 0);
        matcher.accepted(bid(7, 5_000));
        matcher.parsed(reader, 7, ms(5_010));
        NewsTally copy = tally.copy();
        matcher.accepted(bid(8, 15_000));
        matcher.parsed(reader, 8, ms(15_010));

        assertThat(tally.pairs()).isEqualTo(2);
        assertThat(copy.pairs()).isEqualTo(1);
        assertThat(copy.lateBatches()).hasSize(1);
        assertThat(copy.latency().getTotalCount()).isEqualTo(1);
    }

    @Test
    void anotherAuctionsReadersAreLeftAlone() {
        NewsReader elsewhere = new NewsReader(5, 99, 0);
        matcher.join(elsewhere);
        matcher.accepted(bid(7, 5_000));
        matcher.finish(ms(66_000));
        assertThat(tally.pairs()).isZero();
    }

    private NewsReader join(long user, long sinceMillis) {
        NewsReader reader = new NewsReader(user, AUCTION, ms(sinceMillis));
        matcher.join(reader);
        return reader;
    }

    private static AcceptedBid bid(long revision, long intendedMillis) {
        return new AcceptedBid(AUCTION, revision, ms(intendedMillis), ms(intendedMillis), BIDDER);
    }

    private static long ms(long millis) {
        return TimeUnit.MILLISECONDS.toNanos(millis);
    }
}
