package gavel.auction.partition.simulation;

import gavel.auction.broker.BidMessage;
import gavel.auction.broker.Topology;
import gavel.auction.partition.deciding.BidQueues;
import gavel.auction.partition.deciding.Delivery;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Queues that lose nothing but may deliver again, in another order, and to two consumers at once. */
final class SimBroker {
    private static final long HEARTBEAT_NANOS = 2_000_000_000L;
    private static final int PREFETCH = 6;

    private final World world;
    private final Map<Integer, Deque<Delivery.Content>> queues = new TreeMap<>();
    private final List<Channel> channels = new ArrayList<>();
    private long tags;

    SimBroker(World world) {
        this.world = world;
    }

    void publish(long auction, Delivery.Content content) {
        queues.computeIfAbsent(Topology.partitionOf(auction), p -> new ArrayDeque<>())
                .addLast(content);
    }

    boolean isEmpty() {
        return queues.values().stream().allMatch(Deque::isEmpty)
                && channels.stream().allMatch(channel -> channel.unacknowledged.isEmpty());
    }

    /** How many wait where, and with whom. */
    String describe() {
        StringBuilder text = new StringBuilder();
        queues.forEach((partition, queue) -> text.append(partition)
                .append(": ")
                .append(queue.size())
                .append(" waiting, ")
                .append(channels.stream()
                        .filter(channel -> channel.partition == partition)
                        .map(channel -> channel.node.identity.node() + " has " + channel.unacknowledged.size())
                        .toList())
                .append(", ")
                .append(world.database.leases.get(partition))
                .append("; "));
        return text.toString();
    }

    BidQueues.Subscription subscribe(SimNode node, int partition, Consumer<Delivery> sink) throws IOException {
        world.point(node, "subscribe");
        if (!node.canReachBroker() || world.fails()) {
            throw new IOException("no broker");
        }
        Channel channel = new Channel(node, partition, sink);
        channels.add(channel);
        return channel;
    }

    void deliverSome() {
        for (Channel channel : List.copyOf(channels)) {
            Deque<Delivery.Content> queue = queues.get(channel.partition);
            while (queue != null
                    && !queue.isEmpty()
                    && !channel.node.frozen
                    && channel.unacknowledged.size() < PREFETCH
                    && !world.oneIn(3)) {
                channel.deliver(queue.pollFirst());
            }
        }
    }

    void disconnect(SimNode node) {
        channels.stream().filter(channel -> channel.node == node).toList().forEach(Channel::drop);
    }

    /** Connections of dead processes end, and those of processes that do not answer heart-beats. */
    void noticeTheDead() {
        for (SimNode node : world.nodes) {
            boolean silent = node.frozen && world.nanos() - node.frozenSince > HEARTBEAT_NANOS;
            if (!node.isAlive() || silent) {
                disconnect(node);
            }
        }
    }

    private final class Channel implements BidQueues.Subscription {
        private final SimNode node;
        private final int partition;
        private final Consumer<Delivery> sink;
        private final Map<Long, Delivery.Content> unacknowledged = new LinkedHashMap<>();
        private boolean open = true;

        Channel(SimNode node, int partition, Consumer<Delivery> sink) {
            this.node = node;
            this.partition = partition;
            this.sink = sink;
        }

        void deliver(Delivery.Content content) {
            long tag = ++tags;
            unacknowledged.put(tag, content);
            sink.accept(new Delivery(partition, tag, world.nanos(), content, new byte[0]));
        }

        /** What was not acknowledged goes back, to the front or to the end. */
        void drop() {
            open = false;
            channels.remove(this);
            boolean front = world.oneIn(2);
            for (Delivery.Content content : List.copyOf(unacknowledged.values()).reversed()) {
                if (front) {
                    queues.get(partition).addFirst(content);
                } else {
                    queues.get(partition).addLast(content);
                }
            }
            unacknowledged.clear();
        }

        @Override
        public boolean isOpen() {
            return open;
        }

        @Override
        public void acknowledge(Delivery delivery) {
            acknowledge(delivery, List.of(delivery.tag()));
        }

        @Override
        public void acknowledgeThrough(Delivery delivery) {
            acknowledge(
                    delivery,
                    unacknowledged.keySet().stream()
                            .filter(tag -> tag <= delivery.tag())
                            .toList());
        }

        private void acknowledge(Delivery delivery, List<Long> acknowledged) {
            world.point(node, "acknowledge");
            if (open && !world.fails()) {
                if (!unacknowledged.containsKey(delivery.tag())) {
                    throw new AssertionError("unknown delivery tag " + delivery.tag());
                }
                acknowledged.forEach(tag -> requireDecided(unacknowledged.remove(tag)));
            } else if (open) {
                drop();
            }
        }

        private void requireDecided(Delivery.Content content) {
            if (content instanceof Delivery.Content.Bid(BidMessage bid)
                    && !world.database.decisions.containsKey(bid.bidId())) {
                throw new AssertionError("acknowledged and not decided: " + bid);
            }
        }

        @Override
        public void close() {
            if (open) {
                drop();
            }
        }
    }
}
