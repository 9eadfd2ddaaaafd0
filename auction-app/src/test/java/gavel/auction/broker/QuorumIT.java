package gavel.auction.broker;

import com.rabbitmq.client.ConnectionFactory;
import gavel.auction.settings.Settings.Broker.Queues;
import gavel.auction.testing.RabbitServer;

/** The contract on queues that a cluster keeps on several nodes. */
class QuorumIT extends BrokerContract {
    private static ConnectionFactory connections;

    @Override
    synchronized ConnectionFactory connections() {
        connections = connections == null ? RabbitServer.shared().connections("quorum-contract") : connections;
        return connections;
    }

    @Override
    Queues queues() {
        return Queues.QUORUM;
    }
}
