package gavel.harness.platform.local.isolation;

import gavel.harness.config.placement.Partition;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.file.WholeFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32;
import tools.jackson.databind.json.JsonMapper;

/**
 * Divides this machine for one deployment: network namespaces on a bridge, control groups. What it makes is written to the run directory
 * before it is made, so any later command that finds the directory can take it away again. Held by one thread.
 */
public final class Isolation {
    private static final JsonMapper JSON = new JsonMapper();
    private static final Path BRIDGES_FILTERED = Path.of("/proc/sys/net/bridge/bridge-nf-call-iptables");
    private static final String ROOT = "root";
    private final Path runDirectory;
    private final ControlGroups groups = ControlGroups.ofThisMachine();
    private Layout layout;

    public Isolation(Path runDirectory) {
        this.runDirectory = runDirectory;
    }

    /** What is missing for such parts, each with what to do; empty when they can be made. */
    public static List<String> obstacles(List<Partition> parts) {
        List<String> obstacles = new ArrayList<>();
        boolean root = ROOT.equals(System.getProperty("user.name"));
        if (!parts.isEmpty() && !root) {
            obstacles.add("hosts with limits or addresses of their own need root: start it with sudo");
        }
        if (parts.stream().anyMatch(Partition::addressed)) {
            for (String tool : List.of("ip", "nsenter")) {
                if (KernelTools.attempt(List.of(tool, "-V")).code() != 0) {
                    obstacles.add(tool + " is not there: install " + (tool.equals("ip") ? "iproute2" : "util-linux")
                            + " (deploy/install-servers.sh)");
                }
            }
        }
        if (root && parts.stream().anyMatch(Partition::limited)) {
            ControlGroups.ofThisMachine().obstacle().ifPresent(obstacles::add);
        }
        return obstacles;
    }

    /** Makes the parts; what is there already is left alone. */
    public void make(List<Partition> parts) throws IOException {
        if (parts.isEmpty()) {
            return;
        }
        List<String> obstacles = obstacles(parts);
        if (!obstacles.isEmpty()) {
            throw new EnvironmentException("this machine cannot be divided into hosts", obstacles, null);
        }
        if (layout().isEmpty()) {
            write(chosen(parts));
        }
        groups.make(layout);
        if (layout.subnet() != null) {
            layout.making(links(), namespaces()).forEach(KernelTools::run);
        }
    }

    private Layout chosen(List<Partition> parts) {
        String place = runDirectory.toAbsolutePath().normalize().toString();
        CRC32 sum = new CRC32();
        sum.update(place.getBytes(StandardCharsets.UTF_8));
        String tag = "gv%06x".formatted(sum.getValue() & 0xFF_FFFF);
        boolean addressed = parts.stream().anyMatch(Partition::addressed);
        String routes = addressed
                ? KernelTools.run(List.of("ip", "-4", "route", "show", "table", "all"))
                        + KernelTools.run(List.of("ip", "-4", "-o", "address"))
                : "";
        return new Layout(
                tag,
                runDirectory.getFileName().toString(),
                addressed ? Subnets.free((int) sum.getValue(), routes) : null,
                addressed && bridgesAreFiltered(),
                parts);
    }

    private static boolean bridgesAreFiltered() {
        try {
            return Files.exists(BRIDGES_FILTERED)
                    && Files.readString(BRIDGES_FILTERED).strip().equals("1")
                    && KernelTools.attempt(List.of("iptables", "--version")).code() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    /** Plugs the cable of a part with an address in or out: routes and addresses stay. */
    public void connect(String part, boolean connected) {
        Layout known = layout().orElseThrow(() -> new IllegalStateException("this machine is not divided"));
        KernelTools.run(List.of("ip", "link", "set", known.link(known.partition(part)), connected ? "up" : "down"));
    }

    /** CPU limits come into force, or are lifted. */
    public void limitCpu(boolean enforced) throws IOException {
        if (layout().isPresent()) {
            groups.limitCpu(layout, enforced);
        }
    }

    /** Ends every process that is left in the parts, and takes them away. Safe to call twice. */
    public void remove() throws IOException {
        if (layout().isEmpty()) {
            return;
        }
        groups.remove(layout);
        if (layout.subnet() != null) {
            removeNetwork();
        }
        Files.deleteIfExists(file());
        layout = null;
    }

    /** One thing that cannot be removed does not keep the others. */
    private void removeNetwork() {
        List<String> said = new ArrayList<>();
        layout.removing(links(), namespaces())
                .forEach(
                        command -> KernelTools.attempt(command).output().lines().forEach(said::add));
        List<String> left = layout.removing(links(), namespaces()).stream()
                .map(command -> String.join(" ", command))
                .toList();
        if (!left.isEmpty()) {
            said.add("to be done by hand: " + String.join("; ", left));
            throw new EnvironmentException("the hosts on this machine could not be taken away", said, null);
        }
    }

    /** How the machine is divided; empty before it is. */
    public Optional<Layout> layout() {
        if (layout == null && Files.exists(file())) {
            layout = JSON.readValue(file().toFile(), Layout.class);
        }
        return Optional.ofNullable(layout);
    }

    /** What a command is started with so that it runs in the part. */
    public List<String> entrance(String name) {
        Layout known = layout().orElseThrow(() -> new IllegalStateException("this machine is not divided"));
        Partition part = known.partition(name);
        List<String> command = new ArrayList<>();
        List<Path> doors = groups.doors(known, part);
        if (!doors.isEmpty()) {
            command.addAll(List.of(
                    "sh",
                    "-c",
                    "while [ \"$1\" != -- ]; do echo $$ > \"$1\" || exit 125; shift; done; shift; exec \"$@\"",
                    "enter"));
            doors.forEach(door -> command.add(door.toString()));
            command.add("--");
        }
        if (part.addressed()) {
            command.addAll(List.of("nsenter", "--net=/run/netns/" + known.namespace(part), "--"));
        }
        return command;
    }

    private Path file() {
        return runDirectory.resolve("hosts.json");
    }

    private void write(Layout chosen) throws IOException {
        WholeFile.put(file(), JSON.writerWithDefaultPrettyPrinter().writeValueAsString(chosen), false);
        layout = chosen;
    }

    private static List<String> links() {
        return words(KernelTools.run(List.of("ip", "-br", "link")));
    }

    private static List<String> namespaces() {
        return words(KernelTools.run(List.of("ip", "netns", "list")));
    }

    /** First words of the lines; a cable's end is printed with the other end behind an @. */
    private static List<String> words(String lines) {
        return Arrays.stream(lines.split("\n"))
                .map(line -> line.split("[\\s@]", 2)[0])
                .toList();
    }
}
