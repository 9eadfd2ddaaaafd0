package gavel.auction.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariConfig;
import gavel.auction.broker.BidMessage;
import gavel.auction.broker.NodeIdentity;
import gavel.auction.engine.AuctionRules;
import gavel.auction.engine.AuctionState;
import gavel.auction.engine.Event;
import gavel.auction.engine.LotTiming;
import gavel.auction.engine.Outcome;
import gavel.auction.engine.Situation;
import gavel.auction.partition.deciding.AuctionRecords;
import gavel.auction.partition.deciding.RecordsException;
import gavel.auction.partition.lease.Leases;
import gavel.auction.partition.outbox.Outbox;
import gavel.auction.partition.relational.EngineTables;
import gavel.auction.partition.relational.RelationalLeases;
import gavel.auction.partition.relational.RelationalOutbox;
import gavel.auction.partition.relational.RelationalRecords;
import gavel.auction.settings.Settings;
import gavel.auction.testing.EmbeddedServices.TestDatabase;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** Fencing against a real database: an owner stops in the middle of a batch, another takes over, the first one wakes. */
abstract class FrozenOwnerContract {
    private static final int PARTITION = 7;
    private static final long AUCTION = 7;
    private static final Duration IDLE_TIME_OUT = Duration.ofSeconds(1);

    private TestDatabase database;
    private AuctionHouse house;
    private Node frozen;
    private Node other;

    abstract TestDatabase migratedDatabase();

    @BeforeEach
    void twoNodes() throws Exception {
        database = migratedDatabase();
        house = new AuctionHouse(database);
        house.accounts(5);
        house.runningAuction(AUCTION, 2, true);
        frozen = new Node("frozen", database);
        other = new Node("other", database);
        frozen.leases.renew(false);
        other.leases.renew(false);
    }

    @AfterEach
    void close() throws SQLException {
        frozen.database.close();
        other.database.close();
        house.close();
    }

    @Test
    void itsLockDelaysTheTakeoverByTheIdleTimeOutAtMost() {
        long epoch = frozen.acquire().epoch();
        try (AuctionRecords.Transaction batch = frozen.records.begin()) {
            Outcome outcome = frozen.decide(batch, epoch, "frozen");
            frozen.leaseRunsOut();
            assertThat(other.leases.acquire(List.of(PARTITION)))
                    .as("skips the locked row instead of waiting for it")
                    .isEmpty();

            await().atMost(IDLE_TIME_OUT.plusSeconds(2))
                    .until(() -> !other.leases.acquire(List.of(PARTITION)).isEmpty());

            assertThatThrownBy(() -> {
                        batch.write(outcome, frozen.auctions());
                        batch.commit();
                    })
                    .isInstanceOf(RecordsException.class);
        }
        assertThat(house.number("select count(*) from bid_decision")).isZero();
        assertThat(house.violations()).isEmpty();
    }

    @Test
    void whoWakesAfterATakeoverIsFencedByTheEpoch() {
        long former = frozen.acquire().epoch();
        frozen.leaseRunsOut();
        long present = other.acquire().epoch();

        assertThat(present).isGreaterThan(former);
        try (AuctionRecords.Transaction batch = frozen.records.begin()) {
            assertThatThrownBy(() -> frozen.decide(batch, former, "late"))
                    .isInstanceOfSatisfying(RecordsException.Fenced.class, e -> assertThat(e.partitions())
                            .containsExactly(PARTITION));
        }
        other.commit(present, "present");
        assertThat(house.rows("select bid_id from bid_decision")).isEqualTo(List.of(List.of("present")));
        assertThat(house.violations()).isEmpty();
    }

    @Test
    void thePartitionThatComesBackHasANewEpoch() {
        long first = frozen.acquire().epoch();
        frozen.leases.release(Map.of(PARTITION, first));
        long second = frozen.acquire().epoch();

        assertThatThrownBy(() -> frozen.commit(first, "of the first epoch"))
                .isInstanceOf(RecordsException.Fenced.class);
        frozen.commit(second, "of the second");
        assertThat(house.number("select count(*) from bid_decision")).isEqualTo(1);
    }

    @Test
    void theOutboxShowsWhatIsBeyondTheCursorAndOnlyToTheOwner() {
        long epoch = frozen.acquire().epoch();
        frozen.commit(epoch, "a");
        frozen.commit(epoch, "b");

        List<Outbox.Pending> pending = frozen.outbox.pending(10);
        assertThat(pending).extracting(each -> each.bid().bidId()).containsExactly("a", "b");
        assertThat(pending).extracting(Outbox.Pending::seq).containsExactly(1L, 2L);
        assertThat(frozen.outbox.pending(1)).hasSize(1);
        assertThat(other.outbox.pending(10)).isEmpty();

        frozen.outbox.stored(pending.subList(0, 1));
        assertThat(frozen.outbox.pending(10)).extracting(Outbox.Pending::seq).containsExactly(2L);
    }

    @Test
    void aCursorNeitherGoesBackNorIsMovedByAFormerOwner() {
        long epoch = frozen.acquire().epoch();
        frozen.commit(epoch, "a");
        frozen.commit(epoch, "b");
        List<Outbox.Pending> pending = frozen.outbox.pending(10);
        frozen.outbox.stored(pending);
        frozen.outbox.stored(pending.subList(0, 1));
        assertThat(cursor()).isEqualTo(2);

        frozen.commit(epoch, "c");
        List<Outbox.Pending> late = frozen.outbox.pending(10);
        frozen.leaseRunsOut();
        other.acquire();
        frozen.outbox.stored(late);

        assertThat(cursor()).isEqualTo(2);
        assertThat(other.outbox.pending(10))
                .extracting(each -> each.bid().bidId())
                .containsExactly("c");
    }

    @Test
    void queuedLotsAreCounted() {
        house.auction(8, "SCHEDULED", false, 3);

        assertThat(frozen.records.queuedLots(List.of(AUCTION, 8L, 99L))).isEqualTo(Map.of(AUCTION, 1, 8L, 3));
    }

    @Test
    void aRequestThatFreezesWithALockKeepsItForTheIdleTimeOutOnly() throws SQLException {
        Duration idle = Duration.ofSeconds(3);
        HikariConfig sessions = new HikariConfig();
        database.dialect().sessions(sessions, "request");
        database.dialect().endIdleTransactions(sessions, idle);
        DriverManagerDataSource source =
                new DriverManagerDataSource(database.url(), database.username(), database.password());
        source.setConnectionProperties(sessions.getDataSourceProperties());
        try (Connection request = source.getConnection();
                Statement statement = request.createStatement()) {
            request.setAutoCommit(false);
            statement.execute("select id from auction where id = " + AUCTION
                    + database.dialect().forChange());
            assertThat(changed()).isFalse();

            await().atMost(idle.plusSeconds(5)).until(this::changed);

            assertThatThrownBy(request::commit).isInstanceOf(SQLException.class);
        }
    }

    /** By a session of the engine, which does not wait long for a lock. */
    private boolean changed() {
        try (Connection connection = other.database.sessions().getConnection();
                Statement statement = connection.createStatement()) {
            return statement.executeUpdate("update auction set revision = revision + 1 where id = " + AUCTION) == 1;
        } catch (SQLException locked) {
            return false;
        }
    }

    private long cursor() {
        return house.number("select history_cursor from partition_lease where \"partition\" = " + PARTITION);
    }

    /** The engine's view of the database as one node has it. */
    private final class Node {
        final NodeIdentity identity;
        final EngineDatabase database;
        final Leases leases;
        final AuctionRecords records;
        final Outbox outbox;
        private final AuctionRules rules =
                new AuctionRules(new LotTiming(Duration.ofSeconds(30), Duration.ofSeconds(30)), () -> 1_000_000);
        private int amount = 100;

        Node(String name, TestDatabase test) {
            identity = new NodeIdentity(name, UUID.randomUUID());
            database = EngineDatabase.of(new Settings.Database(test.url(), test.username(), test.password(), 0), name);
            EngineTables tables = new EngineTables(database.sessions(), database.dialect());
            leases = new RelationalLeases(tables, identity);
            records = new RelationalRecords(tables, identity);
            outbox = new RelationalOutbox(tables, identity);
        }

        Leases.Grant acquire() {
            return leases.acquire(List.of(PARTITION)).getFirst();
        }

        void leaseRunsOut() {
            house.run("update node_lease set expires_at = now() - interval '1' second where node = '" + identity.node()
                    + "'");
        }

        Map<Long, AuctionState> auctions() {
            return Map.of(AUCTION, records.auctions(List.of(AUCTION)).getFirst());
        }

        Outcome decide(AuctionRecords.Transaction batch, long epoch, String bidId) {
            long lot = house.openLot(AUCTION);
            amount += 10;
            BidMessage bid = new BidMessage(
                    bidId,
                    2 + amount / 10 % 2,
                    AUCTION,
                    lot,
                    new BigDecimal(amount + ".00"),
                    bidId,
                    Instant.EPOCH,
                    "r");
            SortedMap<Integer, Long> epochs = new TreeMap<>(Map.of(PARTITION, epoch));
            AuctionRecords.Locked locked = batch.lock(epochs, List.of(bidId), List.of(2L, 3L));
            Situation situation = new Situation(auctions(), locked.credits(), locked.decided());
            return rules.decide(situation, List.of(new Event.Bid(bid)), locked.now());
        }

        void commit(long epoch, String bidId) {
            try (AuctionRecords.Transaction batch = records.begin()) {
                Map<Long, AuctionState> before = auctions();
                Outcome outcome = decide(batch, epoch, bidId);
                batch.write(outcome, before);
                batch.commit();
            }
        }
    }
}
