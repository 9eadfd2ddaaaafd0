package gavel.harness.platform.local;

import gavel.harness.deployment.RunDirectory;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.platform.Installed;
import gavel.harness.platform.local.host.Host;
import gavel.harness.platform.local.host.Mounts;
import gavel.harness.platform.local.host.Mounts.Mount;
import gavel.harness.platform.local.host.ProcessSpec;
import gavel.harness.topology.Launch.Storage;
import gavel.harness.topology.Tiers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The export of an NFS server that the harness mounts in the run directory for the pictures. It is mounted once for the machine, as hosts on it
 * share their files, and goes with the run directory.
 */
final class NfsMount {
    private static final String NAME = "nfs-mount";
    private static final Duration LONGEST = Duration.ofMinutes(2);
    /** What the kernel shows of a mount under the same name, so that it can be held against what was asked. */
    private static final Set<String> SHOWN = Set.of(
            "hard",
            "soft",
            "softerr",
            "vers",
            "proto",
            "timeo",
            "retrans",
            "rsize",
            "wsize",
            "lookupcache",
            "noac",
            "sync",
            "nconnect",
            "sec",
            "ro",
            "noatime");
    /** What the application does with a picture, from the shell: written, forced, renamed, forced, read, deleted. */
    private static final String PROBE = """
            set -e
            file="$1/.probe-$2"
            printf picture > "$file.part"
            sync "$file.part"
            mv "$file.part" "$file"
            sync "$1"
            test "$(cat "$file")" = picture
            rm "$file"
            """;

    private static final Map<String, String> ENGLISH = Map.of("LC_ALL", "C");
    private final RunDirectory directory;
    private final Host machine;
    private final Storage storage;
    private final Supplier<Mounts> mounts;

    NfsMount(RunDirectory directory, Host machine, Storage storage, Supplier<Mounts> mounts) {
        this.directory = directory;
        this.machine = machine;
        this.storage = storage;
        this.mounts = mounts;
    }

    /** Mounts it where it is not mounted yet, and makes sure that it is what was asked. */
    void make() throws IOException, InterruptedException {
        Path point = directory.mount();
        if (mounts.get().at(point).isEmpty()) {
            mount(point);
        }
        List<String> wrong = wrong(storage, mounts.get().at(point).orElse(null));
        if (!wrong.isEmpty()) {
            throw new EnvironmentException(
                    "what is mounted at " + point
                            + " is not what was asked for (imageStore.nfs, imageStore.nfsOptions)",
                    wrong,
                    null);
        }
    }

    private void mount(Path point) throws IOException, InterruptedException {
        new Installed(machine).path(storage.client());
        Files.createDirectories(point);
        int code = machine.run(
                ProcessSpec.privileged(
                        NAME,
                        Tiers.TOOLS,
                        List.of("mount", "-t", "nfs", "-o", storage.options(), storage.nfs(), point.toString()),
                        ENGLISH,
                        directory.path()),
                line -> {},
                LONGEST);
        if (code != 0) {
            Path log = directory.log(NAME);
            throw new EnvironmentException(
                    storage.nfs() + " could not be mounted with " + storage.options()
                            + " (imageStore.nfs, imageStore.nfsOptions; log: " + log
                            + "). Mounting needs root, a kernel with NFS, and a server that exports it to this machine."
                            + " If a directory is mounted already, name it in imageStore.directory instead",
                    machine.tail(log, 5),
                    null);
        }
    }

    /** In words; empty when all is well. */
    static List<String> wrong(Storage storage, Mount mount) {
        if (mount == null) {
            return List.of("nothing is mounted there");
        }
        List<String> wrong = new ArrayList<>();
        if (!mount.nfs() || !mount.source().equals(storage.nfs())) {
            wrong.add("asked for nfs of " + storage.nfs() + ", mounted is " + mount.type() + " of " + mount.source());
        }
        for (String asked : storage.options().split(",")) {
            String shown = shown(asked);
            String name = shown.split("=", 2)[0];
            boolean same = mount.options().stream()
                    .anyMatch(option -> option.equals(shown) || name.equals("vers") && option.startsWith(shown + "."));
            // The kernel does not show that all lookups are cached, which is usual.
            if (SHOWN.contains(name) && !same && !shown.equals("lookupcache=all")) {
                wrong.add("asked for " + asked + ", mounted with " + actual(mount, name));
            }
        }
        return wrong;
    }

    /** An option as the kernel writes it. */
    private static String shown(String asked) {
        return switch (asked) {
            case "lookupcache=positive" -> "lookupcache=pos";
            case String version when version.startsWith("nfsvers=") -> version.substring("nfs".length());
            default -> asked;
        };
    }

    private static String actual(Mount mount, String name) {
        return mount.options().stream()
                .filter(option -> option.equals(name) || option.startsWith(name + "="))
                .findFirst()
                .orElse("none such");
    }

    /** Does with a file there what application servers will do, from every host that has one. */
    void probe(Path pictures) throws IOException, InterruptedException {
        Map<String, Host> hosts = new LinkedHashMap<>();
        for (String name : storage.users()) {
            Host host = name.isEmpty() ? machine : machine.part(name);
            hosts.put(host.name(), host);
        }
        for (Host host : hosts.values()) {
            String name = "nfs-probe-" + host.name();
            int code = host.run(
                    new ProcessSpec(
                            name,
                            Tiers.TOOLS,
                            List.of("sh", "-c", PROBE, "probe", pictures.toString(), host.name()),
                            ENGLISH,
                            directory.path(),
                            0,
                            true),
                    line -> {},
                    LONGEST);
            if (code != 0) {
                Path log = directory.log(name);
                throw new EnvironmentException(
                        "host " + host.name() + " cannot keep a picture on "
                                + storage.nfs() + " (imageStore.nfs; log: " + log
                                + "). Export it with rw and sync, and with no_root_squash or a directory that every user may write to",
                        host.tail(log, 5),
                        null);
            }
        }
    }
}
