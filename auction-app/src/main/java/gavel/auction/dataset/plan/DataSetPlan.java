package gavel.auction.dataset.plan;

import gavel.auction.broker.Topology;
import gavel.auction.dataset.plan.DataSetSize.Phase;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/** Every account, item and auction of a set, made on demand from the specification; only walking the bids costs memory of its own. */
public final class DataSetPlan {
    /** Past and future auctions each spread over half a year. */
    static final Duration SPAN = Duration.ofDays(182);

    private final DataSetSpec spec;
    private final DataSetSize size;
    private final PastAuctions pastAuctions;
    private final RunningAuctions runningAuctions;

    public DataSetPlan(DataSetSpec spec) {
        this.spec = spec;
        this.size = spec.size();
        this.pastAuctions = new PastAuctions(spec, this);
        this.runningAuctions = new RunningAuctions(spec, this);
    }

    public DataSetSpec spec() {
        return spec;
    }

    public DataSetSize size() {
        return size;
    }

    public PlannedAccount account(int id) {
        RandomGenerator random = Draws.ACCOUNT.of(spec.seed(), id);
        Instant created = spec.loadedAt().minus(SPAN.multipliedBy(2)).plusSeconds(random.nextInt(86_400));
        return new PlannedAccount(id, Vocabulary.firstName(random), Vocabulary.lastName(random), created);
    }

    public PlannedItem item(int id) {
        int auction = size.auctionOfItem(id);
        Phase phase = size.phaseOfAuction(auction);
        RandomGenerator random = Draws.ITEM.of(spec.seed(), id);
        Look look = Catalogue.look(auction, firstLook(auction) + id);
        Catalogue.Style style = Vocabulary.pick(Catalogue.styles(look), random);
        int year = Catalogue.years(look, style).draw(random);
        String title = Vocabulary.title(look, style);
        String maker = Vocabulary.maker(random);
        String condition = Vocabulary.pick(Vocabulary.CONDITIONS, random);
        return new PlannedItem(
                id,
                seller(auction),
                title,
                Vocabulary.description(title, style, maker, year, condition, random),
                maker,
                condition,
                category(auction),
                LocalDate.ofYearDay(year, random.nextInt(1, 366)),
                Price.ofCents(Price.drawStart(random)),
                phase == Phase.PAST ? "SOLD" : "CONSIGNED",
                1 + random.nextInt(4),
                phase == Phase.RUNNING,
                look);
    }

    /** Its items go on from here, so no two of them look alike. */
    private int firstLook(int auction) {
        return Draws.LOOK.of(spec.seed(), auction).nextInt(Catalogue.LOOKS);
    }

    /**
     * Hands over every auction with its lots and bids: past ones first, in the order they took place, then running and future ones. So the
     * bids come in the order of their decisions.
     */
    public void eachAuction(Consumer<PlannedAuction> consumer) {
        long[] lastSeq = new long[Topology.PARTITIONS];
        for (int auction = size.running() + 1; auction <= size.running() + size.past(); auction++) {
            consumer.accept(pastAuctions.plan(auction, lastSeq));
        }
        for (int auction = 1; auction <= size.running(); auction++) {
            consumer.accept(runningAuctions.plan(auction, lastSeq));
        }
        for (int auction = size.running() + size.past() + 1; auction <= size.auctions(); auction++) {
            consumer.accept(runningAuctions.planFuture(auction));
        }
    }

    /** The last decision of each partition. */
    public long[] lastSeqs() {
        long[] last = new long[Topology.PARTITIONS];
        eachAuction(auction -> auction.bids().forEach(bid -> last[bid.partition()] = bid.seq()));
        return last;
    }

    int seller(int auction) {
        int first = size.firstSeller();
        return first + Draws.AUCTION.of(spec.seed(), auction).nextInt(size.accounts() - first + 1);
    }

    String category(int auction) {
        return Catalogue.look(auction, 0).category();
    }

    String name(int auction) {
        return Vocabulary.collection(category(auction), Draws.AUCTION.of(~spec.seed(), auction));
    }

    /** Databases keep microseconds; the set keeps milliseconds. */
    static Instant millis(Instant instant) {
        return instant.truncatedTo(ChronoUnit.MILLIS);
    }
}
