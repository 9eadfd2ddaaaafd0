package gavel.auction.bench;

import com.rabbitmq.client.Channel;
import gavel.auction.broker.BrokerConnections;
import gavel.auction.broker.LiveView;
import gavel.auction.broker.Messages;
import gavel.auction.broker.Topology;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;

/** Hears all news as a node does, and how old each is: from the time of its decision, which the database's clock tells on this machine too. */
final class NewsListener implements AutoCloseable {
    final Latencies delays = new Latencies();
    private final Channel channel;
    private final InstantSource clock;
    private volatile boolean measuring;

    NewsListener(BrokerConnections broker, InstantSource clock) throws IOException {
        this.clock = clock;
        channel = broker.connection().createChannel();
        String queue = channel.queueDeclare("", false, false, true, null).getQueue();
        channel.queueBind(queue, Topology.NEWS, "auction.*");
        channel.basicConsume(
                queue, true, (_, delivery) -> hear(Messages.read(delivery.getBody(), LiveView.class)), _ -> {});
    }

    void measure(boolean on) {
        measuring = on;
    }

    private void hear(LiveView view) {
        if (measuring) {
            delays.record(Duration.between(view.changedAt(), clock.instant()).toNanos());
        }
    }

    @Override
    public void close() throws IOException {
        channel.abort();
    }
}
