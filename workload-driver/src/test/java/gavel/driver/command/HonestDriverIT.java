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
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * The driver as a process that is kept from its work, against a server that is well, and the other way round: it must blame whoever
 * it is. Each test prints the verdict; they run side by side, as each of them mostly waits.
 */
class HonestDriverIT {
    private static final String USERS = Integer.toString(DriverProcess.USERS);
    private static final Path CPU_GROUPS = Path.of("/sys/fs/cgroup/cpu");
    /** Of each second of processor time. */
    private static final String STARVING_QUOTA_MICROS = "5000";

    private final ScheduledExecutorService hand = Executors.newSingleThreadScheduledExecutor();
    private StubServer server;

    @BeforeEach
    void open() {
        server = new StubServer(5, 10_000);
    }

    @AfterEach
    void close() {
        hand.shutdownNow();
        server.close();
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void aDriverThatIsLeftAlonePasses() throws Exception {
        try (DriverProcess driver = DriverProcess.start(List.of(), server.address(), "--users", USERS)) {
            int exit = driver.exitCode();
            show(driver);
            assertThat(exit).as(driver.said()).isEqualTo(DriverCommand.PASS);
            assertThat(driver.said()).contains("PASS with " + USERS + " users");
        }
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void aDriverThatIsFrozenNowAndThenIsInvalidThoughTheServerIsWell() throws Exception {
        try (DriverProcess driver = DriverProcess.start(List.of(), server.address(), "--users", USERS)) {
            driver.await("WARM_UP");
            hand.scheduleAtFixedRate(() -> driver.signal("STOP"), 3, 10, TimeUnit.SECONDS);
            hand.scheduleAtFixedRate(() -> driver.signal("CONT"), 6, 10, TimeUnit.SECONDS);

            assertInvalid(driver, "give the driver more CPU");
        }
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void aDriverThatGetsTooLittleProcessorTimeIsInvalidThoughTheServerIsWell() throws Exception {
        boolean possible = Files.isWritable(CPU_GROUPS.resolve("cgroup.procs"));
        if (!possible) {
            System.out.println("NOT TESTED: a driver that is throttled, which needs cgroup v1 and root");
        }
        assumeTrue(possible);
        Path group = Files.createDirectory(
                CPU_GROUPS.resolve("gavel-starved-" + ProcessHandle.current().pid()));
        try (DriverProcess driver = DriverProcess.start(List.of(), server.address(), "--users", USERS)) {
            Files.writeString(group.resolve("cpu.cfs_period_us"), "1000000");
            Files.writeString(group.resolve("cpu.cfs_quota_us"), STARVING_QUOTA_MICROS);
            driver.await("WARM_UP");
            move(driver, group);
            // After the measurement it gets its share again, so that it can end.
            hand.schedule(() -> move(driver, CPU_GROUPS), 20, TimeUnit.SECONDS);

            assertInvalid(driver, "give the driver more CPU");
        } finally {
            Files.delete(group);
        }
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void aServerThatIsFarTooSlowFailsThoughTheDriverIsHeldUpToo() throws Exception {
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

            int exit = driver.exitCode();
            show(driver);
            assertThat(exit).as(driver.said()).isEqualTo(DriverCommand.FAIL);
            assertThat(verdict(driver)).contains("so the server was slow");
        }
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void aDriverWithoutDescriptorsIsInvalidAndSaysHowToGetMore() throws Exception {
        List<String> few = List.of("sh", "-c", "ulimit -n 256 && exec \"$@\"", "sh");
        try (DriverProcess driver = DriverProcess.start(few, server.address(), "--users", "200")) {
            assertInvalid(driver, "ulimit -n");
        }
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void aDriverWithTooFewConnectionsIsInvalidAndNamesTheCap() throws Exception {
        try (DriverProcess driver =
                DriverProcess.start(List.of(), server.address(), "--users", USERS, "--max-connections", "10")) {
            assertInvalid(driver, "the cap");
        }
    }

    private static void assertInvalid(DriverProcess driver, String advice) throws InterruptedException {
        int exit = driver.exitCode();
        show(driver);
        assertThat(exit).as(driver.said()).isEqualTo(DriverCommand.INVALID);
        assertThat(driver.said()).contains(advice).doesNotContain("PASS with").doesNotContain("FAIL: ");
    }

    private static void show(DriverProcess driver) {
        System.out.println(verdict(driver));
    }

    private static String verdict(DriverProcess driver) {
        return driver.said()
                .lines()
                .filter(line ->
                        line.startsWith("INVALID: ") || line.startsWith("FAIL: ") || line.startsWith("PASS with "))
                .findFirst()
                .orElse("no verdict");
    }

    private static void move(DriverProcess driver, Path group) {
        try {
            Files.writeString(group.resolve("cgroup.procs"), Long.toString(driver.pid()));
        } catch (IOException failed) {
            throw new IllegalStateException("the process could not be moved to " + group, failed);
        }
    }
}
