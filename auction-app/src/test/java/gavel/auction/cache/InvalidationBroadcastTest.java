package gavel.auction.cache;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.rabbitmq.client.Channel;
import gavel.auction.broker.NodeIdentity;
import gavel.auction.broker.Topology;
import gavel.auction.testing.TestBroker;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class InvalidationBroadcastTest {
    private final BlockingQueue<byte[]> messages = new LinkedBlockingQueue<>();
    private TestBroker sender;
    private TestBroker receiver;
    private InvalidationBroadcast broadcast;

    @BeforeEach
    void listen() throws IOException {
        sender = TestBroker.connect(new NodeIdentity("sender", UUID.randomUUID()));
        receiver = TestBroker.connect(new NodeIdentity("receiver", UUID.randomUUID()));
        Channel listening = receiver.connection().createChannel();
        String queue = listening.queueDeclare().getQueue();
        listening.queueBind(queue, Topology.INVALIDATIONS, "");
        listening.basicConsume(queue, true, (_, delivery) -> messages.add(delivery.getBody()), _ -> {});
        broadcast = new InvalidationBroadcast(sender);
    }

    @AfterEach
    void close() {
        sender.close();
        receiver.close();
    }

    @Test
    void whatIsInvalidatedWithinAMomentIsOneMessage() throws Exception {
        // Nothing is sent before all three wait, however long this thread is kept from it.
        CountDownLatch all = new CountDownLatch(1);
        CompletableFuture<Void> sending = CompletableFuture.runAsync(() -> awaited(all), sender.sending());
        broadcast.publish("items", "17");
        broadcast.publish("image-metadata", "17");
        broadcast.publish("sessions", "text with spaces");
        all.countDown();
        sending.join();

        assertThat(read(messages.poll(20, TimeUnit.SECONDS)))
                .containsExactly("items|17", "image-metadata|17", "sessions|text with spaces");
        broadcast.publish("items", "18");
        assertThat(read(messages.poll(20, TimeUnit.SECONDS))).containsExactly("items|18");
        assertThat(messages).isEmpty();
    }

    @Test
    void aNodeThatStopsTellsWhatStillWaits() throws Exception {
        broadcast.publish("items", "17");

        broadcast.close();
        sender.close();

        assertThat(read(messages.poll(20, TimeUnit.SECONDS))).containsExactly("items|17");
    }

    @Test
    void aMessageThatNamesNoKeyIsRefused() {
        assertThatThrownBy(() -> read("items".getBytes(UTF_8)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("an invalidation names a cache and a key, and this one does not: items");
    }

    private static void awaited(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<String> read(byte[] message) {
        List<String> read = new ArrayList<>();
        InvalidationBroadcast.read(message, (cache, key) -> read.add(cache + "|" + key));
        return read;
    }
}
