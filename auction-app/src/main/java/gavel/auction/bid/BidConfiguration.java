package gavel.auction.bid;

import gavel.auction.broker.BrokerConnections;
import gavel.auction.broker.ConsumerQueue;
import gavel.auction.broker.DecisionMessage;
import gavel.auction.broker.Messages;
import gavel.auction.broker.NodeIdentity;
import gavel.auction.broker.PartitionPublisher;
import gavel.auction.settings.Settings;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Connects bids with their owners and this node's replies. */
@Configuration(proxyBeanMethods = false)
class BidConfiguration {

    @Bean
    OutstandingBids outstandingBids(Settings settings, MeterRegistry metrics) {
        OutstandingBids outstanding = new OutstandingBids(settings.outstandingBids());
        Gauge.builder("gavel.bids.outstanding", outstanding, OutstandingBids::count)
                .description("Bids that wait for their decision")
                .register(metrics);
        return outstanding;
    }

    @Bean(destroyMethod = "shutdown")
    ExecutorService bidLookups() {
        return Executors.newVirtualThreadPerTaskExecutor();
    }

    @Bean
    BidIds bidIds(SharedSecrets secrets) {
        return new BidIds(secrets.get(BidIds.SECRET));
    }

    @Bean
    Bids.Terms bidTerms(NodeIdentity node, Settings settings) {
        return new Bids.Terms(node.replyQueue(), settings.bids().answerWithin());
    }

    @Bean
    Bids bids(
            BidStore store,
            BidIds ids,
            OutstandingBids outstanding,
            PartitionPublisher publisher,
            InstantSource instants,
            ExecutorService bidLookups,
            Bids.Terms terms) {
        Bids.Sender sender = bid -> publisher.publish(bid.auctionId(), bid);
        return new Bids(store, ids, outstanding, sender, instants, bidLookups, terms);
    }

    @Bean
    SmartInitializingSingleton replies(
            BrokerConnections broker, NodeIdentity node, OutstandingBids outstanding, Bids bids) {
        return replyQueue(broker, node, outstanding, bids)::open;
    }

    static ConsumerQueue replyQueue(
            BrokerConnections broker, NodeIdentity node, OutstandingBids outstanding, Bids bids) {
        return new ConsumerQueue(
                broker,
                node.replyQueue(),
                List.of(),
                (key, body) -> {
                    for (DecisionMessage decision : Messages.read(body, DecisionMessage[].class)) {
                        outstanding.decided(decision);
                    }
                },
                bids::recheck);
    }
}
