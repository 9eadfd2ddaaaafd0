package gavel.harness.run;

import gavel.harness.config.placement.Partition;
import gavel.harness.platform.HostDescription;
import gavel.harness.platform.HostFacts;
import gavel.harness.platform.KernelCounts;
import gavel.harness.platform.local.host.Host;
import gavel.harness.platform.local.host.HostProcess;
import gavel.harness.platform.local.host.ProcessSpec;
import gavel.harness.tier.EmbeddedTier;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/** A machine on which nothing really runs. It keeps a diary of what was started, run and stopped, and breaks where it is told to. */
public final class FakeHost implements Host {
    private final List<String> diary = Collections.synchronizedList(new ArrayList<>());
    private final Map<String, FakeProcess> processes = new HashMap<>();
    private final Map<String, String> reports = new HashMap<>();
    private final Map<String, Runnable> breakages = new HashMap<>();
    private final Map<String, List<String>> said = new HashMap<>();
    private final Map<String, List<String>> tails = new HashMap<>();
    private final Map<String, Integer> exitCodes = new HashMap<>();
    private final Map<String, List<String>> commands = new HashMap<>();
    private final Map<String, Duration> limits = new HashMap<>();
    private final Map<String, Path> programs = new HashMap<>();
    private final Set<Integer> taken = new HashSet<>();
    private Function<List<String>, Said> administration = command -> new Said(0, List.of("root", "apt"));
    private String boot = "";
    private AtomicLong counted = new AtomicLong();
    private Predicate<String> silent = _ -> false;
    private Path runDirectory;
    private HostFacts facts = new HostFacts(2, 32L << 30, 24L << 30, 80L << 30, 20_000, 25);
    private long nextPid = 100;
    private boolean limited;
    private boolean reunited;

    private final String name;
    private final List<String> obstacles = new ArrayList<>();

    public FakeHost() {
        this("fake");
    }

    public FakeHost(String name) {
        this.name = name;
        reports.put("load", "{\"users\": 100}");
        reports.put("reset", "{\"seconds\": 1}");
        reports.put("audit", audit(0));
    }

    public static String audit(int violations) {
        return """
                {"ok": %s, "historyLagMillis": 5, "invariants": [{"name": "prices", "description": "prices rise",
                 "checked": 10, "violations": %s, "examples": []}]}""".formatted(violations == 0, violations);
    }

    /** The audit of that number, from 1, finds so many violations, and no other finds any. */
    public void auditFinds(int number, int violations) {
        AtomicInteger audits = new AtomicInteger();
        when("audit", () -> {
            boolean damaged = audits.incrementAndGet() == number;
            report("audit", audit(damaged ? violations : 0));
            exitCode("audit", damaged ? 1 : 0);
        });
    }

    public FakeHost in(Path directory) {
        runDirectory = directory;
        return this;
    }

    public void facts(HostFacts other) {
        facts = other;
    }

    /** What keeps it from being divided. */
    public void obstacle(String line) {
        obstacles.add(line);
    }

    /**
     * What tells its kernel from others.
     *
     * @param counts of hosts on the same kernel are the same counter
     */
    public void kernel(String bootId, AtomicLong counts) {
        boot = bootId;
        counted = counts;
    }

    /** Somebody else listens on that port. */
    public void taken(int port) {
        taken.add(port);
    }

    /** No answer comes from such sockets. */
    public void silent(Predicate<String> sockets) {
        silent = sockets;
    }

    /** What the application's command writes as its report from now on. */
    public void report(String command, String json) {
        reports.put(command, json);
    }

    /** What the command prints. */
    public void says(String command, String... lines) {
        said.put(command, List.of(lines));
    }

    public void exitCode(String command, int code) {
        exitCodes.put(command, code);
    }

    /** Happens when the process or command of that name is about to start. */
    public void when(String name, Runnable happening) {
        breakages.put(name, happening);
    }

    /** What a log, by its file's name, ends with. */
    public void logged(String file, String... lines) {
        tails.put(file, List.of(lines));
    }

    public void note(String entry) {
        diary.add(entry);
    }

    public List<String> diary() {
        return List.copyOf(diary);
    }

    public FakeProcess process(String name) {
        return processes.get(name);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String address() {
        return "127.0.0.1";
    }

    @Override
    public String network() {
        return "127.0.0.1/32";
    }

    @Override
    public void divide(List<Partition> parts) {
        parts.forEach(part -> note("divide " + part.name()));
    }

    @Override
    public List<String> obstacles(List<Partition> parts) {
        return List.copyOf(obstacles);
    }

    @Override
    public Host part(String name) {
        return this;
    }

    @Override
    public String virtualAddress(int index) {
        return "127.0.9." + (index + 1);
    }

    @Override
    public void limitCpu(boolean enforced) {
        limited = enforced;
    }

    @Override
    public void connect(boolean connected) {
        note((connected ? "connect " : "disconnect ") + name());
    }

    /** Whether CPU limits are in force. */
    public boolean limited() {
        return limited;
    }

    @Override
    public void reunite() {
        reunited = true;
    }

    public boolean reunited() {
        return reunited;
    }

    @Override
    public HostFacts facts() {
        return facts;
    }

    @Override
    public HostDescription description() {
        return new HostDescription("fake", "Debian", "6.1", "a processor", "none seen", "madvise", boot, counts());
    }

    private KernelCounts counts() {
        if (boot.isEmpty()) {
            return KernelCounts.UNKNOWN;
        }
        long now = counted.incrementAndGet();
        return new KernelCounts(now, now, now);
    }

    @Override
    public void put(Path file, String content, boolean secret) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
    }

    @Override
    public HostProcess start(ProcessSpec spec) throws IOException {
        note("start " + spec.name());
        commands.put(spec.name(), spec.command());
        FakeProcess process = new FakeProcess(this, spec.name(), spec.tier(), nextPid++);
        processes.put(spec.name(), process);
        breakages.getOrDefault(spec.name(), () -> {}).run();
        if (spec.name().equals(EmbeddedTier.NAME) && process.alive()) {
            Files.writeString(
                    runDirectory.resolve("settings/embedded-state.json"),
                    "{\"pid\": %s, \"databasePid\": %s, \"databaseVersion\": \"18\"}"
                            .formatted(process.pid(), nextPid++));
        }
        return process;
    }

    @Override
    public int run(ProcessSpec spec, Consumer<String> lines, Duration timeout)
            throws IOException, InterruptedException {
        limits.put(spec.name(), timeout);
        return run(spec.name(), spec.command(), lines);
    }

    /** A command of the application may be followed by another in the same process. */
    private int run(String command, List<String> words, Consumer<String> lines)
            throws IOException, InterruptedException {
        note("run " + command);
        commands.put(command, words);
        breakages.getOrDefault(command, () -> {}).run();
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        int code = exitCodes.getOrDefault(command, 0);
        said.getOrDefault(command, List.of()).forEach(lines);
        int report = words.indexOf("--report");
        if (report >= 0 && code <= 1) {
            Files.writeString(Path.of(words.get(report + 1)), reports.get(command));
        }
        int then = words.indexOf("--then");
        if (then < 0 || code != 0) {
            return code;
        }
        List<String> next = words.subList(then + 1, words.size());
        return run(next.getFirst(), next, lines);
    }

    /** The command line of the last process or command of that name. */
    public List<String> command(String name) {
        return commands.get(name);
    }

    /** How long the last command of that name might take. */
    public Duration limit(String name) {
        return limits.get(name);
    }

    @Override
    public HostProcess adopt(String name, String tier, long pid) {
        FakeProcess process = new FakeProcess(this, name, tier, pid);
        processes.put(name, process);
        return process;
    }

    @Override
    public List<HostProcess> recorded() {
        return List.copyOf(processes.values());
    }

    /** Where programs are, by a part of their pattern. */
    public void installed(String name, Path path) {
        programs.put(name, path);
    }

    @Override
    public Optional<Path> program(List<String> patterns) {
        return programs.entrySet().stream()
                .filter(entry -> patterns.stream().anyMatch(pattern -> pattern.endsWith("/" + entry.getKey())))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    @Override
    public String ask(List<String> command) {
        return said.getOrDefault(command.getFirst(), List.of("")).getFirst();
    }

    @Override
    public Said tried(List<String> command) {
        if (command.getFirst().equals("unshare")) {
            // Asked where a test runs as root, and nowhere else.
            return new Said(0, List.of());
        }
        String name = command.contains("describe") ? "profile-check" : "flags-check";
        note("try " + name);
        return new Said(exitCodes.getOrDefault(name, 0), said.getOrDefault(name, List.of()));
    }

    /** What happens to commands that change the machine. */
    public void administered(Function<List<String>, Said> by) {
        administration = by;
    }

    @Override
    public int administer(List<String> command, Duration longest, Consumer<String> lines) {
        Said said = administration.apply(command);
        said.lines().forEach(lines);
        return said.code();
    }

    @Override
    public boolean portFree(int port) {
        return !taken.contains(port);
    }

    @Override
    public List<String> unanswered(List<String> sockets) {
        return sockets.stream().filter(silent).toList();
    }

    @Override
    public boolean listening(String address, int port) {
        return true;
    }

    @Override
    public List<String> tail(Path log, int lines) {
        return tails.getOrDefault(log.getFileName().toString(), List.of("last line of " + log.getFileName()));
    }

    /** For breakages. */
    public static Runnable failing(String message) {
        return () -> {
            throw new UncheckedIOException(new IOException(message));
        };
    }
}
