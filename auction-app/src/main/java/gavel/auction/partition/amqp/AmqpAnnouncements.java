package gavel.auction.partition.amqp;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.ShutdownSignalException;
import gavel.auction.broker.BrokerConnections;
import gavel.auction.broker.DecisionMessage;
import gavel.auction.broker.LiveView;
import gavel.auction.broker.Messages;
import gavel.auction.broker.RevisionDigest;
import gavel.auction.broker.Topology;
import gavel.auction.partition.deciding.Announcements;
import gavel.auction.partition.deciding.Delivery;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;

/** Replies, news and dead letters over AMQP. One channel, opened when needed; for the deciding thread only. */
public final class AmqpAnnouncements implements Announcements {
    private static final long CONFIRM_MILLIS = 5_000;
    private static final BasicProperties TRANSIENT = new BasicProperties.Builder()
            .contentType("application/json")
            .deliveryMode(1)
            .build();

    private final BrokerConnections connections;
    private Channel channel;

    public AmqpAnnouncements(BrokerConnections connections) {
        this.connections = connections;
    }

    @Override
    public void reply(String replyTo, List<DecisionMessage> decisions) throws IOException {
        publish("", replyTo, Messages.write(decisions));
    }

    @Override
    public void news(LiveView view) throws IOException {
        publish(Topology.NEWS, Topology.newsKey(view.auctionId()), Messages.write(view));
    }

    @Override
    public void digest(Map<Long, Long> revisions) throws IOException {
        publish(Topology.NEWS, Topology.DIGEST, RevisionDigest.write(revisions));
    }

    /** On a channel of its own, confirmed: only then may the original be acknowledged. */
    @Override
    public void deadLetter(Delivery delivery, String reason) throws IOException {
        BasicProperties properties = new BasicProperties.Builder()
                .contentType("application/json")
                .deliveryMode(2)
                .headers(Map.of("reason", reason, "partition", delivery.partition()))
                .build();
        try (Channel confirmed = channel()) {
            confirmed.confirmSelect();
            confirmed.basicPublish("", Topology.DEAD_LETTERS, true, properties, delivery.body());
            confirmed.waitForConfirmsOrDie(CONFIRM_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while a dead letter was written", e);
        } catch (TimeoutException | ShutdownSignalException e) {
            throw new IOException("a dead letter was not confirmed", e);
        }
    }

    private Channel channel() throws IOException {
        requireTaken();
        Channel opened = connections.publishing().createChannel();
        if (opened == null) {
            throw new IOException("the broker connection has no channel left");
        }
        return opened;
    }

    /** A write would wait without limit. */
    private void requireTaken() throws IOException {
        if (connections.isBlocked()) {
            throw new IOException("the broker takes nothing at the moment");
        }
    }

    private void publish(String exchange, String key, byte[] body) throws IOException {
        try {
            if (channel == null || !channel.isOpen()) {
                channel = channel();
            }
            requireTaken();
            channel.basicPublish(exchange, key, TRANSIENT, body);
        } catch (ShutdownSignalException e) {
            throw new IOException("the broker connection was lost", e);
        }
    }
}
