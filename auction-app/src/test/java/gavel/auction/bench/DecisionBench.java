package gavel.auction.bench;

import com.rabbitmq.client.Channel;
import gavel.auction.bench.BidStream.OpenLot;
import gavel.auction.broker.PartitionPublisher;
import gavel.auction.broker.SharedConnection;
import gavel.auction.broker.Topology;
import gavel.auction.settings.Settings.Broker.Queues;
import java.io.IOException;
import java.io.PrintStream;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.awaitility.Awaitility;

/**
 * How many bids one node decides, commits and answers in a second, and how fast, with everything on one machine: a fifth of the bids is
 * accepted, the others are outbid. Beside it, in the same run: what the broker does alone, and the database. Prints a table; ends with 1
 * when the bar is missed, and fails when the audit finds that an answer was not what was decided.
 *
 * <p>{@code DecisionBench [USERS [SECONDS [DATABASE]]]}: users of the data set, seconds of each measurement, {@code postgresql} or
 * {@code mariadb}.
 */
final class DecisionBench {
    private static final int BAR_PER_SECOND = 2_500;
    private static final double BAR_MILLIS = 100;
    private static final int AUCTIONS = 256;
    private static final int WAITING = 1_000;
    private static final Duration SETTLE = Duration.ofSeconds(2);
    private static final Duration LONGEST_LAG = Duration.ofSeconds(120);
    private static final PrintStream OUT = System.out;

    private final BenchSite site;
    private final SharedConnection broker;
    private final PartitionPublisher publisher;
    private final Writer witness;
    private final LongSupplier nanos = System::nanoTime;
    private final InstantSource clock = InstantSource.system();
    private final int accounts;
    private final Duration time;
    private final List<String> misses = new ArrayList<>();
    private int injections;

    private DecisionBench(BenchSite site, SharedConnection broker, Writer witness, int users, Duration time) {
        this.site = site;
        this.broker = broker;
        this.publisher = new PartitionPublisher(broker);
        this.witness = witness;
        this.accounts = 5 * users;
        this.time = time;
    }

    public static void main(String[] arguments) throws Exception {
        int users = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1_000;
        Duration time = Duration.ofSeconds(arguments.length > 1 ? Integer.parseInt(arguments[1]) : 15);
        String database = arguments.length > 2 ? arguments[2] : "postgresql";
        List<String> misses;
        try (BenchSite site = new BenchSite(Path.of(System.getProperty("gavel.home", ".")), database)) {
            site.load(users, AUCTIONS);
            Path answered = site.file("answered.csv");
            SharedConnection broker = new SharedConnection(site.rabbit.connections(), "bench", Queues.CLASSIC);
            broker.start();
            try (broker;
                    Writer witness = Files.newBufferedWriter(answered)) {
                witness.write("bidId,auctionId,lotId,accountId,amount,outcome,revision\n");
                misses = new DecisionBench(site, broker, witness, users, time).run();
            }
            OUT.println(site.audit(answered));
        }
        misses.forEach(OUT::println);
        OUT.println(misses.isEmpty() ? "The bar holds." : "The bar is missed.");
        System.exit(misses.isEmpty() ? 0 : 1);
    }

    private List<String> run() throws Exception {
        OUT.printf(
                "%d processors, %s: %s%n%n",
                Runtime.getRuntime().availableProcessors(), site.relational.name(), site.relational.durability());
        Measurement.header(OUT);
        BidStream many = stream("many-", site.lots(false, AUCTIONS));
        BidStream one = stream("one-", site.lots(true, AUCTIONS));
        bareBroker(stream("bare-", site.lots(false, AUCTIONS)));
        site.startNode();
        warmUp(many, new Pace.Saturating(WAITING, true));
        warmUp(one, new Pace.Saturating(WAITING, true));
        site.relational.checkpoint();
        warmUp(many, new Pace.Steady(BAR_PER_SECOND / 2));
        double mostMany = measure("64 partitions, saturated", many, new Pace.Saturating(WAITING, true))
                .perSecond();
        measure("64 partitions", many, new Pace.Steady(BAR_PER_SECOND));
        Measurement half = measure("64 partitions", many, new Pace.Steady(BAR_PER_SECOND / 2));
        double mostOne = measure("1 partition, saturated", one, new Pace.Saturating(WAITING, true))
                .perSecond();
        measure("1 partition", one, new Pace.Steady(BAR_PER_SECOND));
        Measurement halfOne = measure("1 partition", one, new Pace.Steady(BAR_PER_SECOND / 2));
        bareCommits();
        require(mostMany, half);
        require(mostOne, halfOne);
        return misses;
    }

    private void require(double most, Measurement half) {
        if (most < BAR_PER_SECOND) {
            misses.add("%.0f bids/s instead of %d".formatted(most, BAR_PER_SECOND));
        }
        if (!(half.decisionMillis() < BAR_MILLIS)) {
            misses.add("p99 from arrival to decision %.0f ms instead of %.0f"
                    .formatted(half.decisionMillis(), BAR_MILLIS));
        }
    }

    private void bareBroker(BidStream bids) throws Exception {
        measure("broker alone: confirmed", bids, new Pace.Saturating(WAITING, false), Writer.nullWriter());
        purge();
        try (BareOwner _ = new BareOwner(broker.connection())) {
            measure("broker alone: answered", bids, new Pace.Saturating(WAITING, true), Writer.nullWriter());
        }
        purge();
    }

    private void purge() throws IOException, TimeoutException {
        try (Channel channel = broker.connection().createChannel()) {
            for (int partition = 0; partition < Topology.PARTITIONS; partition++) {
                channel.queuePurge(Topology.bidQueue(partition));
            }
        }
    }

    private void warmUp(BidStream bids, Pace pace) throws Exception {
        try (Injection injection = inject(bids, pace, witness)) {
            LockSupport.parkNanos(time.toNanos());
            injection.end();
        }
    }

    private Measurement measure(String what, BidStream bids, Pace pace) throws Exception {
        return measure(what, bids, pace, witness);
    }

    private Measurement measure(String what, BidStream bids, Pace pace, Writer heard) throws Exception {
        awaitHistory();
        try (NewsListener news = new NewsListener(broker, clock);
                Injection injection = inject(bids, pace, heard)) {
            LockSupport.parkNanos(SETTLE.toNanos());
            news.measure(true);
            injection.measure();
            Measurement.Moment before = moment(injection);
            LockSupport.parkNanos(time.toNanos());
            Measurement.Moment after = moment(injection);
            injection.measured();
            news.measure(false);
            int lost = injection.end();
            Measurement column =
                    new Measurement(what, pace, before, after, injection.confirms, injection.answers, news.delays);
            column.print(OUT);
            if (lost > 0 || injection.refused.sum() > 0) {
                misses.add("%s: %d bids never answered, %d refused".formatted(what, lost, injection.refused.sum()));
            }
            return column;
        }
    }

    /** So that a measurement does not pay for the one before it. */
    private void awaitHistory() {
        Awaitility.await("the bid history is up to date")
                .atMost(LONGEST_LAG)
                .pollInterval(Duration.ofMillis(500))
                .until(() -> site.meters().of(Measurement.HISTORY_LAG) < 1);
    }

    private Measurement.Moment moment(Injection injection) throws IOException, InterruptedException {
        return new Measurement.Moment(
                nanos.getAsLong(),
                injection.confirmed.sum(),
                injection.answered.sum(),
                injection.accepted.sum(),
                site.meters(),
                ProcessorTime.now(site.pids()));
    }

    private BidStream stream(String prefix, List<OpenLot> lots) {
        return new BidStream(prefix, lots, accounts, clock);
    }

    private Injection inject(BidStream bids, Pace pace, Writer heard) throws IOException {
        String replyTo = "bench-replies-" + ++injections;
        return new Injection(new Injection.Line(broker, publisher, replyTo, nanos, heard), bids, pace);
    }

    private void bareCommits() throws SQLException {
        BareCommits commits = new BareCommits(site.relational.address(), nanos);
        OUT.println();
        for (int rows : new int[] {1, 10, 30, 100}) {
            BareCommits.Result result = commits.run(rows, Duration.ofSeconds(3));
            OUT.printf(
                    "database alone: %,6.0f commits/s of %3d decisions = %,7.0f decisions/s; commit p50 %.1f ms, p99 %.1f ms%n",
                    result.perSecond(),
                    rows,
                    rows * result.perSecond(),
                    result.commits().millis(0.5),
                    result.commits().millis(0.99));
        }
    }
}
