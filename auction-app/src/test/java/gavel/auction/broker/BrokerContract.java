package gavel.auction.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.ConnectionFactory;
import gavel.auction.broker.PartitionPublisher.NotSentException;
import gavel.auction.settings.Settings.Broker.Queues;
import gavel.auction.testing.TestBroker;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What this application needs of a broker, whichever it is. */
abstract class BrokerContract {
    private static final long AUCTION = 63;

    private final NodeIdentity node = new NodeIdentity("broker-test", UUID.randomUUID());
    private TestBroker broker;

    abstract ConnectionFactory connections();

    Queues queues() {
        return Queues.CLASSIC;
    }

    @BeforeEach
    void connect() throws IOException {
        broker = TestBroker.connect(node, connections(), queues());
    }

    @AfterEach
    void close() {
        broker.close();
    }

    @Test
    void aQueueHearsWhatItsBindingsSay() throws IOException {
        List<String> heard = new CopyOnWriteArrayList<>();
        queue("news", heard, new AtomicInteger()).open();

        publish("auction.5", "five");
        publish("elsewhere.5", "other");
        publish("auction.6", "six");

        await().until(() -> heard.size() == 2);
        assertThat(heard).containsExactly("auction.5=five", "auction.6=six");
    }

    @Test
    void aHandlerThatFailsDoesNotEndTheQueue() throws IOException {
        List<String> heard = new CopyOnWriteArrayList<>();
        new ConsumerQueue(
                        broker,
                        node.queue("failing"),
                        List.of(new ConsumerQueue.Binding(Topology.NEWS, "auction.*")),
                        (key, body) -> {
                            heard.add(key);
                            throw new IllegalStateException("on purpose");
                        },
                        () -> {})
                .open();

        publish("auction.1", "a");
        publish("auction.2", "b");

        await().until(() -> heard.size() == 2);
    }

    @Test
    void afterALostConnectionAnotherTakesItsPlaceAndTheQueueOpensAgain() throws IOException {
        List<String> heard = new CopyOnWriteArrayList<>();
        AtomicInteger opened = new AtomicInteger();
        queue("lost", heard, opened).open();
        var lost = broker.connection();

        lost.abort();
        await().until(() -> opened.get() == 2);

        assertThat(broker.connection()).isNotSameAs(lost);
        publish("auction.7", "again");
        await().until(() -> heard.contains("auction.7=again"));
    }

    @Test
    void theTopologyMayBeDeclaredTwice() throws IOException {
        TopologyDeclaration.declare(broker.connection(), queues());
        TopologyDeclaration.declare(broker.connection(), queues());
    }

    @Test
    void aPublishedMessageIsInItsQueueWhenItIsConfirmed() throws IOException {
        Channel channel = broker.connection().createChannel();
        channel.queuePurge(Topology.bidQueue(63));
        try (PartitionPublisher publisher = new PartitionPublisher(broker)) {
            publisher
                    .publish(AUCTION, new AuctionCommand(AUCTION, AuctionCommand.Kind.REFRESH))
                    .toCompletableFuture()
                    .join();
        }

        var got = channel.basicGet(Topology.bidQueue(63), true);
        assertThat(got.getProps().getType()).isEqualTo("AuctionCommand");
        assertThat(got.getProps().getDeliveryMode()).isEqualTo(2);
        assertThat(Messages.read(got.getBody(), AuctionCommand.class).auctionId())
                .isEqualTo(AUCTION);
    }

    @Test
    void aMessageThatNoQueueTakesIsNotSent() throws IOException {
        Channel channel = broker.connection().createChannel();
        channel.queueUnbind(Topology.bidQueue(63), Topology.BIDS, "63");
        try (PartitionPublisher publisher = new PartitionPublisher(broker)) {
            var sent = publisher
                    .publish(AUCTION, new AuctionCommand(AUCTION, AuctionCommand.Kind.CANCEL))
                    .toCompletableFuture();

            assertThatThrownBy(sent::join)
                    .isInstanceOf(CompletionException.class)
                    .cause()
                    .isInstanceOf(NotSentException.class);
        } finally {
            TopologyDeclaration.declare(broker.connection(), queues());
        }
    }

    @Test
    void thousandsOfMessagesAreConfirmed() throws IOException {
        Channel channel = broker.connection().createChannel();
        try (PartitionPublisher publisher = new PartitionPublisher(broker)) {
            var confirms = IntStream.range(0, 3_000)
                    .mapToObj(i -> publisher
                            .publish(AUCTION, new AuctionCommand(i, AuctionCommand.Kind.REFRESH))
                            .toCompletableFuture())
                    .toList();

            assertThat(confirms).allSatisfy(confirm -> confirm.join());
        }
        assertThat(channel.queuePurge(Topology.bidQueue(63)).getMessageCount()).isGreaterThanOrEqualTo(3_000);
    }

    private ConsumerQueue queue(String purpose, List<String> heard, AtomicInteger opened) {
        return new ConsumerQueue(
                broker,
                node.queue(purpose),
                List.of(new ConsumerQueue.Binding(Topology.NEWS, "auction.*")),
                (key, body) -> heard.add(key + "=" + new String(body, StandardCharsets.UTF_8)),
                opened::incrementAndGet);
    }

    private void publish(String key, String text) throws IOException {
        broker.connection()
                .createChannel()
                .basicPublish(Topology.NEWS, key, null, text.getBytes(StandardCharsets.UTF_8));
    }
}
