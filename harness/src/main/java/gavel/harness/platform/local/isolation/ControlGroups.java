package gavel.harness.platform.local.isolation;

import gavel.harness.config.placement.Partition;
import gavel.harness.failure.EnvironmentException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * The kernel's control groups of one deployment, version 1 or 2: {@code gavel-TAG/HOST}. In version 1 they are below the group of the
 * harness itself. In version 2 they are below the root: a group with processes cannot have limited children there. A CPU quota is used up
 * in turns of 5 ms, a large one of a period of 10 ms. Each turn begins with the caches others left, and pays for it. With the usual period
 * of 100 ms a few threads would use up half a core at once, and stand still for the rest.
 */
final class ControlGroups {
    private static final long LEAST_PERIOD_MICROS = 10_000;
    private static final long LEAST_QUOTA_MICROS = 5_000;
    private static final List<String> CONTROLLERS = List.of("cpu", "memory");
    private static final Duration GONE_WITHIN = Duration.ofSeconds(10);
    private static final Duration BEAT = Duration.ofMillis(20);
    private final Path mounts;
    private final Path ownGroups;
    private final LongSupplier nanos;

    /** @param ownGroups {@code /proc/self/cgroup}: the groups the harness is in */
    ControlGroups(Path mounts, Path ownGroups, LongSupplier nanos) {
        this.mounts = mounts;
        this.ownGroups = ownGroups;
        this.nanos = nanos;
    }

    static ControlGroups ofThisMachine() {
        return new ControlGroups(Path.of("/sys/fs/cgroup"), Path.of("/proc/self/cgroup"), System::nanoTime);
    }

    /** What keeps limits from being set; empty when nothing does. */
    Optional<String> obstacle() {
        for (String controller : CONTROLLERS) {
            if (parent(controller).filter(Files::isWritable).isEmpty()) {
                return Optional.of(
                        "no control group with the controller '" + controller + "' can be made below " + mounts);
            }
        }
        return Optional.empty();
    }

    private boolean unified() {
        return Files.exists(mounts.resolve("cgroup.controllers"));
    }

    /** Where the groups of the deployments are made; empty when the controller is not there. */
    private Optional<Path> parent(String controller) {
        if (unified()) {
            return text(mounts.resolve("cgroup.controllers")).contains(controller)
                    ? Optional.of(mounts)
                    : Optional.empty();
        }
        for (String line : text(ownGroups).lines().toList()) {
            String[] parts = line.split(":", 3);
            if (parts.length == 3 && List.of(parts[1].split(",")).contains(controller)) {
                Path mount = mounts.resolve(controller);
                Path own = mount.resolve(parts[2].substring(1));
                return Optional.of(Files.isDirectory(own) ? own : mount).filter(Files::isDirectory);
            }
        }
        return Optional.empty();
    }

    private Optional<Path> group(Layout layout, Partition part, String controller) {
        return parent(controller)
                .map(parent -> parent.resolve("gavel-" + layout.tag()).resolve(part.name()));
    }

    /** Makes the groups of all parts with limits, and sets those of memory. */
    void make(Layout layout) throws IOException {
        for (Partition part : layout.partitions()) {
            if (!part.limited()) {
                continue;
            }
            if (unified()) {
                Path top = mounts.resolve("gavel-" + layout.tag());
                admitControllers(mounts);
                Files.createDirectories(top);
                admitControllers(top);
            }
            for (String controller : CONTROLLERS) {
                Path group = group(layout, part, controller).orElseThrow(() -> missing(controller));
                Files.createDirectories(group);
            }
            if (part.memoryBytes() > 0) {
                Path group = group(layout, part, "memory").orElseThrow();
                Path file = group.resolve(unified() ? "memory.max" : "memory.limit_in_bytes");
                Files.writeString(file, Long.toString(part.memoryBytes()));
            }
        }
    }

    private EnvironmentException missing(String controller) {
        return new EnvironmentException("limits need the control group controller '" + controller
                + "', which is not below " + mounts + "; leave out cpu and memory of the hosts, or enable it");
    }

    private static void admitControllers(Path group) throws IOException {
        Path file = group.resolve("cgroup.subtree_control");
        List<String> admitted = List.of(text(file).strip().split(" "));
        for (String controller : CONTROLLERS) {
            if (!admitted.contains(controller)) {
                Files.writeString(file, "+" + controller);
            }
        }
    }

    /** CPU limits come into force, or are lifted. */
    void limitCpu(Layout layout, boolean enforced) throws IOException {
        for (Partition part : layout.partitions()) {
            Path group = group(layout, part, "cpu").orElse(null);
            if (part.cpu() > 0 && group != null && Files.isDirectory(group)) {
                long quota = Math.max(LEAST_QUOTA_MICROS, Math.round(part.cpu() * LEAST_PERIOD_MICROS));
                long period = Math.round(quota / part.cpu());
                if (unified()) {
                    Files.writeString(group.resolve("cpu.max"), (enforced ? quota : "max") + " " + period);
                } else {
                    Files.writeString(group.resolve("cpu.cfs_quota_us"), "-1");
                    Files.writeString(group.resolve("cpu.cfs_period_us"), Long.toString(period));
                    Files.writeString(group.resolve("cpu.cfs_quota_us"), enforced ? Long.toString(quota) : "-1");
                }
            }
        }
    }

    /** Files a process writes its pid to in order to belong to the part. */
    List<Path> doors(Layout layout, Partition part) {
        if (!part.limited()) {
            return List.of();
        }
        return CONTROLLERS.stream()
                .flatMap(controller -> group(layout, part, controller).stream())
                .distinct()
                .map(group -> group.resolve("cgroup.procs"))
                .toList();
    }

    /** Ends what is left in the groups and removes them; what is not there is no problem. */
    void remove(Layout layout) throws IOException {
        for (String controller : CONTROLLERS) {
            Path top = parent(controller)
                    .map(parent -> parent.resolve("gavel-" + layout.tag()))
                    .orElse(null);
            if (top != null && Files.isDirectory(top)) {
                for (Path group : below(top)) {
                    delete(group);
                }
            }
        }
    }

    /** Deepest first, the top last. */
    private static List<Path> below(Path top) throws IOException {
        List<Path> groups = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(top, Files::isDirectory)) {
            entries.forEach(groups::add);
        }
        groups.add(top);
        return groups;
    }

    private static List<Long> members(Path group) {
        return text(group.resolve("cgroup.procs"))
                .lines()
                .filter(line -> !line.isBlank())
                .map(line -> Long.parseLong(line.strip()))
                .filter(pid -> pid > 0)
                .toList();
    }

    /** The kernel lets go of a group a moment after its last process, and a process may just be entering. */
    private void delete(Path group) throws IOException {
        long begun = nanos.getAsLong();
        while (true) {
            members(group).forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
            try {
                Files.deleteIfExists(group);
                return;
            } catch (IOException e) {
                if (nanos.getAsLong() - begun > GONE_WITHIN.toNanos()) {
                    throw e;
                }
                LockSupport.parkNanos(BEAT.toNanos());
            }
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException expected) {
            return "";
        }
    }
}
