package gavel.auction.partition;

import gavel.auction.broker.BrokerConnections;
import gavel.auction.broker.NodeIdentity;
import gavel.auction.engine.AuctionRules;
import gavel.auction.engine.LotTiming;
import gavel.auction.item.Items;
import gavel.auction.partition.amqp.AmqpAnnouncements;
import gavel.auction.partition.amqp.AmqpBidQueues;
import gavel.auction.partition.amqp.AmqpVacancies;
import gavel.auction.partition.deciding.Auctioneer;
import gavel.auction.partition.lease.LeaseKeeper;
import gavel.auction.partition.outbox.BidHistory;
import gavel.auction.partition.outbox.HistoryRelay;
import gavel.auction.partition.relational.EngineTables;
import gavel.auction.partition.relational.LotIds;
import gavel.auction.partition.relational.RelationalLeases;
import gavel.auction.partition.relational.RelationalOutbox;
import gavel.auction.partition.relational.RelationalRecords;
import gavel.auction.settings.Settings;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Puts the live-auction engine together. */
@Configuration(proxyBeanMethods = false)
class PartitionConfiguration {
    private static final int LARGEST_BATCH = 400;
    private static final int PREFETCH = 200;

    @Bean(destroyMethod = "close")
    EngineDatabase engineDatabase(Settings settings) {
        return EngineDatabase.of(settings.database(), settings.node());
    }

    @Bean(destroyMethod = "close")
    LiveEngine liveEngine(
            Settings settings,
            NodeIdentity self,
            EngineDatabase database,
            BrokerConnections broker,
            BidHistory history,
            Items items,
            MeterRegistry meters) {
        LotTiming timing =
                new LotTiming(settings.lots().lastCallAfter(), settings.lots().closeAfter());
        LiveEngine engine = assemble(self, database, broker, history, timing, items::changed, meters);
        Gauge.builder("gavel.engine.partitions", engine, live -> live.owned().size())
                .description("partitions this node decides")
                .register(meters);
        return engine;
    }

    static LiveEngine assemble(
            NodeIdentity self,
            EngineDatabase database,
            BrokerConnections broker,
            BidHistory history,
            LotTiming timing,
            LongConsumer itemChanged,
            MeterRegistry meters) {
        LongSupplier nanos = System::nanoTime;
        EngineTables tables = new EngineTables(database.sessions(), database.dialect());
        AmqpVacancies vacancies = new AmqpVacancies(broker, self);
        LeaseKeeper keeper = new LeaseKeeper(self, new RelationalLeases(tables, self), vacancies::tell, nanos);
        Auctioneer.Ports ports = new Auctioneer.Ports(
                new RelationalRecords(tables, self),
                new AmqpBidQueues(broker, nanos, PREFETCH),
                new AmqpAnnouncements(broker),
                keeper,
                new ItemNews(new EngineMeters(meters, nanos), itemChanged));
        Auctioneer auctioneer =
                new Auctioneer(ports, new AuctionRules(timing, new LotIds(tables)), nanos, LARGEST_BATCH);
        broker.onConnected(auctioneer::wake);
        HistoryRelay relay = new HistoryRelay(new RelationalOutbox(tables, self), history, keeper, meters);
        return new LiveEngine(auctioneer, keeper, relay, vacancies);
    }
}
