package gavel.driver.user;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import gavel.driver.body.ContentException;
import gavel.driver.operation.Person;
import gavel.driver.profile.BidStrategy;
import gavel.driver.profile.Draws;
import gavel.driver.room.AuctionRoom;
import gavel.driver.room.AuctionRoom.View;
import gavel.driver.room.BidIntent;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

/** Who wishes to bid, for what, and how much. */
class BidWishesTest {
    private static final int MANY = 20_000;
    private static final BidStrategy STRATEGY = new BidStrategy(0.15, 0.02, 0.02, 0.06, 1.0, 0.5);

    private final Person person =
            new Person(1, new Person.Account(1, "u1@gavel.example", "secret"), null, Draws.of(1, 1, 1));

    @Test
    void oneRoomIsBidInFifteenTimesInAHundredAndTwoAsOftenAsEitherIsWished() throws ContentException {
        person.rooms().add(room(1, "10.00", "10.10", 9));
        assertThat(bids(new BidWishes(STRATEGY, 5))).isCloseTo(0.15, within(0.01));
        person.rooms().add(room(2, "10.00", "10.10", 9));
        BidWishes wishes = new BidWishes(STRATEGY, 5);
        wishes.look(person);
        assertThat(wishes.probability()).isCloseTo(1 - 0.85 * 0.85, within(1e-12));
        assertThat(bids(wishes)).isCloseTo(1 - 0.85 * 0.85, within(0.01));
    }

    @Test
    void bothRoomsAreAskedFirstEquallyOften() throws ContentException {
        person.rooms().add(room(1, "10.00", "10.10", 9));
        person.rooms().add(room(2, "10.00", "10.10", 9));
        BidWishes wishes = new BidWishes(STRATEGY, 5);
        int first = 0;
        int all = 0;
        for (int i = 0; i < MANY; i++) {
            wishes.look(person);
            BidIntent bid = wishes.decide();
            all += bid == null ? 0 : 1;
            first += bid != null && bid.room().auctionId() == 1 ? 1 : 0;
        }
        assertThat((double) first / all).isCloseTo(0.5, within(0.03));
    }

    @Test
    void nobodyBidsBeyondTheCeilingWhichStaysTheSameForALot() throws ContentException {
        AuctionRoom dear = room(1, "10.00", "900.00", 9);
        person.rooms().add(dear);
        BidWishes wishes = new BidWishes(STRATEGY, 5);
        wishes.look(person);
        assertThat(wishes.probability()).isZero();
        assertThat(wishes.decide()).isNull();
        // The dearest minimum that is still within the ceiling is the same however often one looks.
        BigDecimal highest = highest(new BidWishes(STRATEGY, 5));
        assertThat(highest(new BidWishes(STRATEGY, 5))).isEqualTo(highest);
        assertThat(highest(new BidWishes(STRATEGY, 6))).isNotEqualTo(highest);
    }

    @Test
    void whoLeadsDoesNotBid() throws ContentException {
        AuctionRoom mine = new AuctionRoom(1, 1);
        mine.see(new View(1, 2, 11, "OPEN", money("10.00"), money("11.00"), person.accountId(), 1, "b1"));
        mine.know(11, money("10.00"), 9_000, null);
        person.rooms().add(mine);
        BidWishes wishes = new BidWishes(STRATEGY, 5);
        wishes.look(person);
        assertThat(wishes.probability()).isZero();
    }

    @Test
    void anOfferIsTheMinimumAndAtMostSixInAHundredOfThePriceMore() throws ContentException {
        person.rooms().add(room(1, "100.00", "101.00", 9));
        BidWishes wishes = new BidWishes(STRATEGY, 8);
        for (int i = 0; i < MANY / 10; i++) {
            wishes.look(person);
            BidIntent bid = wishes.decide();
            if (bid != null) {
                assertThat(bid.amount()).isBetween(money("101.00"), money("107.00"));
                assertThat(bid.lotId()).isEqualTo(11);
            }
        }
    }

    private BigDecimal highest(BidWishes wishes) throws ContentException {
        BigDecimal within = BigDecimal.ZERO;
        for (int cents = 1_000; cents < 20_000; cents += 50) {
            person.rooms().clear();
            BigDecimal minimum = BigDecimal.valueOf(cents, 2);
            person.rooms().add(room(1, "10.00", minimum.toPlainString(), 9));
            wishes.look(person);
            within = wishes.probability() > 0 ? minimum : within;
        }
        return within;
    }

    private double bids(BidWishes wishes) {
        int made = 0;
        for (int i = 0; i < MANY; i++) {
            wishes.look(person);
            made += wishes.decide() == null ? 0 : 1;
        }
        return (double) made / MANY;
    }

    private static AuctionRoom room(long auction, String start, String minimum, long leader) throws ContentException {
        AuctionRoom room = new AuctionRoom(auction, 1);
        room.see(new View(auction, 2, 10 + auction, "OPEN", money(start), money(minimum), leader, 1, "b1"));
        room.know(10 + auction, money(start), 9_000, null);
        return room;
    }

    private static BigDecimal money(String amount) {
        return new BigDecimal(amount);
    }
}
