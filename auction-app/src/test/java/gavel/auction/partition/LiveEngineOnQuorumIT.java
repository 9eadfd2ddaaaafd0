package gavel.auction.partition;

import com.rabbitmq.client.ConnectionFactory;
import gavel.auction.settings.Settings.Broker.Queues;
import gavel.auction.testing.RabbitServer;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** The engine on queues that a cluster keeps on several nodes; {@code bench/quorum-queues.sh} runs it. */
@EnabledIfSystemProperty(named = "gavel.quorum", matches = "true", disabledReason = "bench/quorum-queues.sh runs it")
class LiveEngineOnQuorumIT extends LiveEngineContract {
    private static ConnectionFactory connections;

    @Override
    synchronized ConnectionFactory broker() {
        connections = connections == null ? RabbitServer.shared().connections("quorum-engine") : connections;
        return connections;
    }

    @Override
    Queues queues() {
        return Queues.QUORUM;
    }
}
