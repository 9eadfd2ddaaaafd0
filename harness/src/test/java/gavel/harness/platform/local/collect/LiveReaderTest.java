package gavel.harness.platform.local.collect;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.collect.Instance;
import gavel.harness.collect.LiveFigures;
import gavel.harness.collect.metrics.Scraper;
import gavel.harness.collect.metrics.ServerStatistics;
import gavel.harness.platform.local.proc.FakeProc;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rates are differences between two readings; what is not known is not there. */
class LiveReaderTest {
    private static final Instance APP = Instance.of("appServers", "app1", 10);
    private static final Instance SECOND = Instance.of("appServers", "app2", 11);
    private static final Instance DATABASE = Instance.of("relational", "postgres", 20);

    @TempDir
    Path root;

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Scraper scraper = new Scraper();
    private FakeProc fake;
    private LiveReader reader;
    private long nanos;

    @BeforeEach
    void start() throws IOException {
        fake = new FakeProc(root);
        reader = new LiveReader(fake.proc(), scraper, threads, () -> nanos);
    }

    @AfterEach
    void end() {
        threads.shutdownNow();
        scraper.close();
    }

    private LiveFigures read(Instance... instances) throws InterruptedException {
        return reader.read(
                List.of(instances), Map.of("app1", List.of(10L), "app2", List.of(11L), "postgres", List.of(20L, 21L)));
    }

    private LiveFigures after(int seconds, Instance... instances) throws InterruptedException {
        nanos += TimeUnit.SECONDS.toNanos(seconds);
        return read(instances);
    }

    private static Instance server(String tier, String name, ServerStatistics statistics) {
        return Instance.elsewhere(tier, name).reporting(statistics);
    }

    @Test
    void storageIsThatOfAllProcessesOfATier() throws Exception {
        fake.storage(10, 1_000, 0);
        fake.storage(20, 0, 500);
        fake.storage(21, 100, 100);
        assertThat(read(APP, DATABASE).storage()).as("nothing to compare with").isEmpty();
        fake.storage(10, 1_000, 4_000);
        fake.storage(20, 50, 500);
        fake.storage(21, 100, 150);
        assertThat(after(5, APP, DATABASE).storage())
                .containsOnly(Map.entry("appServers", 4_000 / 5.0), Map.entry("relational", (50 + 50) / 5.0));
    }

    @Test
    void instancesOfATierAreAddedUp() throws Exception {
        fake.storage(10, 0, 0);
        fake.storage(11, 0, 0);
        read(APP, SECOND);
        fake.storage(10, 10, 0);
        fake.storage(11, 0, 20);
        assertThat(after(1, APP, SECOND).storage()).containsOnly(Map.entry("appServers", 30.0));
    }

    /** A backend that ends takes its counter along. */
    @Test
    void aRateIsNeverBelowZero() throws Exception {
        fake.storage(20, 9_000, 0);
        read(DATABASE);
        fake.storage(20, 10, 0);
        assertThat(after(5, DATABASE).storage()).containsOnly(Map.entry("relational", 0.0));
    }

    @Test
    void aNetworkThatTiersShareIsNobodysOwn() throws Exception {
        fake.network(10, "net:[1]", 1_000);
        fake.network(11, "net:[1]", 1_000);
        fake.network(20, "net:[1]", 1_000);
        read(APP, SECOND, DATABASE);
        fake.network(20, "net:[1]", 3_000);
        assertThat(after(2, APP, SECOND, DATABASE).network())
                .as("the same interfaces, counted once")
                .containsOnly(Map.entry(LiveFigures.TOGETHER, 1_000.0));
    }

    /** Containers, and parts of a divided machine. */
    @Test
    void aTierWithNetworksOfItsOwnHasItsOwnFigure() throws Exception {
        fake.network(10, "net:[1]", 0);
        fake.network(11, "net:[2]", 0);
        fake.network(20, "net:[3]", 0);
        read(APP, SECOND, DATABASE);
        fake.network(10, "net:[1]", 10);
        fake.network(11, "net:[2]", 20);
        fake.network(20, "net:[3]", 40);
        assertThat(after(1, APP, SECOND, DATABASE).network())
                .containsOnly(Map.entry("appServers", 30.0), Map.entry("relational", 40.0));
    }

    @Test
    void aNetworkThatCannotBeSeenHasNoFigure() throws Exception {
        read(APP);
        assertThat(after(5, APP).network()).isEmpty();
    }

    @Test
    void countersOfServersAreRatesAndGaugesStayAsTheyAre() throws Exception {
        long[] received = {100};
        ServerStatistics broker = _ -> new ServerStatistics.Reading(
                "RabbitMQ", Map.of("received", received[0]), Map.of("messagesReady", received[0] / 10));
        Instance one = server("broker", "broker1", broker);
        Instance other = server("broker", "broker2", broker);

        assertThat(read(one, other).servers()).containsOnly(Map.entry("broker", Map.of("messagesReady", 20.0)));
        received[0] = 600;
        assertThat(after(5, one, other).servers())
                .containsOnly(Map.entry("broker", Map.of("messagesReady", 120.0, "received", 200.0)));
    }

    /** Answers at 0 s and at 15 s; at first another server takes 10 s for its own. */
    @Test
    void aRateIsOverTheTimeBetweenAServersOwnAnswers() throws Exception {
        CountDownLatch answered = new CountDownLatch(1);
        LiveReader timed = new LiveReader(fake.proc(), scraper, threads, () -> {
            long now = nanos;
            answered.countDown();
            return now;
        });
        long[] received = {100};
        Instance fast = server(
                "broker", "broker1", _ -> new ServerStatistics.Reading("", Map.of("received", received[0]), Map.of()));
        Instance slow = server("documents", "documents1", _ -> {
            answered.await(1, TimeUnit.SECONDS);
            nanos += TimeUnit.SECONDS.toNanos(10);
            return new ServerStatistics.Reading("", Map.of(), Map.of());
        });

        timed.read(List.of(fast, slow), Map.of());
        received[0] = 1_600;
        nanos += TimeUnit.SECONDS.toNanos(5);
        assertThat(timed.read(List.of(fast), Map.of()).servers())
                .isEqualTo(Map.of("broker", Map.of("received", 1_500 / 15.0)));
    }

    @Test
    void aServerThatFailsHasNoFigureAndKeepsNobodysFromBeingRead() throws Exception {
        Instance broken = server("documents", "documents1", _ -> {
            throw new IOException("gone");
        });
        Instance defect = server("webServers", "web1", _ -> {
            throw new IllegalStateException("a defect");
        });
        Instance good =
                server("broker", "broker1", _ -> new ServerStatistics.Reading("", Map.of(), Map.of("connections", 3L)));
        Instance nowhere = DATABASE.querying("jdbc:postgresql://127.0.0.1:1/gavel?connectTimeout=1", "u", "p");

        assertThat(read(broken, defect, good, nowhere).servers())
                .containsOnly(Map.entry("broker", Map.of("connections", 3.0)));
    }

    @Test
    void anInstanceThatCameLaterHasARateFromItsSecondReadingOn() throws Exception {
        fake.storage(10, 5_000_000, 0);
        read();
        assertThat(after(5, APP).storage()).as("what it read before is no rate").isEmpty();
        fake.storage(10, 5_000_500, 0);
        assertThat(after(5, APP).storage()).containsOnly(Map.entry("appServers", 100.0));
    }
}
