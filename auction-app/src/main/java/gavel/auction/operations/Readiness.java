package gavel.auction.operations;

import com.mongodb.client.MongoDatabase;
import gavel.auction.broker.NodeConnections;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bson.Document;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What must hold, besides the relational store's answer, before a node is sent requests. Migrations are done before the port opens. */
@Configuration(proxyBeanMethods = false)
class Readiness {
    @Bean
    HealthIndicator brokerHealthIndicator(NodeConnections broker) {
        return () -> (broker.isConnected() ? Health.up() : Health.down()).build();
    }

    @Bean
    HealthIndicator documentsHealthIndicator(MongoDatabase documents) {
        return () -> {
            try {
                documents.runCommand(new Document("ping", 1));
                return Health.up().build();
            } catch (RuntimeException e) {
                return Health.down(e).build();
            }
        };
    }

    /** A store that is away later delays histories and pictures on every node: to send people elsewhere would not help them. */
    @Bean
    HealthIndicator documentsReachedHealthIndicator(HealthIndicator documentsHealthIndicator) {
        return onceUp(documentsHealthIndicator);
    }

    static HealthIndicator onceUp(HealthIndicator check) {
        AtomicBoolean wasUp = new AtomicBoolean();
        return () -> {
            if (wasUp.get()) {
                return Health.up().build();
            }
            Health health = check.health();
            wasUp.compareAndSet(false, health.getStatus().equals(Status.UP));
            return health;
        };
    }

    @Bean
    HealthIndicator partitionsHealthIndicator(NodeState node) {
        return () -> (node.settled() ? Health.up() : Health.outOfService()).build();
    }
}
