package gavel.driver.command;

import gavel.driver.api.AgentClient;
import gavel.driver.api.AgentLostException;
import gavel.driver.api.HttpVersion;
import gavel.driver.api.LoadGenerator;
import gavel.driver.api.LoadReport;
import gavel.driver.api.LoadSpec;
import gavel.driver.api.LoadSpec.Accounts;
import gavel.driver.api.LoadSpec.AgentShare;
import gavel.driver.api.LoadSpec.EngineSpec;
import gavel.driver.api.LoadSpec.Phases;
import gavel.driver.api.OpenConnections;
import gavel.driver.api.TextFile;
import gavel.driver.api.ensemble.Ensemble;
import gavel.driver.api.key.AgentKey;
import gavel.driver.api.shape.LoadShape;
import gavel.driver.health.Descriptors;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Runs a load from this process or from agents, shows how it goes, and judges it.")
final class RunCommand implements Callable<Integer> {
    private static final Duration SLACK = Duration.ofMinutes(10);
    /** Every agent is told of the start before it comes. */
    private static final Duration LEAD = Duration.ofSeconds(1);

    private final DriverParts parts;
    private final InstantSource clock;

    @Option(
            names = "--target",
            paramLabel = "URL",
            required = true,
            description = "URL of the front door; repeat it for several addresses")
    private List<URI> targets;

    @Option(
            names = "--users",
            paramLabel = "N",
            description = "simulated users; with a path its largest number, with arrivals the number expected at once")
    private Integer users;

    @ArgGroup
    private ShapeOptions shape;

    @Option(
            names = "--duration",
            paramLabel = "TIME",
            converter = DurationText.class,
            description = "length of the measurement (default: 60s, or the length of the path)")
    private Duration duration;

    @Option(
            names = "--ramp",
            paramLabel = "TIME",
            defaultValue = "15s",
            converter = DurationText.class,
            description = "time over which users start (default: ${DEFAULT-VALUE})")
    private Duration ramp;

    @Option(
            names = "--warm-up",
            paramLabel = "TIME",
            defaultValue = "15s",
            converter = DurationText.class,
            description = "time with all users before the measurement (default: ${DEFAULT-VALUE})")
    private Duration warmUp;

    @Option(
            names = "--ramp-down",
            paramLabel = "TIME",
            defaultValue = "10s",
            converter = DurationText.class,
            description = "time over which users leave (default: ${DEFAULT-VALUE})")
    private Duration rampDown;

    @Option(
            names = "--profile",
            paramLabel = "NAME|FILE",
            defaultValue = "liveauction",
            description = "what the users do: a built-in profile or a YAML file (default: ${DEFAULT-VALUE})")
    private String profile;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "seed of every random choice (default: ${DEFAULT-VALUE})")
    private long seed;

    @Option(
            names = "--loops",
            paramLabel = "N",
            defaultValue = "0",
            description = "event loops (default: half the processors)")
    private int loops;

    @Option(
            names = "--max-connections",
            paramLabel = "N",
            defaultValue = "0",
            description = "most connections of all users together (default: no limit)")
    private int maxConnections;

    @Option(
            names = "--idle-timeout",
            paramLabel = "TIME",
            converter = DurationText.class,
            description = "time after which an idle connection is closed (default: with its session)")
    private Duration idleTimeout = Duration.ZERO;

    @Option(
            names = "--http",
            paramLabel = "VERSION",
            defaultValue = "1.1",
            description = "1.1, 2, or auto: what the server chooses within TLS (default: ${DEFAULT-VALUE})")
    private String http;

    @Option(
            names = "--ca",
            paramLabel = "FILE",
            description = "PEM file of the authority that signs the servers' certificates")
    private Path authority;

    @Option(
            names = "--output",
            paramLabel = "DIR",
            description = "directory for .hlog, answered-bids.csv and report.json")
    private Path output;

    @ArgGroup(exclusive = false)
    private AccountOptions accounts = new AccountOptions();

    @ArgGroup(exclusive = false)
    private AgentOptions agents;

    @Spec
    private CommandSpec spec;

    /** Which loaded accounts log in. */
    static final class AccountOptions {
        @Option(
                names = "--accounts",
                paramLabel = "N",
                defaultValue = "0",
                description = "number of loaded accounts (default: five for each user)")
        private long count;

        @Option(
                names = "--email-pattern",
                paramLabel = "PATTERN",
                defaultValue = "u%%d@gavel.example",
                description = "their addresses (default: u%%d@gavel.example)")
        private String email = "u%d@gavel.example";

        @Option(
                names = "--password-file",
                paramLabel = "FILE",
                description = "file that holds the password of all of them")
        private Path passwordFile;
    }

    /** Which agents make the load instead of this process. */
    static final class AgentOptions {
        private static final Pattern ADDRESS =
                Pattern.compile("([A-Za-z0-9][A-Za-z0-9.-]*|\\[[0-9A-Fa-f:.]+]):[1-9][0-9]{0,4}");

        @Option(
                names = "--agents",
                paramLabel = "HOST:PORT",
                split = ",",
                required = true,
                description = "host:port of each agent; they make the load instead of this process")
        private List<String> addresses;

        @Option(
                names = {"--key-file", "--token-file"},
                paramLabel = "FILE",
                required = true,
                description = "file with the agents' key, readable by its owner only")
        private Path keyFile;

        List<AgentClient> clients() throws IOException {
            List<String> problems = new ArrayList<>();
            Set<String> named = new HashSet<>();
            for (String address : addresses) {
                if (!ADDRESS.matcher(address).matches()) {
                    problems.add("an agent must be HOST:PORT, such as 10.0.0.5:7500: " + address + " (--agents)");
                } else if (!named.add(address)) {
                    // It would be prepared for two shares of the load, and make one of them.
                    problems.add("an agent must be named once: " + address + " (--agents)");
                }
            }
            if (!problems.isEmpty()) {
                throw new IllegalArgumentException(String.join("\n", problems));
            }
            AgentKey key = KeyFile.read(keyFile);
            return addresses.stream()
                    .map(address -> new AgentClient(URI.create("https://" + address), key))
                    .toList();
        }
    }

    RunCommand(DriverParts parts) {
        this(parts, InstantSource.system());
    }

    RunCommand(DriverParts parts, InstantSource clock) {
        this.parts = parts;
        this.clock = clock;
    }

    @Override
    public Integer call() throws Exception {
        LoadSpec load = load();
        PrintWriter out = spec.commandLine().getOut();
        if (output != null) {
            Files.createDirectories(output);
        }
        // A terminal that is held must not hold the load, nor make an agent seem lost.
        try (ExecutorService progress = Executors.newSingleThreadExecutor(
                        Thread.ofPlatform().daemon().name("progress").factory());
                LoadGenerator generator = generator();
                var _ = StopOnInterrupt.of(generator)) {
            if (agents == null) {
                boolean tls = targets.stream().anyMatch(target -> "https".equals(target.getScheme()));
                OpenConnections each = OpenConnections.of(load.engine(), tls);
                progress.execute(() -> {
                    out.println(Descriptors.words(each, load.users(), maxConnections));
                    out.flush();
                });
            }
            generator.prepare(load);
            Duration length =
                    Duration.ofSeconds(load.phases().totalSeconds()).plus(Phases.hold(generator.limitMillis()));
            LoadReport report;
            try {
                generator.start(
                        clock.instant().plus(agents == null ? Duration.ZERO : LEAD),
                        interval -> progress.execute(() -> {
                            out.println(Progress.line(interval));
                            out.flush();
                        }));
                report = generator.awaitReport(length.plus(SLACK));
            } catch (AgentLostException lost) {
                stop(generator, lost);
                progress.submit(() -> out.println("INVALID: " + lost.getMessage()))
                        .get();
                return DriverCommand.INVALID;
            }
            progress.submit(() -> out.println(Summary.of(report))).get();
            out.flush();
            if (output != null) {
                // First what is here already: an agent may be gone, and the bids are many.
                ReportFile.write(output.resolve("report.json"), report);
                generator.answeredBids(output.resolve("answered-bids.csv"));
            }
            return Summary.exitCode(report);
        }
    }

    /** An agent that is lost may only be silent, and still load the server. */
    private static void stop(LoadGenerator generator, AgentLostException lost) throws InterruptedException {
        try {
            generator.stop(false);
        } catch (IOException | RuntimeException gone) {
            lost.addSuppressed(gone);
        }
    }

    private static void atLeast(long least, String option, long actual) {
        if (actual < least) {
            throw new IllegalArgumentException(option + " must be >= " + least + ": " + actual);
        }
    }

    private LoadGenerator generator() throws IOException {
        return agents == null ? parts.generator() : Ensemble.of(agents.clients(), clock);
    }

    private LoadSpec load() throws IOException {
        atLeast(0, "--loops", loops);
        atLeast(0, "--max-connections", maxConnections);
        atLeast(0, "--accounts", accounts.count);
        LoadShape course = shape == null ? LoadShape.CONSTANT : shape.shape();
        int most = ShapeOptions.users(course, users);
        if (most <= 0) {
            throw new IllegalArgumentException("users must be > 0: " + most);
        }
        Duration measured = ShapeOptions.duration(course, duration);
        if (measured.toSeconds() < 1) {
            throw new IllegalArgumentException("the measurement must take at least 1 s: " + measured.toSeconds());
        }
        return new LoadSpec(
                "run",
                targets,
                authority == null ? null : TextFile.read(authority),
                profile,
                most,
                new Accounts(
                        accounts.email.replace("%%", "%"),
                        1,
                        accounts.count > 0 ? accounts.count : 5L * most,
                        accounts.passwordFile == null
                                ? ""
                                : TextFile.read(accounts.passwordFile).strip()),
                seed,
                new Phases(
                        Math.toIntExact(ramp.toSeconds()),
                        Math.toIntExact(warmUp.toSeconds()),
                        Math.toIntExact(measured.toSeconds()),
                        Math.toIntExact(rampDown.toSeconds())),
                AgentShare.ALONE,
                new EngineSpec(
                        loops,
                        maxConnections,
                        EngineSpec.DEFAULT.connectTimeoutMillis(),
                        EngineSpec.DEFAULT.acquireTimeoutMillis(),
                        EngineSpec.DEFAULT.responseTimeoutMillis(),
                        Math.toIntExact(idleTimeout.toMillis()),
                        HttpVersion.of(http)),
                output == null ? null : output.toAbsolutePath().toString(),
                0,
                course,
                0);
    }
}
