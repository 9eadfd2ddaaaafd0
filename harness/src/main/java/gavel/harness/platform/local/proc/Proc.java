package gavel.harness.platform.local.proc;

import gavel.harness.file.ForeignText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads the process file system. A process that ends while it is read is simply absent: that is no error. Reading all status lines
 * costs about 20 µs for each process of the machine.
 */
public final class Proc {
    /** Ticks a second of every Linux that runs Java (sysconf(_SC_CLK_TCK)). */
    public static final double TICKS_PER_SECOND = 100;

    /** Of this machine's kernel: most have 4 KiB, some for ARM 16 or 64. */
    public static final long PAGE_BYTES = pageBytes(Path.of("/proc/self/auxv"));

    private static final long USUAL_PAGE_BYTES = 4096;
    private static final long AT_PAGESZ = 6;
    private static final String VLAN_OF = "Device:";

    private final Path root;
    private final Path cgroups;

    public Proc() {
        this(Path.of("/proc"), Path.of("/sys/fs/cgroup"));
    }

    /** For another root than the machine's own. */
    public Proc(Path root, Path cgroups) {
        this.root = root;
        this.cgroups = cgroups;
    }

    /** @param vector of pairs that the kernel gives a program (getauxval(3)) */
    static long pageBytes(Path vector) {
        try {
            LongBuffer pairs = ByteBuffer.wrap(Files.readAllBytes(vector))
                    .order(ByteOrder.nativeOrder())
                    .asLongBuffer();
            while (pairs.remaining() > 1) {
                long type = pairs.get();
                long value = pairs.get();
                if (type == AT_PAGESZ) {
                    return value;
                }
            }
        } catch (IOException unreadable) {
            return USUAL_PAGE_BYTES;
        }
        return USUAL_PAGE_BYTES;
    }

    public List<ProcessStat> processes() {
        List<ProcessStat> all = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(
                root, p -> Character.isDigit(p.getFileName().toString().charAt(0)))) {
            for (Path entry : entries) {
                read(entry.resolve("stat")).map(ProcessStat::parse).ifPresent(all::add);
            }
        } catch (IOException | DirectoryIteratorException e) {
            throw new UncheckedIOException(
                    "cannot list processes in " + root,
                    e instanceof IOException io ? io : ((DirectoryIteratorException) e).getCause());
        }
        return all;
    }

    public Optional<ProcessStat> process(long pid) {
        return read(root.resolve(pid + "/stat")).map(ProcessStat::parse);
    }

    public MachineStat machine() {
        return MachineStat.parse(lines(root.resolve("stat")), lines(root.resolve("meminfo")));
    }

    public ProcessDetail detail(long pid) {
        Path directory = root.resolve(Long.toString(pid));
        List<String> io = lines(directory.resolve("io"));
        List<String> memory = lines(directory.resolve("smaps_rollup"));
        long voluntary = 0;
        long involuntary = 0;
        for (Path task : list(directory.resolve("task"))) {
            List<String> status = lines(task.resolve("status"));
            voluntary += number(status, "voluntary_ctxt_switches:");
            involuntary += number(status, "nonvoluntary_ctxt_switches:");
        }
        return new ProcessDetail(
                number(io, "read_bytes:"),
                number(io, "write_bytes:"),
                voluntary,
                involuntary,
                1024 * number(memory, "Pss:"));
    }

    public long openDescriptors(long pid) {
        return list(root.resolve(pid + "/fd")).size();
    }

    /** The soft limit, or 0 where it cannot be read. */
    public long descriptorLimit(long pid) {
        return lines(root.resolve(pid + "/limits")).stream()
                .filter(line -> line.startsWith("Max open files"))
                .map(line -> line.substring(14).trim().split(" +")[0])
                .mapToLong(value -> value.equals("unlimited") ? Long.MAX_VALUE : Long.parseLong(value))
                .findFirst()
                .orElse(0);
    }

    public Throttling throttling(long pid) {
        for (String line : lines(root.resolve(pid + "/cgroup"))) {
            String[] parts = line.split(":", 3);
            boolean v2 = parts[1].isEmpty();
            boolean v1 = List.of(parts[1].split(",")).contains("cpu");
            if (v1 || v2) {
                Path base = v2 ? cgroups : cgroups.resolve("cpu");
                List<String> stat = lines(group(base, parts[2]).resolve("cpu.stat"));
                if (number(stat, "nr_periods") > 0) {
                    return new Throttling(number(stat, "nr_periods"), number(stat, "nr_throttled"));
                }
            }
        }
        return Throttling.NONE;
    }

    /** In a container its group is named as the machine names it, and seen as the root. */
    private static Path group(Path hierarchy, String name) {
        Path group = hierarchy.resolve(name.substring(1));
        return Files.isDirectory(group) ? group : hierarchy;
    }

    /**
     * A process of a container.
     *
     * @param first of its processes, as numbered here
     * @param inner its number within
     */
    public OptionalLong within(long first, long inner) {
        return ProcessTree.members(processes(), Set.of(first)).get(first).stream()
                .mapToLong(ProcessStat::pid)
                .filter(pid -> lines(root.resolve(pid + "/status")).stream()
                        .anyMatch(line -> line.matches("NSpid:.*\\s" + inner)))
                .findFirst();
    }

    /** Processes of its control group that the kernel killed for want of memory; 0 where not counted. */
    public long killedForMemory(long pid) {
        for (String line : lines(root.resolve(pid + "/cgroup"))) {
            String[] parts = line.split(":", 3);
            if (List.of(parts[1].split(",")).contains("memory")) {
                return number(
                        lines(group(cgroups.resolve("memory"), parts[2]).resolve("memory.oom_control")), "oom_kill ");
            }
            if (parts[1].isEmpty()) {
                long killed = number(lines(group(cgroups, parts[2]).resolve("memory.events")), "oom_kill ");
                if (killed > 0) {
                    return killed;
                }
            }
        }
        return 0;
    }

    /** Whether its control group, or one above it, is frozen, as {@code docker pause} does it: no state of the process tells. */
    public boolean frozen(long pid) {
        for (String line : lines(root.resolve(pid + "/cgroup"))) {
            String[] parts = line.split(":", 3);
            String group = parts[2].substring(1);
            boolean frozen = parts[1].equals("freezer")
                    ? lines(cgroups.resolve("freezer").resolve(group).resolve("freezer.state"))
                            .contains("FROZEN")
                    : parts[1].isEmpty()
                            && number(lines(cgroups.resolve(group).resolve("cgroup.events")), "frozen") > 0;
            if (frozen) {
                return true;
            }
        }
        return false;
    }

    /** What a process read from storage and wrote there; 0 where the kernel does not tell. */
    public long storageBytes(long pid) {
        List<String> io = lines(root.resolve(pid + "/io"));
        return number(io, "read_bytes:") + number(io, "write_bytes:");
    }

    /** Which network a process is in, the same for all in one; empty where that cannot be seen. */
    public String network(long pid) {
        try {
            return Files.readSymbolicLink(root.resolve(pid + "/ns/net")).toString();
        } catch (IOException unseen) {
            return "";
        }
    }

    /** Bytes received over each interface, the loopback included, by their names; bonds and VLANs left out. */
    public Map<String, Long> networkBytes() {
        return networkBytes(root.resolve("net/dev"));
    }

    /** Over all of those in the network of a process. */
    public long networkBytes(long pid) {
        return networkBytes(root.resolve(pid + "/net/dev")).values().stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    /** What a bond receives, or a VLAN above an interface that is seen here, that interface counts. */
    private static Map<String, Long> networkBytes(Path interfaces) {
        Map<String, Long> all = lines(interfaces).stream()
                .map(line -> line.split(":", 2))
                .filter(line -> line.length == 2)
                .collect(Collectors.toMap(
                        line -> line[0].trim(),
                        line -> Long.parseLong(line[1].trim().split(" +")[0]),
                        Long::sum,
                        HashMap::new));
        List<Path> above = new ArrayList<>(list(interfaces.resolveSibling("bonding")));
        for (Path vlan : list(interfaces.resolveSibling("vlan"))) {
            if (lines(vlan).stream()
                    .anyMatch(line -> line.startsWith(VLAN_OF)
                            && all.containsKey(line.substring(VLAN_OF.length()).trim()))) {
                above.add(vlan);
            }
        }
        above.forEach(each -> all.remove(each.getFileName().toString()));
        return all;
    }

    private static long number(List<String> lines, String key) {
        return lines.stream()
                .filter(line -> line.startsWith(key))
                .mapToLong(line ->
                        Long.parseLong(line.substring(key.length()).trim().split(" ")[0]))
                .findFirst()
                .orElse(0);
    }

    private static Optional<String> read(Path file) {
        try {
            return Optional.of(ForeignText.read(file));
        } catch (IOException gone) {
            return Optional.empty();
        }
    }

    private static List<String> lines(Path file) {
        return read(file).map(text -> text.lines().toList()).orElse(List.of());
    }

    private static List<Path> list(Path directory) {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.toList();
        } catch (IOException | UncheckedIOException gone) {
            return List.of();
        }
    }
}
