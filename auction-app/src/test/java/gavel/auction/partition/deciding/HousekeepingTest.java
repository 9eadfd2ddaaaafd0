package gavel.auction.partition.deciding;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.auction.broker.DecisionMessage;
import gavel.auction.broker.LiveView;
import gavel.auction.engine.AuctionPhase;
import gavel.auction.engine.AuctionState;
import gavel.auction.engine.Event;
import gavel.auction.engine.LotState;
import gavel.auction.engine.Outcome;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HousekeepingTest {
    private static final long AUCTION = 3;
    private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");

    private final List<Long> due = new ArrayList<>();
    private final Map<Long, Integer> queued = new HashMap<>();
    private final List<Map<Long, Long>> digests = new ArrayList<>();
    private final List<RuntimeException> failures = new ArrayList<>();
    private boolean brokerAway;
    private RecordsException databaseAway;
    private final PartitionOwner owner = new PartitionOwner(3, 1, null);
    private final Housekeeping chores = new Housekeeping(new Records(), new Voice(), new Witness());

    @BeforeEach
    void openDesk() throws IOException {
        owner.load(List.of(auction(1)));
        owner.listen((partition, sink) -> new OpenSubscription(), new Mailbox());
    }

    @Test
    void everyRoundTellsTheRevisionsOfTheRunningAuctions() {
        chores.round(List.of(owner));
        chores.round(List.of(owner));

        assertThat(digests).containsExactly(Map.of(AUCTION, 5L), Map.of(AUCTION, 5L));
    }

    @Test
    void oneDigestIsForAllPartitions() throws IOException {
        PartitionOwner another = new PartitionOwner(4, 1, null);
        another.load(List.of(new AuctionState(4, AuctionPhase.RUNNING, false, 1, 9, 0, NOW, NOW, List.of())));
        another.listen((partition, sink) -> new OpenSubscription(), new Mailbox());

        chores.round(List.of(owner, another));

        assertThat(digests).containsExactly(Map.of(AUCTION, 5L, 4L, 9L));
    }

    @Test
    void anAuctionThatIsDueIsStartedOnce() {
        due.add(67L);

        chores.round(List.of(owner));
        chores.round(List.of(owner));

        assertThat(owner.waiting()).isEqualTo(1);
        assertThat(owner.poll().event()).isEqualTo(new Event.Start(67));
    }

    @Test
    void aConsignedLotNobodyToldOfIsFoundInTheTenthRound() {
        queued.put(AUCTION, 2);

        for (int round = 1; round < Housekeeping.ROUNDS_BETWEEN_COUNTS; round++) {
            chores.round(List.of(owner));
        }
        assertThat(owner.waiting()).isZero();

        chores.round(List.of(owner));
        assertThat(owner.poll().event()).isEqualTo(new Event.Refresh(AUCTION));
    }

    @Test
    void noMoreLotsThanKnownIsNoReasonToReadAgain() {
        queued.put(AUCTION, 1);

        for (int round = 1; round <= Housekeeping.ROUNDS_BETWEEN_COUNTS; round++) {
            chores.round(List.of(owner));
        }

        assertThat(owner.waiting()).isZero();
    }

    @Test
    void withoutTheDatabaseTheDigestIsToldNevertheless() {
        databaseAway = new RecordsException.Unavailable("no database", null);

        chores.round(List.of(owner));

        assertThat(failures).containsExactly(databaseAway);
        assertThat(digests).hasSize(1);
    }

    @Test
    void aDeskWhoseDigestCannotBeToldHangsUp() {
        brokerAway = true;

        chores.round(List.of(owner));

        assertThat(owner.isListening()).isFalse();
    }

    @Test
    void aDeskThatIsNotReadyIsLeftAlone() {
        owner.mistrust(NOW);
        due.add(67L);

        chores.round(List.of(owner));

        assertThat(digests).isEmpty();
        assertThat(owner.waiting()).isZero();
    }

    private static AuctionState auction(int queuedLots) {
        List<LotState> lots = new ArrayList<>();
        for (int i = 1; i <= queuedLots; i++) {
            lots.add(LotState.queued(i, i, "Clock", 1, i, BigDecimal.TEN));
        }
        return new AuctionState(AUCTION, AuctionPhase.RUNNING, false, 1, 5, 0, NOW, NOW, lots);
    }

    private final class Records implements AuctionRecords {
        @Override
        public List<AuctionState> running(SortedMap<Integer, Long> epochs) {
            throw new AssertionError("not part of housekeeping");
        }

        @Override
        public List<AuctionState> auctions(Collection<Long> ids) {
            throw new AssertionError("not part of housekeeping");
        }

        @Override
        public List<Long> dueToStart(Collection<Integer> partitions) {
            if (databaseAway != null) {
                throw databaseAway;
            }
            return due;
        }

        @Override
        public Map<Long, Integer> queuedLots(Collection<Long> auctions) {
            return queued;
        }

        @Override
        public Transaction begin() {
            throw new AssertionError("not part of housekeeping");
        }
    }

    private final class Voice implements Announcements {
        @Override
        public void reply(String replyTo, List<DecisionMessage> decisions) {
            throw new AssertionError("not part of housekeeping");
        }

        @Override
        public void news(LiveView view) {
            throw new AssertionError("not part of housekeeping");
        }

        @Override
        public void digest(Map<Long, Long> revisions) throws IOException {
            if (brokerAway) {
                throw new IOException("no broker");
            }
            digests.add(Map.copyOf(revisions));
        }

        @Override
        public void deadLetter(Delivery delivery, String reason) {
            throw new AssertionError("not part of housekeeping");
        }
    }

    private final class Witness implements Observer {
        @Override
        public void committed(Outcome outcome, List<Delivery> deliveries, long transactionNanos) {
            throw new AssertionError("nothing is committed here");
        }

        @Override
        public void told(Outcome outcome, List<Delivery> deliveries) {
            throw new AssertionError("nothing is committed here");
        }

        @Override
        public void deadLettered(Delivery delivery, String reason) {
            throw new AssertionError(reason);
        }

        @Override
        public void failed(RuntimeException reason) {
            failures.add(reason);
        }
    }

    private static final class OpenSubscription implements BidQueues.Subscription {
        private boolean open = true;

        @Override
        public boolean isOpen() {
            return open;
        }

        @Override
        public void acknowledge(Delivery delivery) {
            throw new AssertionError("nothing was delivered");
        }

        @Override
        public void acknowledgeThrough(Delivery delivery) {
            throw new AssertionError("nothing was delivered");
        }

        @Override
        public void close() {
            open = false;
        }
    }
}
