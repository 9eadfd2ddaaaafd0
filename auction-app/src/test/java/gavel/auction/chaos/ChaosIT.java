package gavel.auction.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.auction.testing.Api;
import gavel.auction.testing.RabbitServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.function.LongSupplier;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.springframework.util.FileSystemUtils;

/**
 * A bidding storm on three nodes, each a process, while nodes and services go through whatever {@link Trouble} there is; what users were
 * told is the witness.
 *
 * <p>By default one freeze, one drain and one kill with the broker of the tests. {@code bench/chaos.sh} makes it long: then every node
 * comes back, RabbitMQ is the broker where it is installed, and the services have their troubles too.
 */
class ChaosIT {
    private static final int TROUBLES = Integer.getInteger("gavel.chaos.troubles", 0);
    private static final long SEED = Long.getLong("gavel.chaos.seed", 1);
    /** The one kind of trouble there is to be; null for all, in their shares. */
    private static final String ONLY = System.getProperty("gavel.chaos.only");

    private static final int AUDIT_EVERY = 40;
    /** Answered before the first trouble: what takeovers take is not asked of programs that were started a second ago. */
    private static final int BIDS_BEFORE_TROUBLE = 1_000;
    /** How many times its bar a trouble of the short run may take: its servers are seconds old, on a machine that may have other work. */
    private static final int YOUNG = 3;

    private static final int NODES = 3;
    private static final int BIDDERS = 32;
    private static final int PROBERS = 8;
    private static final int FIRST_BIDDER = 2;
    private static final int SHORTEST_FREEZE_MILLIS = 4_500;
    private static final int LONGEST_FREEZE_MILLIS = 8_000;
    private static final List<Trouble> SHARES = List.of(
            Trouble.KILL,
            Trouble.KILL,
            Trouble.KILL,
            Trouble.KILL,
            Trouble.KILL,
            Trouble.KILL,
            Trouble.FREEZE,
            Trouble.FREEZE,
            Trouble.FREEZE,
            Trouble.FREEZE,
            Trouble.FREEZE,
            Trouble.FREEZE,
            Trouble.DRAIN,
            Trouble.DRAIN,
            Trouble.DRAIN,
            Trouble.DRAIN,
            Trouble.DRAIN,
            Trouble.DRAIN,
            Trouble.BROKER,
            Trouble.DATABASE,
            Trouble.DOCUMENTS);

    private final LongSupplier nanos = System::nanoTime;
    private final Random random = new Random(SEED);
    private final Witness witness = new Witness();
    private final Ledger ledger = new Ledger(TROUBLES > 0 ? 1 : YOUNG);
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();
    private long nextAccount = FIRST_BIDDER;

    @Test
    void noAnsweredBidIsLostAndNobodySeesTimeRunBackwards() throws Exception {
        Path directory = Path.of("target", "chaos-" + ProcessHandle.current().pid());
        try {
            rage(directory);
        } finally {
            while (!opened.isEmpty()) {
                opened.pop().close();
            }
        }
        // Only now: whoever has to find out what went wrong needs the logs.
        FileSystemUtils.deleteRecursively(directory);
    }

    private void rage(Path directory) throws Exception {
        boolean isLong = TROUBLES > 0;
        RabbitServer rabbit = isLong && RabbitServer.isInstalled() ? open(RabbitServer.launch()) : null;
        Site site = open(new Site(directory, rabbit));
        site.load();
        List<NodeProcess> nodes = new ArrayList<>();
        for (int i = 1; i <= NODES; i++) {
            nodes.add(open(new NodeProcess("app" + i, site)));
        }
        OpenLots lots = OpenLots.of(site.sql());
        Cluster cluster = new Cluster(nodes);
        if (TROUBLES >= AUDIT_EVERY) {
            site.train(nodes.getFirst());
        }
        cluster.open();
        List<Bidder> bidders = people(BIDDERS, lots, new Doors(() -> addresses(nodes), nanos));
        List<Bidder> probers = people(PROBERS, lots, new Doors(() -> addresses(cluster.up()), nanos));
        Chaos chaos = new Chaos(site, cluster, new Probes(probers, lots, nanos), witness, this::enter, nanos);
        Storm storm = new Storm(bidders, lots.auctions(), random, nanos);
        storm.start();
        Awaitility.await("the servers have answered " + BIDS_BEFORE_TROUBLE + " bids")
                .atMost(Duration.ofMinutes(1))
                .until(() -> witness.bids() >= BIDS_BEFORE_TROUBLE);
        if (isLong) {
            longRun(site, cluster, chaos, storm);
        } else {
            chaos.freeze(nodes.get(0), Duration.ofMillis(SHORTEST_FREEZE_MILLIS));
            chaos.drain(nodes.get(1));
            chaos.kill(nodes.get(2));
        }
        audit(site, storm);
        report();
    }

    /** Bidders turn to any node, dead or alive; probers only to those that take part, so that they time the engine and not themselves. */
    private List<Bidder> people(int count, OpenLots lots, Doors doors) {
        List<Bidder> people = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Bidder.House house = new Bidder.House(lots, doors, witness, nanos);
            people.add(new Bidder(nextAccount++, house, new Random(random.nextLong())));
        }
        people.forEach(Bidder::logIn);
        return people;
    }

    private static List<Api> addresses(List<NodeProcess> nodes) {
        return nodes.stream().map(NodeProcess::api).toList();
    }

    private void enter(Ledger.Entry entry) {
        ledger.add(entry);
        System.out.println(entry + ", longest wait for an answer " + Ledger.seconds(witness.longestWait()));
    }

    private void longRun(Site site, Cluster cluster, Chaos chaos, Storm storm) throws Exception {
        Deque<Trouble> coming = new ArrayDeque<>();
        for (int done = 1; done <= TROUBLES; done++) {
            if (coming.isEmpty()) {
                List<Trouble> shuffled = new ArrayList<>(ONLY == null ? SHARES : List.of(Trouble.valueOf(ONLY)));
                shuffled.removeIf(trouble -> trouble == Trouble.BROKER && site.rabbit() == null);
                Collections.shuffle(shuffled, random);
                coming.addAll(shuffled);
            }
            happen(coming.pop(), cluster, chaos);
            if (done % AUDIT_EVERY == 0 && done < TROUBLES) {
                audit(site, storm);
                storm.start();
            }
        }
    }

    private void happen(Trouble trouble, Cluster cluster, Chaos chaos) throws Exception {
        NodeProcess victim = cluster.up().get(random.nextInt(cluster.up().size()));
        switch (trouble) {
            case KILL -> {
                chaos.kill(victim);
                chaos.join(victim);
            }
            case FREEZE ->
                chaos.freeze(victim, Duration.ofMillis(random.nextInt(SHORTEST_FREEZE_MILLIS, LONGEST_FREEZE_MILLIS)));
            case DRAIN -> {
                chaos.drain(victim);
                chaos.join(victim);
            }
            case BROKER -> chaos.killBroker();
            case DATABASE -> chaos.crashDatabase();
            case DOCUMENTS -> chaos.documentsAway();
            case JOIN -> throw new IllegalArgumentException("joining follows from leaving");
        }
    }

    private void audit(Site site, Storm storm) throws Exception {
        storm.stop();
        System.out.println(site.audit(witness.write(site.directory().resolve("answered.csv"))));
    }

    private void report() {
        System.out.println();
        ledger.table().forEach(System.out::println);
        System.out.println("%d bids answered, %d revisions seen; on the way: %s"
                .formatted(witness.bids(), witness.looks(), witness.troubles()));
        assertThat(witness.violations()).as("what users must not see").isEmpty();
        assertThat(ledger.tooLong()).as("what took longer than it may").isEmpty();
    }

    private <T extends AutoCloseable> T open(T part) {
        opened.push(part);
        return part;
    }
}
