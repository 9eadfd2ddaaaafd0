package gavel.harness.platform.local.host;

import gavel.harness.config.placement.Partition;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.file.ForeignText;
import gavel.harness.file.WholeFile;
import gavel.harness.platform.Conditions;
import gavel.harness.platform.HostDescription;
import gavel.harness.platform.HostFacts;
import gavel.harness.platform.LogFiles;
import gavel.harness.platform.hosts.ConnectionTrials;
import gavel.harness.platform.local.isolation.Isolation;
import gavel.harness.platform.local.isolation.Layout;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * This machine, or a part of it that acts as a host of its own. Every process gets a session of its own, so that Ctrl-C in the terminal reaches the harness only and the harness decides
 * in which order things end. A bound process is told by the kernel when the harness is gone, and its standard input closes.
 */
public final class LocalHost implements Host {
    static final String NAME = "localhost";
    private static final String ROOT = "root";
    private static final String LOOPBACK = "127.0.0.1";

    private static final Path PROC = Path.of("/proc");

    /**
     * Goes on as a command with the priority that is {@code $0}. Between sessions the kernel compares the priorities of their groups, sched(7), where it has such groups: alone in its
     * session, a process is not helped by its own.
     */
    private static final String PRIORITY =
            "echo \"$0\" 2> /dev/null > /proc/self/autogroup; exec nice -n \"$0\" \"$@\"";

    /** One for all hosts, because a bound process ends with it: it must live as long as the harness. */
    private static final Launcher LAUNCHER = new Launcher();

    private final Path runDirectory;
    private final ProcessRecords records;
    private final ProcFiles proc = new ProcFiles(PROC);
    private final Isolation isolation;
    private final String name;

    public LocalHost(Path runDirectory) {
        this(runDirectory, NAME, new Isolation(runDirectory));
    }

    private LocalHost(Path runDirectory, String name, Isolation isolation) {
        this.runDirectory = runDirectory;
        this.records = new ProcessRecords(runDirectory.resolve("processes"));
        this.name = name;
        this.isolation = isolation;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String address() {
        return addressed().map(layout -> layout.address(layout.partition(name))).orElse(LOOPBACK);
    }

    @Override
    public String network() {
        return addressed().map(Layout::network).orElse(LOOPBACK + "/32");
    }

    /** How the machine is divided, where this is a part with an address. */
    private Optional<Layout> addressed() {
        return whole()
                ? Optional.empty()
                : isolation.layout().filter(layout -> layout.partition(name).addressed());
    }

    private boolean whole() {
        return name.equals(NAME);
    }

    @Override
    public void divide(List<Partition> parts) {
        try {
            isolation.make(parts);
        } catch (IOException e) {
            throw new EnvironmentException("this machine cannot be divided into hosts: " + e, e);
        }
    }

    @Override
    public Host part(String part) {
        return new LocalHost(runDirectory, part, isolation);
    }

    @Override
    public String virtualAddress(int index) {
        return isolation.layout().map(layout -> layout.virtualAddress(index)).orElse(LOOPBACK);
    }

    @Override
    public void connect(boolean connected) {
        if (addressed().isPresent()) {
            isolation.connect(name, connected);
        }
    }

    @Override
    public void limitCpu(boolean enforced) {
        try {
            isolation.limitCpu(enforced);
        } catch (IOException e) {
            throw new EnvironmentException("the CPU limits of the hosts cannot be set: " + e, e);
        }
    }

    @Override
    public void reunite() {
        try {
            isolation.remove();
        } catch (IOException e) {
            throw new EnvironmentException("the hosts on this machine cannot be taken away: " + e, e);
        }
    }

    @Override
    public HostFacts facts() {
        Path existing = runDirectory.toAbsolutePath();
        while (!Files.exists(existing)) {
            existing = existing.getParent();
        }
        return new HostFacts(
                Runtime.getRuntime().availableProcessors(),
                proc.memory("MemTotal"),
                proc.memory("MemAvailable"),
                existing.toFile().getUsableSpace(),
                proc.descriptorLimit(),
                Runtime.version().feature());
    }

    @Override
    public List<String> obstacles(List<Partition> parts) {
        return Isolation.obstacles(parts);
    }

    @Override
    public HostDescription description() {
        return HostDescriber.here();
    }

    @Override
    public void put(Path file, String content, boolean secret) throws IOException {
        WholeFile.put(file, content, secret);
    }

    @Override
    public HostProcess start(ProcessSpec spec) throws IOException {
        Path log = log(spec.name());
        ProcessBuilder builder =
                builder(spec).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        Process child = LAUNCHER.start(builder);
        return recorded(spec, child);
    }

    @Override
    public HostProcess adopt(String process, String tier, long pid) throws IOException {
        return recorded(process, tier, pid, ProcessRecord.USUAL_SIGNAL, null);
    }

    @Override
    public int run(ProcessSpec spec, Consumer<String> lines, Duration timeout)
            throws IOException, InterruptedException {
        Path log = log(spec.name());
        Process child = LAUNCHER.start(builder(spec).redirectErrorStream(true));
        HostProcess process = recorded(spec, child);
        Thread copier = Thread.ofVirtual().start(() -> LogFiles.copy(child, log, lines));
        try {
            if (!child.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new EnvironmentException(
                        spec.name() + " did not end within " + timeout.toSeconds() + " s", tail(log, 20), null);
            }
            copier.join(Duration.ofSeconds(5));
            return child.exitValue();
        } finally {
            process.stop(Duration.ofSeconds(5));
        }
    }

    @Override
    public List<HostProcess> recorded() {
        return records.all().stream().map(entry -> process(entry, null)).toList();
    }

    @Override
    public Optional<Path> program(List<String> patterns) {
        return Programs.find(Path.of("/"), patterns);
    }

    @Override
    public String ask(List<String> command) {
        try {
            Process child = LAUNCHER.start(new ProcessBuilder(command).redirectErrorStream(true));
            return new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException expected) {
            return "";
        }
    }

    @Override
    public Said tried(List<String> command) {
        try {
            Process child = LAUNCHER.start(new ProcessBuilder(command).redirectErrorStream(true));
            String said = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Said(child.waitFor(), said.lines().toList());
        } catch (IOException e) {
            return new Said(1, List.of(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Said(1, List.of("interrupted"));
        }
    }

    @Override
    public int administer(List<String> command, Duration longest, Consumer<String> lines) throws InterruptedException {
        return new Administration(command, longest).run(lines);
    }

    @Override
    public boolean portFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getByName(LOOPBACK), port));
            return true;
        } catch (IOException expected) {
            return false;
        }
    }

    @Override
    public List<String> unanswered(List<String> sockets) {
        return ConnectionTrials.unanswered(sockets);
    }

    @Override
    public boolean listening(String address, int port) {
        return Conditions.listening(address, port);
    }

    @Override
    public List<String> tail(Path log, int lines) {
        return ForeignText.tail(log, lines);
    }

    private ProcessBuilder builder(ProcessSpec spec) {
        List<String> command = new ArrayList<>(List.of("setsid"));
        if (!whole()) {
            command.addAll(isolation.entrance(name));
        }
        if (spec.nice() != 0) {
            command.addAll(List.of("sh", "-c", PRIORITY, Integer.toString(spec.nice())));
        }
        if (spec.unprivileged() && ROOT.equals(System.getProperty("user.name"))) {
            command.addAll(LAUNCHER.withoutRights());
        }
        command.add("setpriv");
        if (spec.unprivileged()) {
            command.add("--no-new-privs");
        }
        if (spec.bound()) {
            command.addAll(List.of("--pdeathsig", spec.signal()));
        }
        command.add("--");
        command.addAll(spec.command());
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(spec.directory().toFile());
        builder.environment()
                .keySet()
                .removeIf(name -> name.equals("JAVA_TOOL_OPTIONS") || name.equals("JDK_JAVA_OPTIONS"));
        builder.environment().putAll(spec.environment());
        if (!spec.bound()) {
            builder.redirectInput(Path.of("/dev/null").toFile());
        }
        return builder;
    }

    private HostProcess recorded(ProcessSpec spec, Process child) throws IOException {
        return recorded(spec.name(), spec.tier(), child.pid(), spec.signal(), child);
    }

    private HostProcess recorded(String process, String tier, long pid, String signal, Process child)
            throws IOException {
        ProcessRecord entry =
                new ProcessRecord(process, tier, name, pid, proc.startTicks(pid).orElse(-1), signal);
        try {
            records.add(entry);
        } catch (IOException e) {
            if (child != null) {
                // On a full disk, for example: no later command could find it.
                new LocalProcess(entry, null, proc, child, System::nanoTime, () -> {}).kill();
            }
            throw e;
        }
        return process(entry, child);
    }

    private HostProcess process(ProcessRecord entry, Process child) {
        Path log = runDirectory.resolve("logs").resolve(entry.name() + ".log");
        return new LocalProcess(entry, log, proc, child, System::nanoTime, () -> records.remove(entry.name()));
    }

    private Path log(String process) throws IOException {
        Path logs = Files.createDirectories(runDirectory.resolve("logs"));
        return logs.resolve(process + ".log");
    }
}
