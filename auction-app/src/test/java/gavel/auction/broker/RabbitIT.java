package gavel.auction.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.ConnectionFactory;
import gavel.auction.broker.PartitionPublisher.NotSentException;
import gavel.auction.testing.RabbitServer;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RabbitIT extends BrokerContract {
    private static final long AUCTION = 62;

    private final RabbitServer rabbit = RabbitServer.shared();

    @Override
    ConnectionFactory connections() {
        return rabbit.connections();
    }

    @Test
    void whileItBlocksForWantOfDiskNothingIsSentAndConsumingGoesOn() throws Exception {
        NodeIdentity self = new NodeIdentity("blocked-test", UUID.randomUUID());
        try (NodeConnections node = NodeConnections.to(rabbit.settings(), null, self);
                PartitionPublisher publisher = new PartitionPublisher(node)) {
            String queue = Topology.bidQueue(Topology.partitionOf(AUCTION));
            var channel = node.connection().createChannel();
            channel.queuePurge(queue);
            for (int i = 0; i < 10; i++) {
                publish(publisher).toCompletableFuture().join();
            }

            rabbit.block();
            try {
                publish(publisher);
                await().until(node::isBlocked);
                assertThatThrownBy(
                                () -> publish(publisher).toCompletableFuture().join())
                        .hasCauseInstanceOf(NotSentException.class);
                AtomicInteger heard = new AtomicInteger();
                channel.basicQos(1);
                channel.basicConsume(
                        queue,
                        (_, delivery) -> {
                            heard.incrementAndGet();
                            channel.basicAck(delivery.getEnvelope().getDeliveryTag(), false);
                        },
                        _ -> {});
                await().until(() -> heard.get() >= 10);
            } finally {
                rabbit.unblock();
            }

            await().until(() -> !node.isBlocked());
            publish(publisher).toCompletableFuture().join();
            assertThat(node.isConnected()).isTrue();
        }
    }

    private static CompletionStage<Void> publish(PartitionPublisher publisher) {
        return publisher.publish(AUCTION, new AuctionCommand(AUCTION, AuctionCommand.Kind.REFRESH));
    }
}
