package gavel.driver.user;

import gavel.driver.operation.Person;
import gavel.driver.profile.BidStrategy;
import gavel.driver.profile.Draws;
import gavel.driver.room.AuctionRoom;
import gavel.driver.room.BidIntent;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Decides whether a person bids before a draw: the followers are asked in random order, the first that wishes to bids. Streams of its
 * own, so that what the news bring does not move the main draws. Owned by the loop.
 */
final class BidWishes {
    private static final long CEILINGS = 0x6365696cL;

    private final BidStrategy strategy;
    private final long ceilingSeed;
    private final Draws draws;
    private final List<AuctionRoom> eligible = new ArrayList<>(0);

    /** @param sessionSeed the same for the same seed, user and session */
    BidWishes(BidStrategy strategy, long sessionSeed) {
        this.strategy = strategy;
        this.ceilingSeed = sessionSeed;
        this.draws = Draws.of(sessionSeed, 0, Streams.WISHES);
    }

    /** Looks at what may be bid for now. Call before {@link #probability} and {@link #decide}. */
    void look(Person person) {
        eligible.clear();
        for (AuctionRoom room : person.rooms()) {
            if (room.open(person.accountId()) && room.minimumBid().compareTo(ceiling(room)) <= 0) {
                eligible.add(room);
            }
        }
    }

    /** That one of those asked wishes to bid. */
    double probability() {
        return 1 - Math.pow(1 - strategy.probability(), eligible.size());
    }

    /** Null without a wish. */
    BidIntent decide() {
        for (int asked = 0; asked < eligible.size(); asked++) {
            Collections.swap(eligible, asked, asked + draws.below(eligible.size() - asked));
            if (draws.unit() < strategy.probability()) {
                AuctionRoom room = eligible.get(asked);
                BigDecimal price = room.price() == null ? room.startingPrice() : room.price();
                BigDecimal amount = strategy.amount(room.minimumBid(), price, ceiling(room), draws);
                return new BidIntent(room, room.lotId(), amount);
            }
        }
        return null;
    }

    /** Drawn once for a person and a lot: a stream of the lot's own gives the same number each time. */
    private BigDecimal ceiling(AuctionRoom room) {
        return strategy.ceiling(room.startingPrice(), Draws.of(ceilingSeed, room.lotId(), CEILINGS));
    }
}
