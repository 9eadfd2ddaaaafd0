package gavel.harness.platform.local.collect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.sun.net.httpserver.HttpServer;
import gavel.driver.api.http.ServerBounds;
import gavel.harness.collect.Collected;
import gavel.harness.collect.Collected.ProcessEvent;
import gavel.harness.collect.Instance;
import gavel.harness.collect.LiveFigures;
import gavel.harness.collect.Outside;
import gavel.harness.collect.Sample;
import gavel.harness.collect.metrics.GuardedPage;
import gavel.harness.collect.metrics.ServerStatistics;
import gavel.harness.platform.local.proc.Rapl;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The collector on real processes: shells that burn a core or do nothing. */
class ProcCollectorIT {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final List<Process> processes = new ArrayList<>();
    private ProcCollector collector;

    @AfterEach
    void stop() {
        if (collector != null) {
            collector.close();
        }
        processes.forEach(p -> {
            p.descendants().forEach(ProcessHandle::destroyForcibly);
            p.destroyForcibly();
        });
    }

    private Process shell(String script) throws IOException {
        Process process = new ProcessBuilder("sh", "-c", script).start();
        processes.add(process);
        return process;
    }

    private void start(Instance... instances) {
        collector = ProcCollector.start(List.of(instances), InstantSource.system(), System::nanoTime);
    }

    private static void until(String what, BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime())
                    .as("waited %s for: %s", PATIENCE, what)
                    .isLessThan(deadline);
            Thread.sleep(20);
        }
    }

    private void untilSamples(int count) throws InterruptedException {
        until(count + " samples", () -> collector.collected().samples().size() >= count);
    }

    @Test
    void whatAProcessAndItsChildrenUsedIsWhatTheCollectorSays() throws Exception {
        Process busy = shell("while :; do :; done & wait");
        Process idle = shell("sleep 60 & wait");
        start(Instance.of("appServers", "busy", busy.pid()), Instance.of("relational", "idle", idle.pid()));
        until("the child", () -> busy.descendants().findAny().isPresent());
        collector.beginMeasurement();
        Duration before = cpu(busy);
        untilSamples(3);
        collector.endMeasurement();
        Duration used = cpu(busy).minus(before);

        Collected collected = collector.collected();
        assertThat(collected.instances().getFirst().cpuSeconds()).isCloseTo(used.toMillis() / 1000.0, within(0.15));
        assertThat(collected.instances().getFirst().processes()).isEqualTo(2);
        assertThat(collected.instances().getLast().cpuSeconds()).isLessThan(0.1);
        assertThat(collected.instances().getFirst().rssMaxBytes()).isPositive();
        assertThat(collected.instances().getFirst().descriptorLimit()).isPositive();
        assertThat(collected.machine().cores()).isEqualTo(Runtime.getRuntime().availableProcessors());
        assertThat(collected.machine().cpuBusyShare()).isPositive();
        assertThat(collected.events()).isEmpty();
        assertThat(collected.problems()).isEmpty();
        assertThat(collector.latest().cpuCores("appServers")).isPositive();
    }

    @Test
    void figuresForThoseWhoWatchNeedNoMeasurementAndEndWithTheCollector(@TempDir Path disk) throws Exception {
        Process writer = shell("while :; do dd if=/dev/zero of=" + disk.resolve("file") + " bs=64k count=16 conv=fsync;"
                + " sleep 0.1; done 2> /dev/null");
        start(Instance.of("relational", "writer", writer.pid()));
        assertThat(collector.figures().storage()).as("no reading before").isEmpty();
        until("what it wrote", () -> storage() > 0);
        assertThat(collector.figures().network())
                .as("alone in this machine's network")
                .containsOnlyKeys("relational");

        collector.close();
        assertThat(collector.figures()).isEqualTo(LiveFigures.NONE);
    }

    private double storage() {
        try {
            return collector.figures().storage().getOrDefault("relational", 0.0);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static Duration cpu(Process process) {
        return process.descendants()
                .map(p -> p.info().totalCpuDuration().orElse(Duration.ZERO))
                .reduce(Duration.ZERO, Duration::plus);
    }

    @Test
    void thePowerIsWhatThePlantedCountersSay(@TempDir Path powercap) throws Exception {
        Process app = shell("exec sleep 60");
        planted(powercap, 1_000_000);
        collector = ProcCollector.start(
                new Rapl(powercap),
                List.of(Instance.of("appServers", "app1", app.pid())),
                InstantSource.system(),
                System::nanoTime,
                ProcessHandle.current().pid());
        collector.beginMeasurement();
        untilSamples(1);
        planted(powercap, 91_000_000);
        collector.endMeasurement();

        Collected collected = collector.collected();
        assertThat(collected.machine().power().source()).isEqualTo("package-0");
        assertThat(collected.machine().power().watts()).isCloseTo(90 / collected.seconds(), within(1e-9));
    }

    @Test
    void energyUsedWhileAServerIsAskedAtTheBeginningIsMeasured(@TempDir Path powercap) throws Exception {
        Process search = shell("exec sleep 60");
        AtomicInteger asked = new AtomicInteger();
        planted(powercap, 1_000_000);
        Instance server = Instance.of("services", "search", search.pid()).reporting(_ -> {
            if (asked.getAndIncrement() == 0) {
                planted(powercap, 31_000_000);
            }
            return new ServerStatistics.Reading("", Map.of(), Map.of());
        });
        collector = ProcCollector.start(
                new Rapl(powercap),
                List.of(server),
                InstantSource.system(),
                System::nanoTime,
                ProcessHandle.current().pid());
        collector.beginMeasurement();
        untilSamples(1);
        collector.endMeasurement();

        Collected collected = collector.collected();
        assertThat(collected.machine().power().watts()).isCloseTo(30 / collected.seconds(), within(1e-9));
    }

    @Test
    void aServerThatAnswersSlowlyAtTheBeginningDelaysNoSample() throws Exception {
        Process search = shell("exec sleep 60");
        AtomicInteger asked = new AtomicInteger();
        start(Instance.of("services", "search", search.pid()).reporting(_ -> {
            Sample before = collector.latest();
            if (asked.getAndIncrement() == 0) {
                until("a sample meanwhile", () -> collector.latest() != before);
            }
            return new ServerStatistics.Reading("", Map.of(), Map.of());
        }));
        collector.beginMeasurement();
        collector.endMeasurement();

        assertThat(collector.collected().problems()).isEmpty();
        assertThat(collector.collected().samples()).isNotEmpty();
    }

    /** It is older than the end. Kept after it, its counter would have begun anew: all that the server ever received. */
    @Test
    void anAnswerThatWasUnderWayAtTheEndIsNoLaterOne() throws Exception {
        Process broker = shell("exec sleep 60");
        AtomicInteger asked = new AtomicInteger();
        CountDownLatch over = new CountDownLatch(1);
        start(Instance.of("broker", "broker1", broker.pid()).reporting(_ -> {
            int number = asked.incrementAndGet();
            if (number == 2) {
                over.await();
            }
            return new ServerStatistics.Reading("", Map.of("received", 1_000L + number), Map.of());
        }));
        collector.beginMeasurement();
        until("a question in between", () -> asked.get() >= 2);
        collector.endMeasurement();
        over.countDown();
        untilSamples(collector.collected().samples().size() + 2);

        assertThat(collector
                        .collected()
                        .instances()
                        .getFirst()
                        .server()
                        .deltas()
                        .get("received"))
                .isBetween(2L, 4L);
    }

    private static void planted(Path powercap, long microjoules) throws IOException {
        Path zone = Files.createDirectories(powercap.resolve("intel-rapl:0"));
        Files.writeString(zone.resolve("name"), "package-0\n");
        Files.writeString(zone.resolve("max_energy_range_uj"), "262143328850\n");
        Files.writeString(zone.resolve("energy_uj"), microjoules + "\n");
    }

    /** The harness is another process here, so that children of this test can be strangers to it. */
    @Test
    void whatAProcessOutsideTheRunTakesIsSeenAndNamed() throws Exception {
        Process app = shell("exec sleep 60");
        Process harness = shell("exec sleep 60");
        Process stranger = shell("while :; do :; done");
        collector = ProcCollector.start(
                List.of(Instance.of("appServers", "app1", app.pid())),
                InstantSource.system(),
                System::nanoTime,
                harness.pid());
        collector.beginMeasurement();
        Duration before = stranger.info().totalCpuDuration().orElseThrow();
        long began = System.nanoTime();
        untilSamples(3);
        collector.endMeasurement();
        Duration used = stranger.info().totalCpuDuration().orElseThrow().minus(before);
        double cores = Runtime.getRuntime().availableProcessors();
        double expected = used.toNanos() / (double) (System.nanoTime() - began) / cores;

        Outside outside = collector.collected().machine().outside();
        assertThat(outside.share()).isGreaterThan(0.8 * expected);
        assertThat(outside.processes()).extracting(Outside.Taker::command).contains("sh");
        assertThat(collector.collected().samples().getLast().outside().share()).isPositive();
    }

    @Test
    void aStoppedProcessIsSeen() throws Exception {
        Process app = shell("exec sleep 60");
        start(Instance.of("appServers", "app1", app.pid()));
        signal("STOP", app);
        until("a sample of it", () -> collector.latest().instances().stream().anyMatch(Sample.InstanceSample::stopped));
        signal("CONT", app);
        until("a sample without", () -> collector.latest().instances().stream()
                .noneMatch(Sample.InstanceSample::stopped));
    }

    private static void signal(String name, Process process) throws Exception {
        assertThat(new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                        .start()
                        .waitFor())
                .isZero();
    }

    @Test
    void aProcessThatIsKilledIsAnEvent() throws Exception {
        Process victim = shell("exec sleep 60");
        Process survivor = shell("exec sleep 60");
        start(Instance.of("appServers", "app1", victim.pid()), Instance.of("relational", "postgres", survivor.pid()));
        untilSamples(1);
        assertThat(collector.collected().events()).isEmpty();
        victim.destroyForcibly().waitFor();
        until("the event", () -> !collector.collected().events().isEmpty());
        assertThat(collector.collected().events())
                .singleElement()
                .extracting(ProcessEvent::instance, ProcessEvent::kind)
                .containsExactly("app1", ProcessEvent.Kind.VANISHED);
    }

    @Test
    void applicationMetricsAreTheDifferenceOfTwoPages() throws Exception {
        AtomicInteger scrapes = new AtomicInteger();
        List<String> tokens = new ArrayList<>();
        HttpServer server = ServerBounds.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        server.createContext("/metrics", exchange -> {
            tokens.add(exchange.getRequestHeaders().getFirst("Authorization"));
            byte[] page = ("# TYPE gavel_bids_total counter\ngavel_bids_total " + 100 * scrapes.incrementAndGet()
                            + "\n")
                    .getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, page.length);
            exchange.getResponseBody().write(page);
            exchange.close();
        });
        server.start();
        try {
            Process process = shell("exec sleep 60");
            start(Instance.of("appServers", "app1", process.pid())
                    .scraping(new GuardedPage(
                            URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/metrics"),
                            "secret",
                            "")));
            collector.beginMeasurement();
            collector.endMeasurement();
            assertThat(collector.collected().instances().getFirst().app().counters())
                    .containsEntry("gavel_bids_total", 100.0);
            assertThat(tokens).containsOnly("Bearer secret");
        } finally {
            server.stop(0);
        }
    }

    @Test
    void whatCannotBeReadIsAProblemNotAFailure() throws Exception {
        Process process = shell("exec sleep 60");
        start(Instance.of("appServers", "app1", process.pid())
                .scraping(new GuardedPage(URI.create("http://127.0.0.1:1/metrics"), "secret", ""))
                .querying("jdbc:postgresql://127.0.0.1:1/gavel", "gavel", "secret"));
        collector.beginMeasurement();
        collector.endMeasurement();
        Collected collected = collector.collected();
        assertThat(collected.instances().getFirst().app()).isNull();
        assertThat(collected.problems())
                .anyMatch(p -> p.startsWith("metrics of app1 could not be read"))
                .anyMatch(p -> p.startsWith("statistics of app1 could not be read"))
                .noneMatch(p -> p.contains("secret"));
    }

    @Test
    void ofWhatIsElsewhereOnlyItsOwnFiguresAreKnown() throws Exception {
        AtomicInteger readings = new AtomicInteger();
        Process process = shell("exec sleep 60");
        start(
                Instance.of("appServers", "app1", process.pid()),
                Instance.elsewhere("broker", "external-broker")
                        .reporting(scraper -> new ServerStatistics.Reading(
                                "far away", Map.of("received", 10L * readings.incrementAndGet()), Map.of())),
                Instance.elsewhere("relational", "external-database")
                        .querying("jdbc:postgresql://127.0.0.1:1/gavel", "gavel", "secret"));
        untilSamples(1);
        collector.beginMeasurement();
        collector.endMeasurement();
        Collected collected = collector.collected();

        assertThat(collected.events()).as("nobody misses its processes").isEmpty();
        assertThat(collected.tiers()).containsExactly("appServers");
        assertThat(collected.samples().getLast().instances()).hasSize(1);
        assertThat(collected.instances().get(1).elsewhere()).isTrue();
        assertThat(collected.instances().get(1).server().deltas()).containsEntry("received", 10L);
        assertThat(collected.problems())
                .singleElement()
                .asString()
                .startsWith("statistics of external-database could not be read");
    }

    @Test
    void anInterruptedRunStillHasItsSamples() throws Exception {
        Process process = shell("exec sleep 60");
        start(Instance.of("appServers", "app1", process.pid()));
        untilSamples(1);
        assertThat(collector.collected().instances()).isEmpty();
        assertThat(collector.collected().samples()).isNotEmpty();
        collector.beginMeasurement();
        assertThat(collector.collected().instances()).as("the sums up to now").hasSize(1);
    }
}
