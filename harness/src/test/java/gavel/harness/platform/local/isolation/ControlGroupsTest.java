package gavel.harness.platform.local.isolation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.config.placement.Partition;
import gavel.harness.failure.EnvironmentException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On directories that look like the kernel's. */
class ControlGroupsTest {
    private static final Partition APP = new Partition("app1", false, 0.25, 512L << 20);
    private static final Partition FREE = new Partition("web1", true, 0, 0);
    private static final Layout LAYOUT = new Layout("gv1", "mine", null, false, List.of(APP, FREE));

    @TempDir
    Path mounts;

    @TempDir
    Path proc;

    private ControlGroups groups;

    @BeforeEach
    void inAGroupOfItsOwn() throws IOException {
        Files.writeString(proc.resolve("cgroup"), "4:memory:/mine\n1:cpu,cpuacct:/\n0::/\n");
        groups = new ControlGroups(mounts, proc.resolve("cgroup"), System::nanoTime);
    }

    private Path versionOne(String controller, String own) throws IOException {
        return Files.createDirectories(mounts.resolve(controller + own));
    }

    private void versionTwo(String controllers) throws IOException {
        Files.writeString(mounts.resolve("cgroup.controllers"), controllers);
        Files.writeString(mounts.resolve("cgroup.subtree_control"), "memory");
    }

    private String read(String file) throws IOException {
        return Files.readString(mounts.resolve(file));
    }

    @Test
    void versionOneHasAGroupForEachControllerBelowTheHarnesssOwn() throws IOException {
        versionOne("memory", "/mine");
        versionOne("cpu", "");

        groups.make(LAYOUT);

        assertThat(read("memory/mine/gavel-gv1/app1/memory.limit_in_bytes")).isEqualTo("" + (512L << 20));
        assertThat(groups.doors(LAYOUT, APP))
                .containsExactly(
                        mounts.resolve("cpu/gavel-gv1/app1/cgroup.procs"),
                        mounts.resolve("memory/mine/gavel-gv1/app1/cgroup.procs"));
        assertThat(groups.doors(LAYOUT, FREE)).isEmpty();
    }

    @Test
    void aQuotaOfVersionOneIsOfFiveMilliseconds() throws IOException {
        versionOne("memory", "/mine");
        versionOne("cpu", "");
        groups.make(LAYOUT);

        groups.limitCpu(LAYOUT, true);

        assertThat(read("cpu/gavel-gv1/app1/cpu.cfs_period_us")).isEqualTo("20000");
        assertThat(read("cpu/gavel-gv1/app1/cpu.cfs_quota_us")).isEqualTo("5000");
        groups.limitCpu(LAYOUT, false);
        assertThat(read("cpu/gavel-gv1/app1/cpu.cfs_quota_us")).isEqualTo("-1");
    }

    @Test
    void versionTwoHasOneGroupAndAdmitsItsControllersOnTheWayDown() throws IOException {
        versionTwo("cpuset cpu io memory pids");

        groups.make(LAYOUT);
        groups.limitCpu(LAYOUT, true);

        assertThat(read("cgroup.subtree_control")).isEqualTo("+cpu");
        assertThat(read("gavel-gv1/app1/memory.max")).isEqualTo("" + (512L << 20));
        assertThat(read("gavel-gv1/app1/cpu.max")).isEqualTo("5000 20000");
        assertThat(groups.doors(LAYOUT, APP)).containsExactly(mounts.resolve("gavel-gv1/app1/cgroup.procs"));
        groups.limitCpu(LAYOUT, false);
        assertThat(read("gavel-gv1/app1/cpu.max")).isEqualTo("max 20000");
    }

    @Test
    void aSmallQuotaHasALongPeriodAndALargeOneTheShortest() throws IOException {
        versionTwo("cpu memory");
        Layout several = new Layout(
                "gv1",
                "mine",
                null,
                false,
                List.of(new Partition("app1", false, 0.05, 0), new Partition("db1", false, 1.5, 0)));
        groups.make(several);

        groups.limitCpu(several, true);

        assertThat(read("gavel-gv1/app1/cpu.max")).isEqualTo("5000 100000");
        assertThat(read("gavel-gv1/db1/cpu.max")).isEqualTo("15000 10000");
    }

    @Test
    void aMissingControllerIsNamed() throws IOException {
        versionOne("cpu", "");

        assertThat(groups.obstacle())
                .hasValueSatisfying(text -> assertThat(text).contains("'memory'"));
        assertThatThrownBy(() -> groups.make(LAYOUT))
                .isInstanceOf(EnvironmentException.class)
                .hasMessageContaining("'memory'");
        versionTwo("cpu memory");
        assertThat(groups.obstacle()).isEmpty();
    }

    @Test
    void removingTwiceIsHarmlessAndLeavesTheGroupsOfOthers() throws IOException {
        versionOne("memory", "/mine");
        versionOne("cpu", "/gavel-gv2/app1");
        Files.createDirectories(mounts.resolve("cpu/gavel-gv1/app1"));

        groups.remove(LAYOUT);
        groups.remove(LAYOUT);

        assertThat(mounts.resolve("cpu/gavel-gv1")).doesNotExist();
        assertThat(mounts.resolve("cpu/gavel-gv2/app1")).exists();
    }
}
