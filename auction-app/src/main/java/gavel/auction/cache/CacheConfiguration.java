package gavel.auction.cache;

import gavel.auction.broker.BrokerConnections;
import gavel.auction.broker.ConsumerQueue;
import gavel.auction.broker.NodeIdentity;
import gavel.auction.broker.Topology;
import java.util.List;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Connects the caches of this node with those of the others. */
@Configuration(proxyBeanMethods = false)
class CacheConfiguration {
    @Bean
    InvalidationBroadcast invalidations(BrokerConnections broker) {
        return new InvalidationBroadcast(broker);
    }

    /** Whenever the queue opens, messages may have been missed before, so everything is forgotten. */
    @Bean
    SmartInitializingSingleton cacheQueue(BrokerConnections broker, NodeIdentity node, Caches caches) {
        ConsumerQueue queue = new ConsumerQueue(
                broker,
                node.queue("invalidations"),
                List.of(new ConsumerQueue.Binding(Topology.INVALIDATIONS, "")),
                (_, body) -> InvalidationBroadcast.read(body, caches::forget),
                caches::clear);
        return queue::open;
    }
}
