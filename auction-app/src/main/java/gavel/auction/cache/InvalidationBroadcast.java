package gavel.auction.cache;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.rabbitmq.client.Channel;
import gavel.auction.broker.BrokerConnections;
import gavel.auction.broker.Topology;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends invalidations to all nodes on one channel, without confirms. Each message wakes every node, which costs more than reading it, so an
 * invalidation waits a quarter of a second for others: the more nodes, the more that saves.
 */
final class InvalidationBroadcast implements Invalidations, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(InvalidationBroadcast.class);
    private static final int GATHERED_MILLIS = 250;
    private static final int CLOSING_MILLIS = 1_000;
    private static final String UNSENT = "{} invalidations were not sent; their caches' times to live must do: {}";

    private final BrokerConnections broker;
    private final Executor later;
    private final Queue<String> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean due = new AtomicBoolean();
    private Channel channel; // of the sending thread

    InvalidationBroadcast(BrokerConnections broker) {
        this.broker = broker;
        this.later = CompletableFuture.delayedExecutor(GATHERED_MILLIS, TimeUnit.MILLISECONDS, broker.sending());
    }

    @Override
    public void publish(String cache, String key) {
        waiting.add(cache + ' ' + key);
        if (due.compareAndSet(false, true)) {
            later.execute(this::send);
        }
    }

    /** Tells the cache and the key of each invalidation in a message: one in each line, the cache's name and a space before the key. */
    static void read(byte[] body, BiConsumer<String, String> invalidation) {
        new String(body, UTF_8).lines().forEach(line -> {
            int space = line.indexOf(' ');
            if (space < 0) {
                throw new IllegalArgumentException(
                        "an invalidation names a cache and a key, and this one does not: " + line);
            }
            invalidation.accept(line.substring(0, space), line.substring(space + 1));
        });
    }

    private void send() {
        due.set(false);
        List<String> lines = new ArrayList<>();
        for (String line = waiting.poll(); line != null; line = waiting.poll()) {
            lines.add(line);
        }
        if (lines.isEmpty()) {
            return;
        }
        if (broker.isBlocked()) {
            LOG.warn(UNSENT, lines.size(), "the broker blocks");
            return;
        }
        try {
            if (channel == null || !channel.isOpen()) {
                channel = broker.publishing().createChannel();
            }
            channel.basicPublish(
                    Topology.INVALIDATIONS, "", null, String.join("\n", lines).getBytes(UTF_8));
        } catch (IOException | RuntimeException e) {
            LOG.warn(UNSENT, lines.size(), e.toString());
        }
    }

    /** Sends what still waits. */
    @Override
    public void close() {
        CompletableFuture.runAsync(this::send, broker.sending())
                .completeOnTimeout(null, CLOSING_MILLIS, TimeUnit.MILLISECONDS)
                .join();
    }
}
