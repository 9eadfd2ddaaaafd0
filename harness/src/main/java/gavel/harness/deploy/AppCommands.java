package gavel.harness.deploy;

import gavel.harness.config.Sizing;
import gavel.harness.deployment.Deployment;
import gavel.harness.deployment.DeploymentState.LoadedSet;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.platform.Platform;
import gavel.harness.tier.AppServer;
import gavel.harness.tier.Encryption;
import gavel.harness.tier.JavaCommand;
import gavel.harness.topology.FileSpec;
import gavel.harness.topology.Secret;
import gavel.harness.topology.Step;
import gavel.harness.topology.TopologyContext;
import gavel.harness.verdict.Audit;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The application's own tools: loader, reset and audit, each a child process that runs to its end. */
public final class AppCommands {
    private static final int VIOLATION = 1;
    private static final String AUDIT = "audit";
    private static final String LOAD = "load";
    /** Users of a set whose load is over before the second compiler has paid for itself: pictures of 1,000 took 8.2 s without it, 8.7 s with. */
    private static final int FIRST_COMPILER = 1_000;

    /** Of the others, which run while no server does. */
    private static final Duration LONGEST_LOAD = Duration.ofHours(4);

    private static final Duration LONGEST_CHECK = Duration.ofMinutes(30);
    private static final JsonMapper JSON = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();
    private final Deployment deployment;
    private final RunningTopology running;
    private final Consumer<String> lines;

    /** @param lines takes what the tools print, for the reader */
    public AppCommands(Deployment deployment, RunningTopology running, Consumer<String> lines) {
        this.running = running;
        this.deployment = deployment;
        this.lines = lines;
    }

    private String host() {
        return running.context().toolsHost();
    }

    /**
     * Makes the data set and remembers it.
     *
     * @return what does not count as recorded
     */
    public List<Audit.Invariant> load(int users, long seed) throws IOException, InterruptedException {
        FileSpec password = FileSpec.secret("settings/account-password", Secret.ACCOUNTS.reference());
        running.platform().write(host(), password);
        // People look for it on this machine.
        running.platform().write("", password);
        List<Audit.Invariant> damage = counted(
                LOAD,
                LONGEST_LOAD,
                List.of(
                        "--users",
                        Integer.toString(users),
                        "--seed",
                        Long.toString(seed),
                        "--images",
                        deployment.images(),
                        "--password-file",
                        running.context().settings("account-password")));
        deployment.loaded(new LoadedSet(users, seed, deployment.images(), true));
        return damage;
    }

    /**
     * Returns a used set to its loaded state, where it can be.
     *
     * @return what is not as it was loaded: only the load can make it again
     */
    public List<Audit.Invariant> reset() throws IOException, InterruptedException {
        List<Audit.Invariant> damage = counted("reset", LONGEST_CHECK, List.of());
        LoadedSet set = deployment.loaded();
        if (set != null && damage.isEmpty()) {
            deployment.loaded(new LoadedSet(set.users(), set.seed(), set.images(), true));
        }
        return damage;
    }

    /** What the command found that does not count as the load recorded it. */
    private List<Audit.Invariant> counted(String command, Duration longest, List<String> options)
            throws IOException, InterruptedException {
        int code = run(command, longest, options);
        List<Audit.Invariant> damage = wrong(report(command, code));
        if (code != 0 && damage.isEmpty()) {
            throw failed(command, code);
        }
        return damage;
    }

    private static List<Audit.Invariant> wrong(JsonNode report) {
        List<Audit.Invariant> wrong = new ArrayList<>();
        for (JsonNode count : report.path("counts")) {
            long expected = count.path("expected").asLong();
            long actual = count.path("actual").asLong();
            if (expected != actual) {
                String what = count.path("what").asString();
                wrong.add(new Audit.Invariant(
                        what + " as loaded",
                        "there are as many as the load made",
                        expected,
                        Math.abs(expected - actual),
                        List.of(what + ": expected " + expected + ", found " + actual)));
            }
        }
        return wrong;
    }

    /** @param answered files of bids that were answered; may be empty */
    public Audit audit(List<Path> answered, Duration wait) throws IOException, InterruptedException {
        List<String> options = new ArrayList<>(List.of("--wait", wait.toSeconds() + "s"));
        for (Path file : answered) {
            options.addAll(List.of("--answered", running.platform().bring(host(), file)));
        }
        return JSON.treeToValue(report(AUDIT, run(AUDIT, LONGEST_CHECK, options)), Audit.class);
    }

    private int run(String command, Duration longest, List<String> options) throws IOException, InterruptedException {
        TopologyContext context = running.context();
        FileSpec settings = AppServer.settings(context, 0);
        List<FileSpec> files =
                Encryption.wanted(context) ? List.of(settings, Encryption.authority()) : List.of(settings);
        Platform platform = running.platform();
        // What an earlier one said explains nothing of this one.
        platform.delete(host(), reportFile(command));
        platform.delete(host(), "logs/" + command + ".log");
        List<String> arguments = new ArrayList<>(List.of(command, "--config=" + context.below(settings.path())));
        arguments.addAll(options);
        arguments.addAll(List.of("--report", context.below(reportFile(command))));
        List<String> flags = new ArrayList<>(
                List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=" + (command.equals(LOAD) && large() ? 4 : 1)));
        flags.addAll(AppServer.cached(context));
        JavaCommand java = new JavaCommand(
                context.locations().java(),
                command.equals(AUDIT)
                        ? Sizing.of(deployment.configuration()).auditHeap()
                        : Sizing.loaderHeap(deployment.configuration()),
                context.temporary(),
                flags);
        List<String> words = java.jar(context.locations().appJar(), arguments.toArray(String[]::new));
        return platform.run(
                host(), command, new Step.Command(null, words, Map.of(), true, files, null, longest), lines);
    }

    private boolean large() {
        return Sizing.setUsers(deployment.configuration()) > FIRST_COMPILER;
    }

    private JsonNode report(String command, int code) throws IOException {
        Optional<String> report = running.platform().read(host(), reportFile(command));
        if (code != 0 && code != VIOLATION || report.isEmpty()) {
            throw failed(command, code);
        }
        return JSON.readTree(report.get());
    }

    private EnvironmentException failed(String command, int code) {
        String place = host().isEmpty() ? "" : host() + ":";
        return new EnvironmentException(
                command + " failed with exit code " + code + " (log: " + place
                        + running.context().log(command) + ")",
                running.platform().log(host(), command, 20),
                null);
    }

    private static String reportFile(String command) {
        return command + "-report.json";
    }
}
