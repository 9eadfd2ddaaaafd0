package gavel.auction.dataset.plan;

import gavel.auction.broker.Topology;
import gavel.auction.dataset.plan.BiddingModel.MidLife;
import gavel.auction.dataset.plan.BiddingModel.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * Running auctions, whose first lots are met in mid-life, and those still to come.
 *
 * <p>The bids so far were made by accounts above the users and below the sellers. So no simulated user finds that he leads a lot he never
 * bid for, and none loses a hold he did not ask for.
 */
final class RunningAuctions {
    /** No future auction starts within a run. */
    private static final Duration FIRST = Duration.ofHours(12);

    /**
     * Twice as many as attend an auction. Users who join at the start of a run draw ceilings that know nothing of the price they find.
     * After 20 bidders a newcomer would top it so often that the first minutes were a storm of bids. After 40, a model of the profile's
     * people who all come at once bids nearly at its long-term rate from the first minute on.
     */
    private static final int ATTENDEES = 40;

    private final DataSetSpec spec;
    private final DataSetSize size;
    private final DataSetPlan plan;
    private final BiddingModel model;
    private final int[] parts;

    RunningAuctions(DataSetSpec spec, DataSetPlan plan) {
        this.spec = spec;
        this.size = spec.size();
        this.plan = plan;
        this.model = new BiddingModel(spec.timing());
        this.parts = shuffled(size.running(), Draws.RUNNING_BIDDING.of(spec.seed(), 0));
    }

    /** Which part of its first lot's life each auction is met in: every part once. */
    private static int[] shuffled(int count, RandomGenerator random) {
        int[] parts = IntStream.range(0, count).toArray();
        for (int last = count - 1; last > 0; last--) {
            int other = random.nextInt(last + 1);
            int part = parts[last];
            parts[last] = parts[other];
            parts[other] = part;
        }
        return parts;
    }

    PlannedAuction plan(int id, long[] lastSeq) {
        RandomGenerator random = Draws.RUNNING_BIDDING.of(spec.seed(), id);
        PlannedItem item = plan.item(size.firstItem(id));
        int bidders = Math.min(ATTENDEES, size.firstSeller() - size.firstBidder());
        int firstBidder = size.firstBidder() + random.nextInt(size.firstSeller() - size.firstBidder() - bidders + 1);
        MidLife life = model.observe(
                item.startingPrice().unscaledValue().longValueExact(), bidders, parts[id - 1], parts.length, random);

        Instant openedAt = spec.staggeredAt().minusMillis(life.ageMillis());
        RevisionCount revision = new RevisionCount(spec.timing());
        revision.opened();
        List<PlannedBid> bids = new ArrayList<>(life.steps().size());
        long before = 0;
        int partition = Topology.partitionOf(id);
        for (Step step : life.steps()) {
            Instant decidedAt = openedAt.plusMillis(step.afterMillis());
            bids.add(new PlannedBid(
                    partition,
                    ++lastSeq[partition],
                    id,
                    item.id(),
                    firstBidder + step.bidder(),
                    Price.ofCents(step.cents()),
                    Price.ofCents(Price.minimumAfter(step.cents())),
                    revision.bid(step.afterMillis() - before),
                    decidedAt,
                    decidedAt));
            before = step.afterMillis();
        }
        boolean lastCall = life.silentMillis() >= spec.timing().lastCallMillis();
        if (lastCall) {
            revision.lastCall();
        }
        Instant changedAt =
                openedAt.plusMillis(before + (lastCall ? spec.timing().lastCallMillis() : 0));
        List<PlannedLot> lots = new ArrayList<>(DataSetSize.RUNNING_LOTS);
        lots.add(inMidLife(item, id, life, bids, openedAt));
        for (int position = 2; position <= DataSetSize.RUNNING_LOTS; position++) {
            lots.add(PlannedLot.queued(plan.item(item.id() + position - 1), id, position));
        }
        return auction(id, DataSetSize.Phase.RUNNING, openedAt, revision.value(), changedAt, lots, bids);
    }

    private PlannedLot inMidLife(PlannedItem item, int id, MidLife life, List<PlannedBid> bids, Instant openedAt) {
        long silent = life.silentMillis();
        boolean lastCall = silent >= spec.timing().lastCallMillis();
        long left = (lastCall ? spec.timing().closeMillis() : spec.timing().lastCallMillis()) - silent;
        PlannedBid last = bids.isEmpty() ? null : bids.getLast();
        return new PlannedLot(
                item.id(),
                id,
                1,
                item.startingPrice(),
                last == null ? null : last.amount(),
                last == null ? null : last.account(),
                last == null ? null : last.id(),
                bids.size(),
                lastCall ? "LAST_CALL" : "OPEN",
                openedAt,
                spec.staggeredAt().plusMillis(left),
                null);
    }

    PlannedAuction planFuture(int id) {
        List<PlannedLot> lots = new ArrayList<>(DataSetSize.LOTS);
        for (int position = 1; position <= DataSetSize.LOTS; position++) {
            lots.add(PlannedLot.queued(plan.item(size.firstItem(id) + position - 1), id, position));
        }
        return auction(id, DataSetSize.Phase.FUTURE, startOf(id), 0, null, lots, List.of());
    }

    /** Those that would have started since the load come again half a year later, so that a set does not run dry. */
    private Instant startOf(int id) {
        int ordinal = id - size.running() - size.past() - 1;
        Instant start = spec.loadedAt()
                .plus(FIRST)
                .plus(DataSetPlan.SPAN.multipliedBy(ordinal).dividedBy(size.future()));
        while (start.isBefore(spec.staggeredAt().plus(FIRST))) {
            start = start.plus(DataSetPlan.SPAN);
        }
        return DataSetPlan.millis(start);
    }

    private PlannedAuction auction(
            int id,
            DataSetSize.Phase phase,
            Instant startsAt,
            long revision,
            Instant changedAt,
            List<PlannedLot> lots,
            List<PlannedBid> bids) {
        return new PlannedAuction(
                id,
                phase,
                plan.name(id),
                plan.category(id),
                plan.seller(id),
                startsAt,
                revision,
                changedAt,
                lots,
                bids,
                List.of());
    }
}
