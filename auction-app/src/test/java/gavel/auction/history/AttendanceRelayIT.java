package gavel.auction.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import gavel.auction.relational.Dialect;
import gavel.auction.testing.EmbeddedServices;
import gavel.auction.testing.EmbeddedServices.TestDatabase;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

class AttendanceRelayIT {
    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");
    private static final Span ALL = Span.of(null, null, NOON.plusSeconds(86_400));

    private JdbcClient database;
    private Dialect dialect;
    private TransactionTemplate transaction;
    private MongoDatabase documents;

    @BeforeEach
    void services() {
        TestDatabase relational = EmbeddedServices.migratedDatabase();
        dialect = relational.dialect();
        DataSource source = relational.dataSource();
        database = JdbcClient.create(source);
        transaction = new TransactionTemplate(new JdbcTransactionManager(source));
        documents = EmbeddedServices.documents();
    }

    @Test
    void movesEveryEventOnce() {
        events(1_100);

        assertThat(relay(documents).relay()).isEqualTo(1_100);

        assertThat(waiting()).isZero();
        assertThat(relay(documents).relay()).isZero();
        assertThat(visits(1_100)).containsExactly(new Visit(1_100, 5, NOON, null));
    }

    @Test
    void anEndThatIsMovedBeforeTheBeginIsKept() {
        event(1, NOON, NOON.plusSeconds(60));
        relay(documents).relay();
        event(1, NOON, null);
        relay(documents).relay();

        assertThat(visits(1)).containsExactly(new Visit(1, 5, NOON, NOON.plusSeconds(60)));
    }

    @Test
    void aStoreThatIsAwayLosesNothing() {
        event(1, NOON, null);
        try (MongoClient away = MongoClients.create(MongoClientSettings.builder()
                .applyConnectionString(new ConnectionString("mongodb://127.0.0.1:1/gone"))
                .applyToClusterSettings(cluster -> cluster.serverSelectionTimeout(50, TimeUnit.MILLISECONDS))
                .build())) {
            AttendanceRelay failing = relay(away.getDatabase("gone"));
            assertThatThrownBy(failing::relay).isInstanceOf(RuntimeException.class);
        }
        assertThat(waiting()).isEqualTo(1);

        relay(documents).relay();

        assertThat(visits(1)).hasSize(1);
    }

    @Test
    void nodesSideBySideNeitherWaitForEachOtherNorMissAnything() {
        events(600);
        CompletableFuture<Integer> second = new CompletableFuture<>();
        transaction.executeWithoutResult(_ -> {
            // This node holds the first rows, as one in the middle of a batch does.
            database.sql("select seq from attendance_event order by seq limit 100 for update")
                    .query(Long.class)
                    .list();
            Thread.startVirtualThread(() -> second.complete(relay(documents).relay()));
            assertThat(second.orTimeout(20, TimeUnit.SECONDS).join()).isEqualTo(500);
        });

        assertThat(relay(documents).relay()).isEqualTo(100);
        assertThat(visits(1)).hasSize(1);
        assertThat(visits(600)).hasSize(1);
    }

    private AttendanceRelay relay(MongoDatabase store) {
        return new AttendanceRelay(
                database, dialect, transaction, new VisitHistories(store), new SimpleMeterRegistry());
    }

    private List<Visit> visits(long account) {
        return new VisitHistories(documents).page(account, ALL, null, 10).items();
    }

    private int waiting() {
        return database.sql("select count(*) from attendance_event")
                .query(Integer.class)
                .single();
    }

    /** In one transaction, as each statement outside of one has a connection of its own. */
    private void events(int accounts) {
        transaction.executeWithoutResult(_ -> {
            for (int account = 1; account <= accounts; account++) {
                event(account, NOON, null);
            }
        });
    }

    private void event(long account, Instant joined, Instant left) {
        database.sql("insert into attendance_event (account_id, auction_id, joined_at, left_at) values (?, 5, ?, ?)")
                .params(account, Timestamp.from(joined), left == null ? null : Timestamp.from(left))
                .update();
    }
}
