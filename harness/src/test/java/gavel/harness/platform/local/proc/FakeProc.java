package gavel.harness.platform.local.proc;

import gavel.harness.file.Directories;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A process file system in a directory, for tests that decide what happens to processes. */
public final class FakeProc {
    private static final long KTHREADD = 2;
    private final Path root;

    public FakeProc(Path root) throws IOException {
        this.root = root;
        machine(0, 0);
    }

    public Proc proc() {
        return new Proc(root, root.resolve("cgroup"));
    }

    /** Ticks of two cores since boot. */
    public void machine(long busy, long idle) throws IOException {
        machine(busy, 0, idle);
    }

    public void machine(long busyWithTasks, long interrupts, long idle) throws IOException {
        write(
                root.resolve("stat"),
                "cpu  %s 0 0 %s 0 0 %s 0 0 0\ncpu0 0\ncpu1 0\nprocs_running 3\n"
                        .formatted(busyWithTasks, idle, interrupts));
        write(root.resolve("meminfo"), "MemTotal: 1000 kB\nMemAvailable: 600 kB\n");
        write(root.resolve("net/dev"), "Inter-| Receive\n face |bytes packets\n    lo: 700 1 0\n  eth0:300 2 0\n");
    }

    public void process(long pid, long parent, long cpuTicks, long startTicks) throws IOException {
        process(pid, parent, "fake", 'S', cpuTicks, 0, startTicks);
    }

    /** A thread of the kernel. */
    public void kernelThread(long pid, long cpuTicks) throws IOException {
        process(pid, KTHREADD, "kworker/0:1", 'I', cpuTicks, 0, 1);
    }

    /** @param reapedTicks of children that have ended */
    public void process(
            long pid, long parent, String command, char state, long ownTicks, long reapedTicks, long startTicks)
            throws IOException {
        Path directory = root.resolve(Long.toString(pid));
        write(
                directory.resolve("stat"),
                "%s (%s) %s %s 0 0 0 0 %s 0 0 0 0 %s 0 %s 0 20 0 1 0 %s 0 256 0 0 0\n"
                        .formatted(
                                pid,
                                command,
                                state,
                                parent,
                                parent == KTHREADD ? 0x0420_8060 : 0,
                                ownTicks,
                                reapedTicks,
                                startTicks));
        write(directory.resolve("io"), "read_bytes: 4096\nwrite_bytes: 8192\n");
        write(directory.resolve("smaps_rollup"), "00-ff [rollup]\nRss: 900 kB\nPss:  512 kB\n");
        write(
                directory.resolve("task/" + pid + "/status"),
                "voluntary_ctxt_switches:\t7\nnonvoluntary_ctxt_switches:\t3\n");
        write(directory.resolve("limits"), "Limit  Soft Limit\nMax open files            1024      20000     files\n");
        write(directory.resolve("fd/0"), "");
        write(directory.resolve("fd/1"), "");
    }

    public void throttled(long pid, long periods, long throttled) throws IOException {
        write(root.resolve(pid + "/cgroup"), "4:cpu,cpuacct:/gavel/app1\n0::/\n");
        write(
                root.resolve("cgroup/cpu/gavel/app1/cpu.stat"),
                "nr_periods %s\nnr_throttled %s\n".formatted(periods, throttled));
    }

    /** By the freezer of control groups, the first or the second version. */
    public void frozen(long pid, boolean second, boolean frozen) throws IOException {
        write(root.resolve(pid + "/cgroup"), second ? "0::/gavel/app1\n" : "7:freezer:/gavel/app1\n0::/\n");
        write(
                root.resolve(second ? "cgroup/gavel/app1/cgroup.events" : "cgroup/freezer/gavel/app1/freezer.state"),
                second ? "populated 1\nfrozen " + (frozen ? 1 : 0) + "\n" : frozen ? "FROZEN\n" : "THAWED\n");
    }

    /** By the memory controller of control groups, the first or the second version. */
    public void killedForMemory(long pid, boolean second, long times) throws IOException {
        write(root.resolve(pid + "/cgroup"), second ? "0::/docker/x\n" : "9:memory:/docker/x\n0::/\n");
        write(
                root.resolve(second ? "cgroup/docker/x/memory.events" : "cgroup/memory/docker/x/memory.oom_control"),
                second
                        ? "low 0\noom 5\noom_kill %s\noom_group_kill 9\n".formatted(times)
                        : "oom_kill_disable 0\nunder_oom 0\noom_kill %s\n".formatted(times));
    }

    /** As it is seen from within: what its groups have is in the root of the hierarchies, and their own names lead nowhere. */
    public void rootOfContainer(boolean second, long killed, long periods, long throttled) throws IOException {
        Path groups = root.resolve("cgroup");
        Directories.delete(groups);
        write(
                groups.resolve(second ? "memory.events" : "memory/memory.oom_control"),
                "oom_kill %s\n".formatted(killed));
        write(
                groups.resolve(second ? "cpu.stat" : "cpu/cpu.stat"),
                "nr_periods %s\nnr_throttled %s\n".formatted(periods, throttled));
    }

    /** Its number inside of a container. */
    public void inner(long pid, long number) throws IOException {
        write(root.resolve(pid + "/status"), "Name:\tfake\nNSpid:\t%s\t%s\n".formatted(pid, number));
    }

    /** What it has read from storage and written there. */
    public void storage(long pid, long read, long written) throws IOException {
        write(
                root.resolve(pid + "/io"),
                "rchar: 99\nread_bytes: %s\nwrite_bytes: %s\ncancelled_write_bytes: 7\n".formatted(read, written));
    }

    /** The network it is in, and what was received there. */
    public void network(long pid, String network, long bytes) throws IOException {
        Path link = root.resolve(pid + "/ns/net");
        Files.createDirectories(link.getParent());
        Files.deleteIfExists(link);
        Files.createSymbolicLink(link, Path.of(network));
        write(root.resolve(pid + "/net/dev"), "Inter-|\n face |bytes\n    lo: %s 1 0\n".formatted(bytes));
    }

    public void end(long pid) throws IOException {
        Files.delete(root.resolve(pid + "/stat"));
    }

    private static void write(Path file, String content) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
    }
}
