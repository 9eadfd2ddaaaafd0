package gavel.auction.partition;

import com.zaxxer.hikari.HikariDataSource;
import gavel.auction.broker.NodeIdentity;
import gavel.auction.engine.LotTiming;
import gavel.auction.partition.outbox.DecidedBid;
import gavel.auction.settings.Settings;
import gavel.auction.testing.EmbeddedServices.TestDatabase;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;

/** One whole engine against real services, which a test can kill or cut off. */
final class EngineNode implements AutoCloseable {
    final NodeIdentity identity;
    final TestBroker broker;
    final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    final List<DecidedBid> history = new CopyOnWriteArrayList<>();
    final List<Long> changedItems = new CopyOnWriteArrayList<>();
    final LiveEngine engine;
    private final EngineDatabase database;

    EngineNode(String name, TestDatabase database, TestBroker broker, LotTiming timing) {
        this.broker = broker;
        this.identity = new NodeIdentity(name, UUID.randomUUID());
        this.database = EngineDatabase.of(
                new Settings.Database(database.url(), database.username(), database.password(), 0), name);
        this.engine = PartitionConfiguration.assemble(
                identity, this.database, broker, history::addAll, timing, changedItems::add, meters);
        engine.start();
    }

    HikariDataSource pool() {
        return database.pool();
    }

    /** As if the process were killed: nothing is handed over. */
    void kill() {
        broker.cut();
        engine.close();
        database.close();
    }

    @Override
    public void close() {
        engine.stop();
        broker.close();
        database.close();
    }
}
