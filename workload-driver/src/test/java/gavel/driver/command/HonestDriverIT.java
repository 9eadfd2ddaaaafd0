package gavel.driver.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import gavel.driver.stub.StubServer;
import gavel.driver.stub.StubServer.Fault;
import gavel.driver.stub.StubServer.Reply;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * The driver as a process that is kept from its work, against a server that is well, and the other way round: it must blame whoever
 * it is. All begin at once, as each of them mostly waits, and nothing else is running; each test prints the verdict of its own.
 */
@Isolated("a driver that is left alone has to pass")
class HonestDriverIT {
    private static final String USERS = Integer.toString(DriverProcess.USERS);
    private static final Path CPU_GROUPS = Path.of("/sys/fs/cgroup/cpu");
    /** Of each second of processor time. */
    private static final String STARVING_QUOTA_MICROS = "5000";

    private static ExecutorService side;
    private static Future<Ended> alone;
    private static Future<Ended> frozen;
    private static Future<Ended> starved;
    private static Future<Ended> slowServer;
    private static Future<Ended> withoutDescriptors;
    private static Future<Ended> withoutConnections;

    /** What became of a driver. */
    private record Ended(int exit, String said) {
        static Ended of(DriverProcess driver) throws InterruptedException {
            int exit = driver.exitCode();
            return new Ended(exit, driver.said());
        }

        String verdict() {
            return said.lines()
                    .filter(line ->
                            line.startsWith("INVALID: ") || line.startsWith("FAIL: ") || line.startsWith("PASS with "))
                    .findFirst()
                    .orElse("no verdict");
        }
    }

    /** A driver and what is done to it. */
    @FunctionalInterface
    private interface Course {
        Ended against(StubServer server, ScheduledExecutorService hand) throws Exception;
    }

    @BeforeAll
    static void begin() {
        side = Executors.newCachedThreadPool();
        alone = beside((server, _) -> {
            try (DriverProcess driver = DriverProcess.start(List.of(), server.address(), "--users", USERS)) {
                return Ended.of(driver);
            }
        });
        frozen = beside(HonestDriverIT::frozenNowAndThen);
        starved = possible() ? beside(HonestDriverIT::starved) : null;
        slowServer = beside(HonestDriverIT::heldUpAgainstASlowServer);
        withoutDescriptors = beside((server, _) -> {
            List<String> few = List.of("sh", "-c", "ulimit -n 256 && exec \"$@\"", "sh");
            try (DriverProcess driver = DriverProcess.start(few, server.address(), "--users", "200")) {
                return Ended.of(driver);
            }
        });
        withoutConnections = beside((server, _) -> {
            try (DriverProcess driver =
                    DriverProcess.start(List.of(), server.address(), "--users", USERS, "--max-connections", "10")) {
                return Ended.of(driver);
            }
        });
    }

    @AfterAll
    static void end() {
        side.shutdownNow();
    }

    private static Future<Ended> beside(Course course) {
        return side.submit(() -> {
            ScheduledExecutorService hand = Executors.newSingleThreadScheduledExecutor();
            try (StubServer server = new StubServer(5, 10_000)) {
                return course.against(server, hand);
            } finally {
                hand.shutdownNow();
            }
        });
    }

    private static Ended frozenNowAndThen(StubServer server, ScheduledExecutorService hand) throws Exception {
        try (DriverProcess driver = DriverProcess.start(List.of(), server.address(), "--users", USERS)) {
            driver.await("WARM_UP");
            hand.scheduleAtFixedRate(() -> driver.signal("STOP"), 3, 10, TimeUnit.SECONDS);
            hand.scheduleAtFixedRate(() -> driver.signal("CONT"), 6, 10, TimeUnit.SECONDS);
            return Ended.of(driver);
        }
    }

    private static boolean possible() {
        return Files.isWritable(CPU_GROUPS.resolve("cgroup.procs"));
    }

    private static Ended starved(StubServer server, ScheduledExecutorService hand) throws Exception {
        Path group = Files.createDirectory(
                CPU_GROUPS.resolve("gavel-starved-" + ProcessHandle.current().pid()));
        try (DriverProcess driver = DriverProcess.start(List.of(), server.address(), "--users", USERS)) {
            Files.writeString(group.resolve("cpu.cfs_period_us"), "1000000");
            Files.writeString(group.resolve("cpu.cfs_quota_us"), STARVING_QUOTA_MICROS);
            driver.await("WARM_UP");
            move(driver, group);
            // After the measurement it gets its share again, so that it can end.
            hand.schedule(() -> move(driver, CPU_GROUPS), 20, TimeUnit.SECONDS);
            return Ended.of(driver);
        } finally {
            Files.delete(group);
        }
    }

    private static Ended heldUpAgainstASlowServer(StubServer server, ScheduledExecutorService hand) throws Exception {
        server.misbehave(new Fault() {
            @Override
            public Reply instead(String method, String path) {
                return null;
            }

            @Override
            public long delayMillis(String method, String path) {
                return path.startsWith("/api/auctions?") || path.startsWith("/api/items?") ? 9_000 : 0;
            }
        });
        try (DriverProcess driver = DriverProcess.start(List.of(), server.address(), "--users", USERS)) {
            driver.await("WARM_UP");
            hand.scheduleAtFixedRate(() -> driver.signal("STOP"), 400, 400, TimeUnit.MILLISECONDS);
            hand.scheduleAtFixedRate(() -> driver.signal("CONT"), 600, 400, TimeUnit.MILLISECONDS);
            return Ended.of(driver);
        }
    }

    @Test
    void aDriverThatIsLeftAlonePasses() throws Exception {
        Ended driver = shown(alone);
        assertThat(driver.exit()).as(driver.said()).isEqualTo(DriverCommand.PASS);
        assertThat(driver.said()).contains("PASS with " + USERS + " users");
    }

    @Test
    void aDriverThatIsFrozenNowAndThenIsInvalidThoughTheServerIsWell() throws Exception {
        assertInvalid(shown(frozen), "give the driver more CPU");
    }

    @Test
    void aDriverThatGetsTooLittleProcessorTimeIsInvalidThoughTheServerIsWell() throws Exception {
        if (starved == null) {
            System.out.println("NOT TESTED: a driver that is throttled, which needs cgroup v1 and root");
        }
        assumeTrue(starved != null);
        assertInvalid(shown(starved), "give the driver more CPU");
    }

    @Test
    void aServerThatIsFarTooSlowFailsThoughTheDriverIsHeldUpToo() throws Exception {
        Ended driver = shown(slowServer);
        assertThat(driver.exit()).as(driver.said()).isEqualTo(DriverCommand.FAIL);
        assertThat(driver.verdict()).contains("so the server was slow");
    }

    @Test
    void aDriverWithoutDescriptorsIsInvalidAndSaysHowToGetMore() throws Exception {
        assertInvalid(shown(withoutDescriptors), "ulimit -n");
    }

    @Test
    void aDriverWithTooFewConnectionsIsInvalidAndNamesTheCap() throws Exception {
        assertInvalid(shown(withoutConnections), "drivers.maxConnections (--max-connections)");
    }

    private static void assertInvalid(Ended driver, String advice) {
        assertThat(driver.exit()).as(driver.said()).isEqualTo(DriverCommand.INVALID);
        assertThat(driver.said()).contains(advice).doesNotContain("PASS with").doesNotContain("FAIL: ");
    }

    private static Ended shown(Future<Ended> driver) throws Exception {
        Ended ended = driver.get();
        System.out.println(ended.verdict());
        return ended;
    }

    private static void move(DriverProcess driver, Path group) {
        try {
            Files.writeString(group.resolve("cgroup.procs"), Long.toString(driver.pid()));
        } catch (IOException failed) {
            throw new IllegalStateException("the process could not be moved to " + group, failed);
        }
    }
}
