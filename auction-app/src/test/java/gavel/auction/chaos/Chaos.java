package gavel.auction.chaos;

import gavel.auction.broker.Topology;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;

/** Does what may happen to a cluster under load, one thing after another, and measures how long it takes until all is well again. */
final class Chaos {
    private static final Duration LONGEST_SETTLING = Duration.ofSeconds(30);
    private static final Duration LOOK = Duration.ofMillis(20);
    private static final Duration DOCUMENTS_AWAY = Duration.ofSeconds(10);

    private final Site site;
    private final Probes probes;
    private final Witness witness;
    private final Ledger ledger;
    private final LongSupplier nanos;
    private final List<NodeProcess> up = new ArrayList<>();

    Chaos(Site site, Probes probes, Witness witness, Ledger ledger, LongSupplier nanos) {
        this.site = site;
        this.probes = probes;
        this.witness = witness;
        this.ledger = ledger;
        this.nanos = nanos;
    }

    /** The first nodes, all at once. */
    void open(List<NodeProcess> nodes) throws IOException {
        for (NodeProcess node : nodes) {
            node.start();
        }
        nodes.forEach(NodeProcess::awaitReady);
        up.addAll(nodes);
        awaitSpread();
    }

    void kill(NodeProcess victim) throws Exception {
        Set<Integer> lost = victim.partitions();
        up.remove(victim);
        long since = nanos.getAsLong();
        victim.kill();
        Duration decided = probes.untilDecided(lost, since, _ -> true);
        awaitSpread();
        enter(Trouble.KILL, victim.name(), decided, since(since));
    }

    /** @param duration longer than the lease, so that somebody else has its partitions when the node wakes */
    void freeze(NodeProcess victim, Duration duration) throws Exception {
        Set<Integer> lost = victim.partitions();
        up.remove(victim);
        long since = nanos.getAsLong();
        victim.freeze();
        Duration decided;
        try {
            decided = probes.untilDecided(lost, since, _ -> true);
            LockSupport.parkNanos(duration.toNanos() - (nanos.getAsLong() - since));
        } finally {
            victim.resume();
        }
        up.add(victim);
        long awake = nanos.getAsLong();
        awaitSpread();
        enter(Trouble.FREEZE, victim.name(), decided, since(awake));
    }

    /** A bid counts once another node says that the partition is its own: until then the old owner may have decided it. */
    void drain(NodeProcess victim) throws Exception {
        Set<Integer> lost = victim.partitions();
        up.remove(victim);
        long since = nanos.getAsLong();
        victim.drain();
        Duration decided;
        try (Owners others = new Owners(up)) {
            decided = probes.untilDecided(lost, since, others::have);
        }
        awaitSpread();
        Duration settled = since(since);
        victim.end();
        enter(Trouble.DRAIN, victim.name(), decided, settled);
    }

    /** The spread counts from the moment the node entered the table of leases, by the database's clock. */
    void join(NodeProcess node) throws Exception {
        long since = nanos.getAsLong();
        node.start();
        node.awaitReady();
        Duration ready = since(since);
        up.add(node);
        awaitSpread();
        double seconds = site.sql()
                .sql("select extract(epoch from clock_timestamp() - started_at) from node_lease where node = ?")
                .param(node.name())
                .query(Double.class)
                .single();
        enter(Trouble.JOIN, node.name(), ready, Duration.ofMillis(Math.round(seconds * 1_000)));
    }

    void killBroker() throws Exception {
        site.rabbit().kill();
        site.rabbit().start();
        restarted(Trouble.BROKER, "RabbitMQ");
    }

    void crashDatabase() throws Exception {
        site.database().crash();
        restarted(Trouble.DATABASE, "PostgreSQL");
    }

    private void restarted(Trouble trouble, String service) throws InterruptedException {
        long since = nanos.getAsLong();
        Duration decided = probes.untilDecided(Probes.everywhere(), since, _ -> true);
        awaitSpread();
        enter(trouble, service, decided, since(since));
    }

    void documentsAway() throws Exception {
        long since = nanos.getAsLong();
        site.documents().stop();
        Duration decided = probes.untilDecided(Probes.everywhere(), since, _ -> true);
        LockSupport.parkNanos(DOCUMENTS_AWAY.toNanos() - (nanos.getAsLong() - since));
        List<Long> decisions = historyOrder("next_seq - 1");
        site.documents().start();
        long back = nanos.getAsLong();
        Awaitility.await("the history has all bids decided until the document store came back")
                .atMost(LONGEST_SETTLING)
                .pollInterval(LOOK)
                .until(() -> isAtLeast(historyOrder("history_cursor"), decisions));
        enter(Trouble.DOCUMENTS, "documents", decided, since(back));
    }

    private List<Long> historyOrder(String column) {
        return site.sql()
                .sql("select " + column + " from partition_lease order by partition")
                .query(Long.class)
                .list();
    }

    private static boolean isAtLeast(List<Long> cursors, List<Long> decisions) {
        for (int i = 0; i < cursors.size(); i++) {
            if (cursors.get(i) < decisions.get(i)) {
                return false;
            }
        }
        return true;
    }

    /** Nodes that take part. */
    List<NodeProcess> up() {
        return List.copyOf(up);
    }

    private void enter(Trouble trouble, String subject, Duration decided, Duration settled) {
        Ledger.Entry entry = new Ledger.Entry(trouble, subject, decided, settled, witness.longestWait());
        ledger.add(entry);
        System.out.println(entry);
    }

    private Duration since(long began) {
        return Duration.ofNanos(nanos.getAsLong() - began);
    }

    private void awaitSpread() {
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

    /** Asks nodes all the time which partitions they have. */
    private static final class Owners implements AutoCloseable {
        private final List<NodeProcess> nodes;
        private final Thread asking = new Thread(this::ask, "asking-owners");
        private volatile Set<Integer> partitions = Set.of();
        private volatile boolean closed;

        Owners(Collection<NodeProcess> nodes) {
            this.nodes = List.copyOf(nodes);
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
