package gavel.auction.chaos;

import gavel.auction.broker.Topology;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;

/** The nodes, and which of them take part at the moment. */
final class Cluster {
    private static final Duration LONGEST_SETTLING = Duration.ofSeconds(30);
    private static final Duration LOOK = Duration.ofMillis(20);

    private final List<NodeProcess> nodes;
    private final List<NodeProcess> up = new CopyOnWriteArrayList<>();

    Cluster(List<NodeProcess> nodes) {
        this.nodes = List.copyOf(nodes);
    }

    /** Starts all nodes at once. */
    void open() throws IOException {
        for (NodeProcess node : nodes) {
            node.start();
        }
        nodes.forEach(NodeProcess::awaitReady);
        up.addAll(nodes);
        awaitSpread();
    }

    List<NodeProcess> up() {
        return List.copyOf(up);
    }

    void left(NodeProcess node) {
        up.remove(node);
    }

    void joined(NodeProcess node) {
        up.add(node);
    }

    /** Until every partition has one node that says it is its own, and no node has two more than another. */
    void awaitSpread() {
        Awaitility.await("the partitions are spread evenly over " + up.size() + " nodes")
                .atMost(LONGEST_SETTLING)
                .pollInterval(LOOK)
                .until(() -> isEven(up.stream().map(NodeProcess::partitions).toList()));
    }

    private static boolean isEven(Collection<Set<Integer>> shares) {
        Set<Integer> all = new TreeSet<>();
        shares.forEach(all::addAll);
        List<Integer> sizes = shares.stream().map(Set::size).sorted().toList();
        return all.size() == Topology.PARTITIONS
                && sizes.stream().mapToInt(Integer::intValue).sum() == Topology.PARTITIONS
                && sizes.getLast() - sizes.getFirst() <= 1;
    }

    /** Watches which partitions the nodes that take part have. */
    Owners watchOwners() {
        return new Owners(up());
    }

    /** Asks nodes all the time which partitions they have. */
    static final class Owners implements AutoCloseable {
        private final List<NodeProcess> nodes;
        private final Thread asking = new Thread(this::ask, "asking-owners");
        private volatile Set<Integer> partitions = Set.of();
        private volatile boolean closed;

        private Owners(List<NodeProcess> nodes) {
            this.nodes = nodes;
            asking.start();
        }

        boolean have(int partition) {
            return partitions.contains(partition);
        }

        private void ask() {
            while (!closed) {
                partitions = nodes.stream()
                        .flatMap(node -> node.partitions().stream())
                        .collect(Collectors.toUnmodifiableSet());
                LockSupport.parkNanos(LOOK.toNanos());
            }
        }

        @Override
        public void close() throws InterruptedException {
            closed = true;
            asking.join();
        }
    }
}
