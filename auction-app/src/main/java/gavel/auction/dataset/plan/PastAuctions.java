package gavel.auction.dataset.plan;

import gavel.auction.broker.Topology;
import gavel.auction.dataset.plan.PlannedAuction.Attended;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/** Auctions that took place in the half year before the load: every lot sold after the same number of bids. */
final class PastAuctions {
    /** The last one is over well before the load: an auction takes 77 minutes at most with the usual lot times. */
    private static final Duration REST = Duration.ofHours(3);

    private static final int SHORTEST_PAUSE = 2_000;
    private static final int LONGEST_PAUSE = 20_000;

    private final DataSetSpec spec;
    private final DataSetSize size;
    private final DataSetPlan plan;

    PastAuctions(DataSetSpec spec, DataSetPlan plan) {
        this.spec = spec;
        this.size = spec.size();
        this.plan = plan;
    }

    PlannedAuction plan(int id, long[] lastSeq) {
        return new Writing(id, lastSeq).write();
    }

    private Instant startsAt(int id) {
        int ordinal = id - size.running() - 1;
        Duration span = DataSetPlan.SPAN.minus(REST);
        Instant first = spec.loadedAt().minus(DataSetPlan.SPAN);
        return DataSetPlan.millis(first.plus(span.multipliedBy(ordinal).dividedBy(size.past())));
    }

    /** One auction in the making. */
    private final class Writing {
        private final int id;
        private final long[] lastSeq;
        private final RandomGenerator random;
        private final RevisionCount revision = new RevisionCount(spec.timing());
        private final List<PlannedLot> lots = new ArrayList<>(DataSetSize.LOTS);
        private final List<PlannedBid> bids = new ArrayList<>(DataSetSize.LOTS * DataSetSize.BIDS);
        private final int[] attendees;
        private final Instant startsAt;
        private Instant now;

        Writing(int id, long[] lastSeq) {
            this.id = id;
            this.lastSeq = lastSeq;
            this.random = Draws.PAST_BIDDING.of(spec.seed(), id);
            this.attendees = drawAttendees();
            this.startsAt = startsAt(id);
            this.now = startsAt;
        }

        PlannedAuction write() {
            for (int position = 1; position <= DataSetSize.LOTS; position++) {
                lots.add(sell(plan.item(size.firstItem(id) + position - 1), position));
            }
            revision.complete();
            return new PlannedAuction(
                    id,
                    DataSetSize.Phase.PAST,
                    plan.name(id),
                    plan.category(id),
                    plan.seller(id),
                    startsAt,
                    revision.value(),
                    now,
                    lots,
                    bids,
                    attended());
        }

        private PlannedLot sell(PlannedItem item, int position) {
            revision.opened();
            Instant openedAt = now;
            long price = item.startingPrice().unscaledValue().longValueExact();
            long minimum = price;
            int leader = -1;
            for (int bid = 0; bid < DataSetSize.BIDS; bid++) {
                long pause = random.nextInt(SHORTEST_PAUSE, LONGEST_PAUSE);
                now = now.plusMillis(pause);
                leader = otherThan(leader);
                price = Price.drawBid(minimum, price, random);
                minimum = Price.minimumAfter(price);
                int partition = Topology.partitionOf(id);
                bids.add(new PlannedBid(
                        partition,
                        ++lastSeq[partition],
                        id,
                        item.id(),
                        attendees[leader],
                        Price.ofCents(price),
                        Price.ofCents(minimum),
                        revision.bid(pause),
                        now.minusMillis(4),
                        now));
            }
            PlannedBid last = bids.getLast();
            now = now.plusMillis(spec.timing().closeMillis());
            revision.lastCall();
            revision.closed();
            return new PlannedLot(
                    item.id(),
                    id,
                    position,
                    item.startingPrice(),
                    last.amount(),
                    last.account(),
                    last.id(),
                    DataSetSize.BIDS,
                    "SOLD",
                    openedAt,
                    now,
                    now);
        }

        private int otherThan(int leader) {
            if (leader < 0) {
                return random.nextInt(attendees.length);
            }
            return (leader + 1 + random.nextInt(attendees.length - 1)) % attendees.length;
        }

        /** Floyd's way to draw some of many without repetition. */
        private int[] drawAttendees() {
            int wanted = size.attendees();
            int of = size.attending();
            var drawn = new LinkedHashSet<Integer>(2 * wanted);
            for (int upper = of - wanted + 1; upper <= of; upper++) {
                if (!drawn.add(random.nextInt(1, upper + 1))) {
                    drawn.add(upper);
                }
            }
            return drawn.stream().mapToInt(Integer::intValue).toArray();
        }

        private List<Attended> attended() {
            return IntStream.of(attendees)
                    .mapToObj(account -> new Attended(
                            account,
                            startsAt.minusMillis(random.nextInt(600_000)),
                            now.plusMillis(random.nextInt(300_000))))
                    .toList();
        }
    }
}
