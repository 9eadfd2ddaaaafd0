package gavel.harness.command;

import gavel.driver.api.AgentClient;
import gavel.driver.api.LoadGenerator;
import gavel.driver.api.ensemble.Ensemble;
import gavel.driver.api.key.AgentKey;
import gavel.harness.command.experiment.ExperimentContext;
import gavel.harness.command.options.ConfigOptions;
import gavel.harness.command.output.CommandOutput;
import gavel.harness.command.output.EarlyArguments;
import gavel.harness.command.output.JsonConsole;
import gavel.harness.command.output.OutputOptions;
import gavel.harness.command.results.ResultsContext;
import gavel.harness.config.Configuration;
import gavel.harness.config.Configurations;
import gavel.harness.config.placement.Placement;
import gavel.harness.deploy.ConfigurationCheck;
import gavel.harness.deploy.Drivers;
import gavel.harness.deploy.Topologies;
import gavel.harness.deployment.Deployments;
import gavel.harness.deployment.Installation;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.failure.Problems;
import gavel.harness.http.Http;
import gavel.harness.http.JdkHttp;
import gavel.harness.images.ImageNames;
import gavel.harness.kind.ResultKinds;
import gavel.harness.platform.Platforms;
import gavel.harness.platform.compose.ComposePlatforms;
import gavel.harness.platform.kubernetes.KubernetesPlatforms;
import gavel.harness.platform.local.LocalPlatforms;
import gavel.harness.platform.local.collect.ProcCollector;
import gavel.harness.platform.local.host.LocalHost;
import gavel.harness.platform.ssh.SshPlatforms;
import gavel.harness.platform.ssh.connection.SshProgram;
import gavel.harness.run.Console;
import gavel.harness.run.Disclosures;
import gavel.harness.run.Environment;
import gavel.harness.run.Interruption;
import gavel.harness.run.PlainConsole;
import gavel.harness.run.Terminal;
import gavel.harness.time.Timekeeper;
import gavel.harness.topology.Tiers;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** The composition root: what is real on this machine. Making it touches nothing; what needs a network opens it when first used. */
public final class CommandContext implements AutoCloseable {
    private static final int USUAL_COLUMNS = 80;
    private final Environment environment;
    private final ResultKinds kinds;
    private final List<String> arguments;
    private final Terminal terminal;
    private final CommandOutput output = new CommandOutput();
    private final boolean json;

    public CommandContext(List<String> arguments, Interruption interruption) {
        this(
                Installation.current(System.getenv(), EarlyArguments.output(arguments)),
                new PrintStream(System.out, true, StandardCharsets.UTF_8),
                OutputOptions.of(arguments)
                        .terminal(
                                System.console() != null && System.console().isTerminal()
                                        ? Integer.getInteger("gavel.columns", USUAL_COLUMNS)
                                        : 0,
                                System.getenv()),
                arguments,
                interruption);
    }

    CommandContext(
            Installation installation,
            PrintStream out,
            Terminal terminal,
            List<String> arguments,
            Interruption interruption) {
        this(
                real(
                        installation,
                        OutputOptions.of(arguments).json()
                                ? new PrintStream(System.err, true, StandardCharsets.UTF_8)
                                : out,
                        terminal,
                        interruption),
                ResultKinds.KNOWN,
                arguments,
                terminal);
    }

    CommandContext(Environment environment, ResultKinds kinds, List<String> arguments) {
        this(environment, kinds, arguments, Terminal.NONE);
    }

    private CommandContext(Environment environment, ResultKinds kinds, List<String> arguments, Terminal terminal) {
        this.json = OutputOptions.of(arguments).json();
        this.environment = json ? environment.with(new JsonConsole(environment.console(), output)) : environment;
        this.kinds = kinds;
        this.arguments = List.copyOf(arguments);
        this.terminal = terminal;
    }

    private static Environment real(
            Installation installation, PrintStream out, Terminal terminal, Interruption interruption) {
        Timekeeper time = Timekeeper.system();
        Http http = new JdkHttp();
        Console console = new PlainConsole(out, terminal, time);
        LocalPlatforms here = new LocalPlatforms(
                installation,
                LocalHost::new,
                time,
                http,
                instances -> ProcCollector.start(instances, time, System::nanoTime));
        SshPlatforms machines = new SshPlatforms(here, SshProgram.ofTheUser(), line -> console.line("  " + line));
        ImageNames images = new ImageNames("", Disclosures.program().replaceFirst("\\+.*", ""));
        return new Environment(
                installation,
                new Deployments(installation.deployments(), new SecureRandom()),
                http,
                time,
                console,
                agents -> connect(agents, time),
                here.with(Map.of(
                        Configuration.Platform.SSH,
                        machines,
                        Configuration.Platform.COMPOSE,
                        new ComposePlatforms(here, images),
                        Configuration.Platform.KUBERNETES,
                        new KubernetesPlatforms(here, images, Topologies::planned))),
                interruption);
    }

    private static LoadGenerator connect(List<Drivers.Contact> agents, InstantSource time) {
        return Ensemble.of(
                agents.stream()
                        .map(agent -> new AgentClient(agent.address(), AgentKey.of(agent.key())))
                        .toList(),
                time);
    }

    Installation installation() {
        return environment.installation();
    }

    /** Directory of a result, from its path or its name below {@code results/}, or from any path inside of it. */
    Path result(String name) {
        Path direct = Path.of(name);
        Path named = Files.exists(direct) ? direct : installation().results().resolve(name);
        for (Path path = named.toAbsolutePath().normalize(); path != null; path = path.getParent()) {
            if (kinds.in(path).isPresent()) {
                return path;
            }
        }
        return named;
    }

    /**
     * Its name below {@code results/}.
     *
     * @throws ConfigurationException where it lies elsewhere: it would go on under another name
     */
    String resultName(String name) {
        Path results = installation().results().toAbsolutePath().normalize();
        Path directory = result(name).toAbsolutePath().normalize();
        if (!directory.startsWith(results) && Files.exists(directory)) {
            throw new ConfigurationException("a result goes on below the directory of results, which is " + results
                    + ": " + directory + "; name its own with --output (--resume)");
        }
        return directory.startsWith(results) ? results.relativize(directory).toString() : name;
    }

    Terminal terminal() {
        return terminal;
    }

    /** What the command tells, for programs. */
    CommandOutput output() {
        return output;
    }

    /** Whether programs read it. */
    boolean json() {
        return json;
    }

    ResultsContext results() {
        return new ResultsContext(environment, kinds, this::result, output);
    }

    ResultKinds kinds() {
        return kinds;
    }

    Console console() {
        return environment.console();
    }

    /** What the user should know although the command goes on. */
    void remark(List<String> remarks) {
        remarks.forEach(remark -> console().line("! " + remark));
    }

    Timekeeper time() {
        return environment.time();
    }

    Interruption interruption() {
        return environment.interruption();
    }

    Configurations configurations() {
        return new Configurations(installation().configurations(), Topologies::check);
    }

    Deployments deployments() {
        return environment.deployments();
    }

    Platforms platforms() {
        return environment.platforms();
    }

    Environment environment() {
        return environment;
    }

    /** The configuration these options ask for, which this machine has nothing against. */
    Configuration checked(ConfigOptions options) {
        Configuration configuration = options.read(configurations());
        new Problems().add(problems(configuration)).check();
        return configuration;
    }

    /** What this machine says of a configuration; empty where it has nothing against it. */
    List<String> problems(Configuration configuration) {
        return ConfigurationCheck.problems(
                configuration, installation(), platforms().here());
    }

    /** Cores that the application servers of a configuration may use together. */
    double cores(Configuration configuration) {
        Placement placement = Placement.of(configuration);
        int servers = configuration.appServers().count();
        // Those of a machine that is still off are unknown.
        int processors = Math.max(1, platforms().machines(configuration).cores(placement, Tiers.APP_SERVERS, servers));
        double limit = placement.cpuOf(IntStream.range(0, servers)
                .mapToObj(index -> placement.host(Tiers.APP_SERVERS, index).orElse(""))
                .toList());
        return limit > 0 ? Math.min(processors, limit) : processors;
    }

    /** What the commands of experiments work with. */
    ExperimentContext experiments() {
        return new ExperimentContext(
                environment, configurations(), this::problems, this::result, this::resultName, commandLine());
    }

    /** As typed; no option takes a secret. */
    String commandLine() {
        return "gavel " + String.join(" ", arguments);
    }

    /** Ends connections to other machines. */
    @Override
    public void close() {
        platforms().close();
    }
}
