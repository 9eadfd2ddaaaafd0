package gavel.auction.cache;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.rabbitmq.client.Channel;
import gavel.auction.broker.BrokerConnections;
import gavel.auction.broker.Topology;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends invalidations to all nodes on one channel, without confirms. */
final class InvalidationBroadcast implements Invalidations {
    private static final Logger LOG = LoggerFactory.getLogger(InvalidationBroadcast.class);

    private final BrokerConnections broker;
    private Channel channel; // of the sending thread

    InvalidationBroadcast(BrokerConnections broker) {
        this.broker = broker;
    }

    @Override
    public void publish(String cache, String key) {
        if (broker.isBlocked()) {
            LOG.warn("The broker blocks: an invalidation of cache {} was not sent; its time to live must do", cache);
            return;
        }
        broker.sending().execute(() -> send(cache, key));
    }

    private void send(String cache, String key) {
        try {
            if (channel == null || !channel.isOpen()) {
                channel = broker.publishing().createChannel();
            }
            channel.basicPublish(Topology.INVALIDATIONS, cache, null, key.getBytes(UTF_8));
        } catch (IOException | RuntimeException e) {
            LOG.warn("An invalidation of cache {} was not sent; its time to live must do: {}", cache, e.toString());
        }
    }
}
