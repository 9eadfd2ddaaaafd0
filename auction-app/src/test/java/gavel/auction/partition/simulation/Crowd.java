package gavel.auction.partition.simulation;

import gavel.auction.broker.AuctionCommand;
import gavel.auction.broker.BidMessage;
import gavel.auction.broker.DecisionMessage;
import gavel.auction.broker.LiveView;
import gavel.auction.engine.AuctionPhase;
import gavel.auction.engine.AuctionState;
import gavel.auction.engine.Credit;
import gavel.auction.engine.Decision;
import gavel.auction.engine.LotState;
import gavel.auction.partition.deciding.Delivery.Content;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Bidders, sellers, and everything they are ever told; they notice when two things they were told disagree. */
final class Crowd {
    static final int ACCOUNTS = 6;
    private static final BigDecimal PRICE = new BigDecimal("100.00");

    final Map<String, BidMessage> placed = new LinkedHashMap<>();
    final Map<String, DecisionMessage> answers = new HashMap<>();
    private final Map<String, LiveView> views = new HashMap<>();
    private final World world;
    private long items;
    private boolean resting;

    Crowd(World world) {
        this.world = world;
        for (long account = 1; account <= ACCOUNTS; account++) {
            BigDecimal limit = new BigDecimal(account == 1 ? 400 : 1_000_000);
            world.database.credits.put(
                    account, new Credit(limit, BigDecimal.ZERO.setScale(2), BigDecimal.ZERO.setScale(2)));
        }
        auction(1, true, 2, 0);
        auction(2, true, 3, 0);
        auction(65, true, 1, 0);
        auction(3, false, 2, 3);
        auction(4, false, 3, 1);
    }

    private void auction(long id, boolean recurring, int lots, int startsAfter) {
        List<LotState> queued = new ArrayList<>();
        for (int position = 1; position <= lots; position++) {
            queued.add(LotState.queued(world.database.nextLotId(), ++items, "Clock", 1, position, PRICE));
        }
        world.database.insert(new AuctionState(
                id, AuctionPhase.SCHEDULED, recurring, 1, 0, 0, world.now().plusSeconds(startsAfter), null, queued));
    }

    /** From now on nobody has new ideas, but who has no answer asks again. */
    void rest() {
        resting = true;
    }

    long unanswered() {
        return placed.keySet().stream().filter(bid -> !answers.containsKey(bid)).count();
    }

    void act() {
        if (resting) {
            if (world.oneIn(10)) {
                placeAgain();
            }
            return;
        }
        int action = world.chance.nextInt(100);
        if (action < 75) {
            place();
        } else if (action < 93) {
            placeAgain();
        } else if (action < 97) {
            long id = anyAuction().id();
            world.broker.publish(id, new Content.Command(new AuctionCommand(id, AuctionCommand.Kind.REFRESH)));
        } else if (action < 99) {
            consign(world.database.auctions.get(4L));
        } else if (world.oneIn(20)) {
            world.broker.publish(3, new Content.Command(new AuctionCommand(3, AuctionCommand.Kind.CANCEL)));
        }
    }

    private AuctionState anyAuction() {
        List<AuctionState> all = List.copyOf(world.database.auctions.values());
        return all.get(world.chance.nextInt(all.size()));
    }

    private void place() {
        AuctionState auction = anyAuction();
        LotState lot = auction.lots().get(world.chance.nextInt(auction.lots().size()));
        LotState wanted = world.oneIn(10) ? lot : auction.openLot().orElse(lot);
        BigDecimal amount = wanted.minimumBid().add(BigDecimal.valueOf(world.chance.nextInt(-300, 1_000), 2));
        String id = "bid" + placed.size();
        long account = 1 + world.chance.nextLong(ACCOUNTS);
        BidMessage bid = new BidMessage(id, account, auction.id(), wanted.id(), amount, id, world.now(), "crowd");
        placed.put(id, bid);
        world.broker.publish(auction.id(), new Content.Bid(bid));
    }

    /** Someone without an answer tries again with the same key; sometimes with an answer too. */
    private void placeAgain() {
        if (!placed.isEmpty()) {
            BidMessage bid = resting
                    ? placed.values().stream()
                            .filter(each -> !answers.containsKey(each.bidId()))
                            .findFirst()
                            .orElse(placed.get("bid0"))
                    : placed.get("bid" + world.chance.nextInt(placed.size()));
            if (!answers.containsKey(bid.bidId()) || !resting && world.oneIn(20)) {
                world.broker.publish(bid.auctionId(), new Content.Bid(bid));
            }
        }
    }

    /** As the owner of an auction does: under the lock of its row, while it runs, followed by a command. */
    private void consign(AuctionState auction) {
        if (auction.phase() != AuctionPhase.RUNNING || auction.lots().size() > 6) {
            return;
        }
        List<LotState> lots = new ArrayList<>(auction.lots());
        LotState lot = LotState.queued(
                world.database.nextLotId(),
                ++items,
                "Vase",
                auction.round(),
                auction.lots().size() + 1,
                PRICE);
        lots.add(lot);
        world.database.insert(new AuctionState(
                auction.id(),
                auction.phase(),
                auction.recurring(),
                auction.round(),
                auction.revision(),
                auction.version(),
                auction.startsAt(),
                auction.changedAt(),
                lots));
        world.broker.publish(
                auction.id(), new Content.Command(new AuctionCommand(auction.id(), AuctionCommand.Kind.REFRESH)));
    }

    void answered(DecisionMessage answer) {
        if (!world.calm() && world.oneIn(50)) {
            return;
        }
        Decision stored = world.database.decisions.get(answer.bidId());
        if (stored == null || !stored.outcome().name().equals(answer.outcome())) {
            throw new AssertionError("answered " + answer + " but stored " + stored);
        }
        DecisionMessage former = answers.put(answer.bidId(), answer);
        if (former != null && !former.equals(answer)) {
            throw new AssertionError("answered twice differently: " + former + " and " + answer);
        }
    }

    void sees(LiveView view) {
        AuctionState stored = world.database.auctions.get(view.auctionId());
        if (stored.revision() < view.revision()) {
            throw new AssertionError("news before the commit: " + view);
        }
        LiveView former = views.putIfAbsent(view.auctionId() + ":" + view.revision(), view);
        if (former != null && !sameButForTheDeadline(former, view)) {
            throw new AssertionError("two views of one revision: " + former + " and " + view);
        }
    }

    private static boolean sameButForTheDeadline(LiveView a, LiveView b) {
        return a.state().equals(b.state())
                && Objects.equals(a.lastBidId(), b.lastBidId())
                && Objects.equals(a.changedAt(), b.changedAt())
                && (a.lot() == null
                        ? b.lot() == null
                        : a.lot().id() == b.lot().id()
                                && a.lot().phase().equals(b.lot().phase())
                                && a.lot().price().equals(b.lot().price()));
    }

    static Duration shortestLot() {
        return SimNode.TIMING.lastCallAfter().plus(SimNode.TIMING.closeAfter());
    }
}
