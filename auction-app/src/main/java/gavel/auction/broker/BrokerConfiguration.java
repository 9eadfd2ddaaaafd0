package gavel.auction.broker;

import gavel.auction.settings.Settings;
import java.io.IOException;
import java.util.UUID;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The name of this node and how it reaches the others. */
@Configuration(proxyBeanMethods = false)
class BrokerConfiguration {
    @Bean
    NodeIdentity nodeIdentity(Settings settings) {
        return new NodeIdentity(settings.node(), UUID.randomUUID());
    }

    @Bean(destroyMethod = "close")
    NodeConnections brokerConnections(Settings settings, NodeIdentity node) throws IOException {
        return NodeConnections.to(settings.broker(), settings.authority(), node);
    }

    @Bean(destroyMethod = "close")
    PartitionPublisher partitionPublisher(BrokerConnections broker) {
        return new PartitionPublisher(broker);
    }
}
