package gavel.auction.partition.amqp;

import com.rabbitmq.client.Channel;
import gavel.auction.broker.BrokerConnections;
import gavel.auction.broker.ConsumerQueue;
import gavel.auction.broker.NodeIdentity;
import gavel.auction.broker.Topology;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells all nodes that partitions are free, and hears it from them, so that partitions which change hands do not lie idle until the next
 * regular look at the leases. That look finds what was not told.
 */
public final class AmqpVacancies {
    private static final Logger LOG = LoggerFactory.getLogger(AmqpVacancies.class);

    private final BrokerConnections broker;
    private final NodeIdentity self;

    public AmqpVacancies(BrokerConnections broker, NodeIdentity self) {
        this.broker = broker;
        this.self = self;
    }

    /** Does not wait: the thread that keeps a lease alive must not depend on the broker. */
    public void tell() {
        broker.sending().execute(this::send);
    }

    private void send() {
        if (broker.isBlocked()) {
            LOG.info(
                    "The broker blocks: the other nodes were not told that partitions are free and find it out by themselves");
            return;
        }
        try (Channel channel = broker.publishing().createChannel()) {
            channel.basicPublish(Topology.VACANCIES, "", null, new byte[0]);
        } catch (IOException | TimeoutException | RuntimeException e) {
            LOG.info(
                    "The other nodes were not told that partitions are free and find it out by themselves: {}",
                    e.toString());
        }
    }

    /** @param listener runs when partitions may be free, on a thread of the broker's client; must not wait */
    public void hear(Runnable listener) {
        List<ConsumerQueue.Binding> all = List.of(new ConsumerQueue.Binding(Topology.VACANCIES, ""));
        new ConsumerQueue(broker, self.queue("vacancies"), all, (key, body) -> listener.run(), listener).open();
    }
}
