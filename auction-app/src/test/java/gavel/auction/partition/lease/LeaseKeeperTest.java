package gavel.auction.partition.lease;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.auction.broker.NodeIdentity;
import gavel.auction.partition.deciding.Auctioneer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LeaseKeeperTest {
    private static final Instant DATABASE_TIME = Instant.parse("2026-01-01T12:00:00Z");
    private static final NodeIdentity SELF = new NodeIdentity("app1", new UUID(0, 1));
    private static final NodeIdentity OTHER = new NodeIdentity("app2", new UUID(0, 2));

    private final AtomicLong nanos = new AtomicLong();
    private final FakeLeases leases = new FakeLeases();
    private final List<Map<Integer, Long>> freeWhenTold = new ArrayList<>();
    private final LeaseKeeper keeper =
            new LeaseKeeper(SELF, leases, () -> freeWhenTold.add(Map.copyOf(leases.released)), nanos::get);

    @BeforeEach
    void serve() {
        Auctioneer.Ports none = new Auctioneer.Ports(null, null, null, null, null);
        keeper.serve(new Auctioneer(none, null, nanos::get, 1), () -> {});
    }

    @Test
    void withoutALeaseNothingMayBeDecided() {
        assertThat(keeper.mayDecide()).isFalse();
        assertThat(keeper.settled()).isFalse();
    }

    @Test
    void theLeaseCountsFromBeforeItWasAskedFor() {
        leases.answersAfter = Duration.ofSeconds(1);
        keeper.tick();

        pass(Duration.ofMillis(1_999));
        assertThat(keeper.mayDecide()).isTrue();
        pass(Duration.ofMillis(1));
        assertThat(keeper.mayDecide())
                .as("3 s after it was asked for, 2 s after the answer")
                .isFalse();
    }

    @Test
    void aPauseLongerThanTheLeaseEndsItUntilItIsRenewed() {
        keeper.tick();
        pass(Duration.ofSeconds(10));
        assertThat(keeper.mayDecide()).isFalse();
        assertThat(keeper.settled()).isFalse();

        keeper.tick();

        assertThat(keeper.mayDecide()).isTrue();
    }

    @Test
    void theTimeIsTheDatabases() {
        leases.answersAfter = Duration.ofMillis(10);
        keeper.tick();
        pass(Duration.ofMillis(100));

        assertThat(keeper.instant())
                .as("half of the 10 ms round trip, and 100")
                .isEqualTo(DATABASE_TIME.plusMillis(105));
    }

    @Test
    void anotherProcessOfTheSameNameIsWaitedFor() {
        leases.nameTaken = true;

        assertThat(keeper.tick()).isFalse();

        assertThat(keeper.mayDecide()).isFalse();
        assertThat(keeper.held()).isEmpty();
    }

    @Test
    void aloneItTakesEverythingAFewAtATime() {
        keeper.tick();
        assertThat(keeper.held()).hasSize(16);

        for (int i = 0; i < 4; i++) {
            keeper.tick();
        }

        assertThat(keeper.held()).hasSize(64);
        assertThat(keeper.settled()).isTrue();
    }

    @Test
    void besideAnotherItTakesHalf() {
        leases.takers.add(OTHER);

        for (int i = 0; i < 6; i++) {
            keeper.tick();
        }

        assertThat(keeper.held()).hasSize(32);
        assertThat(keeper.settled()).as("the other has not taken its half").isFalse();
    }

    @Test
    void whatOthersHaveLockedIsLookedForSoonAgain() {
        leases.free = false;
        assertThat(keeper.tick()).isTrue();
        assertThat(keeper.held()).isEmpty();

        leases.free = true;
        assertThat(keeper.tick()).isTrue();
        assertThat(keeper.held()).hasSize(16);
    }

    @Test
    void whatWasVacatedIsGivenBackInItsEpochOnly() {
        keeper.tick();
        keeper.vacated(3, 1);
        leases.takers.add(OTHER);
        leases.free = false;

        keeper.tick();

        assertThat(leases.released).isEqualTo(Map.of(3, 1L));
        assertThat(keeper.held()).hasSize(15).doesNotContain(3);
    }

    @Test
    void theOthersAreToldOnceWhatWasGivenBackIsFree() {
        keeper.tick();
        keeper.vacated(3, 1);
        keeper.vacated(5, 1);
        assertThat(freeWhenTold).as("not before").isEmpty();

        keeper.tick();
        keeper.tick();

        assertThat(freeWhenTold).containsExactly(Map.of(3, 1L, 5, 1L));
    }

    @Test
    void aDrainingNodeTakesNothing() {
        keeper.drain();

        keeper.tick();

        assertThat(leases.draining).isTrue();
        assertThat(keeper.held()).isEmpty();
        keeper.leaveCluster();
        assertThat(leases.left).isTrue();
        assertThat(keeper.mayDecide()).isFalse();
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    private final class FakeLeases implements Leases {
        private final List<NodeIdentity> takers = new ArrayList<>(List.of(SELF));
        private final Map<Integer, NodeIdentity> owners = new HashMap<>();
        private final Map<Integer, Long> epochs = new HashMap<>();
        private final Map<Integer, Long> released = new HashMap<>();
        private Duration answersAfter = Duration.ZERO;
        private boolean nameTaken;
        private boolean free = true;
        private boolean draining;
        private boolean left;

        @Override
        public Optional<Instant> renew(boolean isDraining) {
            draining = isDraining;
            if (isDraining) {
                takers.remove(SELF);
            }
            pass(answersAfter);
            return nameTaken ? Optional.empty() : Optional.of(DATABASE_TIME);
        }

        @Override
        public Table read() {
            return new Table(List.copyOf(takers), Map.copyOf(owners), Map.copyOf(epochs));
        }

        @Override
        public List<Grant> acquire(Collection<Integer> partitions) {
            List<Grant> grants = new ArrayList<>();
            if (free) {
                for (int partition : partitions) {
                    owners.put(partition, SELF);
                    long epoch = epochs.merge(partition, 1L, Long::sum);
                    grants.add(new Grant(partition, epoch, DATABASE_TIME));
                }
            }
            return grants;
        }

        @Override
        public void release(Map<Integer, Long> given) {
            released.putAll(given);
            given.keySet().forEach(owners::remove);
        }

        @Override
        public void leave() {
            left = true;
        }
    }
}
