package gavel.auction.chaos;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.awaitility.Awaitility;

/** Does what may happen to a cluster under load, one thing after another, and measures how long it takes until all is well again. */
final class Chaos {
    private static final Duration LONGEST_CATCHING_UP = Duration.ofSeconds(60);
    private static final Duration LOOK = Duration.ofMillis(20);
    private static final Duration DOCUMENTS_AWAY = Duration.ofSeconds(10);

    private final Site site;
    private final Cluster cluster;
    private final Probes probes;
    private final Witness witness;
    private final Consumer<Ledger.Entry> ledger;
    private final LongSupplier nanos;

    Chaos(
            Site site,
            Cluster cluster,
            Probes probes,
            Witness witness,
            Consumer<Ledger.Entry> ledger,
            LongSupplier nanos) {
        this.site = site;
        this.cluster = cluster;
        this.probes = probes;
        this.witness = witness;
        this.ledger = ledger;
        this.nanos = nanos;
    }

    void kill(NodeProcess victim) throws Exception {
        Set<Integer> lost = victim.partitions();
        cluster.left(victim);
        long since = nanos.getAsLong();
        victim.kill();
        Duration decided = probes.untilDecided(lost, since, _ -> true);
        cluster.awaitSpread();
        enter(Trouble.KILL, victim.name(), decided, since(since));
    }

    /** @param duration longer than the lease, so that somebody else has its partitions when the node wakes */
    void freeze(NodeProcess victim, Duration duration) throws Exception {
        Set<Integer> lost = victim.partitions();
        long failedBefore = victim.failedBatches();
        cluster.left(victim);
        long since = nanos.getAsLong();
        victim.freeze();
        Duration decided;
        try {
            decided = probes.untilDecided(lost, since, _ -> true);
            LockSupport.parkNanos(duration.toNanos() - (nanos.getAsLong() - since));
        } finally {
            victim.resume();
        }
        long awake = nanos.getAsLong();
        cluster.joined(victim);
        cluster.awaitSpread();
        probes.untilDecided(victim.partitions(), awake, _ -> true);
        Duration settled = since(awake);
        if (victim.failedBatches() > failedBefore) {
            witness.trouble("owner frozen within a batch, which failed");
        }
        enter(Trouble.FREEZE, victim.name(), decided, settled);
    }

    /** A bid counts once another node says that the partition is its own: until then the old owner may have decided it. */
    void drain(NodeProcess victim) throws Exception {
        Set<Integer> lost = victim.partitions();
        cluster.left(victim);
        long since = nanos.getAsLong();
        victim.drain();
        Duration decided;
        try (Cluster.Owners others = cluster.watchOwners()) {
            decided = probes.untilDecided(lost, since, others::have);
        }
        cluster.awaitSpread();
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
        cluster.joined(node);
        cluster.awaitSpread();
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
        cluster.awaitSpread();
        enter(trouble, service, decided, since(since));
    }

    void documentsAway() throws Exception {
        long since = nanos.getAsLong();
        site.documents().stop();
        Duration decided = probes.untilDecided(Probes.everywhere(), since, _ -> true);
        LockSupport.parkNanos(DOCUMENTS_AWAY.toNanos() - (nanos.getAsLong() - since));
        List<Long> decisions = sequences("next_seq - 1");
        site.documents().start();
        long back = nanos.getAsLong();
        Awaitility.await("the history has all bids decided until the document store came back")
                .atMost(LONGEST_CATCHING_UP)
                .pollInterval(LOOK)
                .until(() -> isAtLeast(sequences("history_cursor"), decisions));
        enter(Trouble.DOCUMENTS, "documents", decided, since(back));
    }

    private List<Long> sequences(String column) {
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

    private void enter(Trouble trouble, String subject, Duration decided, Duration settled) {
        ledger.accept(new Ledger.Entry(trouble, subject, decided, settled));
    }

    private Duration since(long began) {
        return Duration.ofNanos(nanos.getAsLong() - began);
    }
}
