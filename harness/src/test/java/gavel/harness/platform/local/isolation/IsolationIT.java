package gavel.harness.platform.local.isolation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import gavel.harness.config.placement.Partition;
import gavel.harness.platform.local.host.Host;
import gavel.harness.platform.local.host.HostProcess;
import gavel.harness.platform.local.host.LocalHost;
import gavel.harness.platform.local.host.ProcessSpec;
import gavel.harness.time.Timekeeper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** This machine, really divided: needs root, iproute2 and control groups. */
class IsolationIT {
    private static final Partition ADDRESSED = new Partition("app1", true, 0.2, 256L << 20);
    private static final Partition OTHER = new Partition("app2", true, 0, 0);
    private static final Partition LIMITED = new Partition("app1", false, 0.2, 0);

    @TempDir
    Path directory;

    private final Timekeeper time = Timekeeper.system();
    private LocalHost host;

    @BeforeEach
    void canBeDivided() {
        List<String> obstacles = Isolation.obstacles(List.of(ADDRESSED));
        if (!obstacles.isEmpty()) {
            System.out.println("NOT TESTED: hosts on one machine: " + obstacles);
        }
        assumeTrue(obstacles.isEmpty(), () -> "this machine cannot be divided: " + obstacles);
        host = new LocalHost(directory);
    }

    @AfterEach
    void reunited() {
        if (host != null) {
            host.recorded().forEach(process -> process.stop(Duration.ofSeconds(5)));
            host.reunite();
        }
    }

    private ProcessSpec spec(String name, String... command) {
        return new ProcessSpec(name, "test", List.of(command), Map.of(), directory, 0, true);
    }

    private List<String> output(Host where, String... command) throws IOException, InterruptedException {
        List<String> lines = new ArrayList<>();
        where.run(spec("ask", command), lines::add, Duration.ofSeconds(10));
        return lines;
    }

    @Test
    void aPartHasAnAddressThatTheMachineAndTheOtherPartsReach() throws Exception {
        host.divide(List.of(ADDRESSED, OTHER));
        Host app1 = host.part("app1");
        app1.start(spec("listener", "python3", "-m", "http.server", "17001", "--bind", app1.address()));

        assertThat(time.await(() -> app1.listening(app1.address(), 17001), Duration.ofSeconds(10)))
                .isTrue();
        String connect = "exec 3<> /dev/tcp/" + app1.address() + "/17001 && echo connected";
        assertThat(output(host.part("app2"), "bash", "-c", connect)).containsExactly("connected");
        assertThat(output(app1, "ip", "-4", "-br", "address", "show", "dev", "eth0"))
                .singleElement()
                .asString()
                .contains(app1.address() + "/24");
        assertThat(app1.network()).endsWith(".0/24");
        assertThat(host.address()).isEqualTo("127.0.0.1");
    }

    @Test
    void aQuotaHoldsOnceItIsInForceAndNotBefore() throws Exception {
        host.divide(List.of(LIMITED));
        HostProcess busy = host.part("app1").start(spec("busy", "sh", "-c", "while :; do :; done"));

        // More than a quota would let it have, and no more than others leave it.
        assertThat(cpuShare(busy)).as("no limit yet").isGreaterThan(0.3);
        host.limitCpu(true);
        assertThat(cpuShare(busy)).as("a quota of 0.2 cores").isBetween(0.1, 0.26);
        host.limitCpu(false);
        assertThat(cpuShare(busy)).as("lifted").isGreaterThan(0.3);
        assertThat(busy.host()).isEqualTo("app1");
    }

    private double cpuShare(HostProcess process) throws IOException, InterruptedException {
        long begun = System.nanoTime();
        double before = cpuSeconds(process.pid());
        time.await(() -> System.nanoTime() - begun > 1_000_000_000L, Duration.ofSeconds(2));
        return (cpuSeconds(process.pid()) - before) / ((System.nanoTime() - begun) / 1e9);
    }

    private static double cpuSeconds(long pid) throws IOException {
        String[] fields = Files.readString(Path.of("/proc", Long.toString(pid), "stat"))
                .replaceAll(".*\\) ", "")
                .split(" ");
        return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) / 100.0;
    }

    @Test
    void anotherHarnessFindsThePartsByTheRunDirectoryAndTakesThemAwayWithWhatIsLeftInThem() throws Exception {
        host.divide(List.of(ADDRESSED));
        Layout layout = new Isolation(directory).layout().orElseThrow();
        HostProcess left = host.part("app1").start(spec("left", "sleep", "60"));
        assertThat(output(host, "ip", "netns", "list").toString()).contains(layout.namespace(ADDRESSED));

        new LocalHost(directory).reunite();

        assertThat(left.alive()).isFalse();
        assertThat(output(host, "ip", "netns", "list").toString()).doesNotContain(layout.tag());
        assertThat(output(host, "ip", "-br", "link").toString()).doesNotContain(layout.tag());
        assertThat(Files.readString(Path.of("/proc/self/mounts"))).doesNotContain(layout.tag());
        new LocalHost(directory).reunite();
    }

    @Test
    void twoDeploymentsStandSideBySideAndDividingAgainChangesNothing(@TempDir Path second) throws Exception {
        LocalHost other = new LocalHost(second);
        try {
            host.divide(List.of(ADDRESSED));
            other.divide(List.of(ADDRESSED));
            String address = host.part("app1").address();

            assertThat(other.part("app1").network())
                    .isNotEqualTo(host.part("app1").network());
            new LocalHost(directory).divide(List.of(ADDRESSED));
            assertThat(new LocalHost(directory).part("app1").address()).isEqualTo(address);
        } finally {
            other.reunite();
        }
        assertThat(output(host.part("app1"), "ip", "-4", "-br", "address").toString())
                .contains(host.part("app1").address());
    }
}
