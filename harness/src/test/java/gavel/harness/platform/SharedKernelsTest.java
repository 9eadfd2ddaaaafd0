package gavel.harness.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Containers of one kernel, and virtual machines that have one boot id and no kernel in common. */
class SharedKernelsTest {
    private static final String BOOT = "6c1f2a40-93a1-4a8b-8f5e-0d6c1b7e2f11";

    private final Map<String, Supplier<HostDescription>> hosts = new LinkedHashMap<>();
    private final AtomicInteger asked = new AtomicInteger();

    /** A kernel that goes on counting while it is asked. */
    private final class Kernel {
        private final long eachTime;
        private long switches;
        private long forks;
        private long interrupts;

        Kernel(long switches, long forks, long interrupts, long eachTime) {
            this.switches = switches;
            this.forks = forks;
            this.interrupts = interrupts;
            this.eachTime = eachTime;
        }

        synchronized HostDescription described(String boot) {
            asked.incrementAndGet();
            switches += 3 * eachTime;
            forks += eachTime / 50;
            interrupts += eachTime;
            return SharedKernelsTest.described(boot, new KernelCounts(switches, forks, interrupts));
        }
    }

    private static HostDescription described(String boot, KernelCounts counts) {
        return new HostDescription("", "", "", "", "", "", boot, counts);
    }

    @BeforeEach
    void oneMachineAlone() {
        Kernel alone = new Kernel(10, 10, 10, 10);
        hosts.put("alone", () -> alone.described("another boot"));
    }

    @Test
    void containersOfOneKernelAreOneMachine() {
        Kernel kernel = new Kernel(900_000, 4_000, 700_000, 60);
        for (String name : List.of("app1", "app2", "data")) {
            hosts.put(name, () -> kernel.described(BOOT));
        }

        assertThat(SharedKernels.machines(hosts))
                .isEqualTo(Map.of("alone", "alone", "app1", "app1", "app2", "app1", "data", "app1"));
    }

    @Test
    void aKernelAtRestIsStillOne() {
        Kernel kernel = new Kernel(900_000, 4_000, 700_000, 0);
        hosts.put("app1", () -> kernel.described(BOOT));
        hosts.put("app2", () -> kernel.described(BOOT));

        assertThat(SharedKernels.machines(hosts)).containsEntry("app2", "app1");
    }

    @Test
    void virtualMachinesOfOneSnapshotAreSeparate() {
        // Two seconds after both were resumed: equal in forks, and not in what timers and the network did.
        Kernel one = new Kernel(901_412, 4_003, 700_880, 60);
        Kernel other = new Kernel(902_036, 4_003, 701_207, 60);
        hosts.put("app1", () -> one.described(BOOT));
        hosts.put("app2", () -> other.described(BOOT));

        assertThat(SharedKernels.machines(hosts)).containsEntry("app1", "app1").containsEntry("app2", "app2");
    }

    @Test
    void virtualMachinesThatOvertakeEachOtherAreSeparate() {
        // The busier one passes the other: in the first round all numbers fit, in the second none.
        Kernel one = new Kernel(900_000, 4_000, 700_000, 900);
        Kernel other = new Kernel(907_000, 4_045, 702_200, 5);
        hosts.put("app1", () -> one.described(BOOT));
        hosts.put("app2", () -> other.described(BOOT));

        assertThat(SharedKernels.machines(hosts)).containsEntry("app2", "app2");
    }

    @Test
    void containersOnTwoMachinesOfOneSnapshotAreTwo() {
        Kernel one = new Kernel(900_000, 4_000, 700_000, 60);
        Kernel other = new Kernel(950_000, 4_900, 790_000, 60);
        hosts.put("a", () -> one.described(BOOT));
        hosts.put("b", () -> other.described(BOOT));
        hosts.put("c", () -> one.described(BOOT));
        hosts.put("d", () -> other.described(BOOT));

        assertThat(SharedKernels.machines(hosts))
                .isEqualTo(Map.of("alone", "alone", "a", "a", "b", "b", "c", "a", "d", "b"));
    }

    @Test
    void whatAKernelDoesNotSayIsNotMerged() {
        hosts.put("app1", () -> described(BOOT, KernelCounts.UNKNOWN));
        hosts.put("app2", () -> described(BOOT, KernelCounts.UNKNOWN));
        hosts.put("x", () -> described("", KernelCounts.UNKNOWN));
        hosts.put("y", () -> described("", KernelCounts.UNKNOWN));

        assertThat(SharedKernels.machines(hosts).values()).doesNotHaveDuplicates();
    }

    @Test
    void hostsOfOtherBootIdsAreAskedOnce() {
        Kernel one = new Kernel(900_000, 4_000, 700_000, 60);
        hosts.put("app1", () -> one.described(BOOT));

        SharedKernels.machines(hosts);

        assertThat(asked).hasValue(2);
    }

    @Test
    void sixteenAreAskedAtOnceAndNoMore() {
        Kernel kernel = new Kernel(900_000, 4_000, 700_000, 60);
        CyclicBarrier sixteen = new CyclicBarrier(16);
        AtomicInteger now = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        hosts.clear();
        for (int i = 1; i <= 32; i++) {
            AtomicInteger times = new AtomicInteger();
            hosts.put("app" + i, () -> {
                most.accumulateAndGet(now.incrementAndGet(), Math::max);
                // What each of them is, and the first round of sixteen comparisons.
                if (times.incrementAndGet() <= 2) {
                    await(sixteen);
                }
                now.decrementAndGet();
                return kernel.described(BOOT);
            });
        }

        assertThat(SharedKernels.machines(hosts).values()).hasSize(32).containsOnly("app1");
        assertThat(most).hasValue(16);
        assertThat(asked).as("once each, and nine times for each comparison").hasValue(32 + 9 * 31);
    }

    private static void await(CyclicBarrier all) {
        try {
            all.await(20, TimeUnit.SECONDS);
        } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void countsAreThoseOfTheWholeKernel() {
        assertThat(KernelCounts.parse(List.of(
                        "cpu  1 2 3",
                        "cpu0 1 2 3",
                        "intr 5012 0 9 77",
                        "ctxt 123456789012",
                        "btime 1790000000",
                        "processes 4711",
                        "procs_running 2",
                        "softirq 99 1 2")))
                .isEqualTo(new KernelCounts(123_456_789_012L, 4_711, 5_012));
        assertThat(KernelCounts.parse(List.of("cpu 1 2 3")).known()).isFalse();
    }
}
