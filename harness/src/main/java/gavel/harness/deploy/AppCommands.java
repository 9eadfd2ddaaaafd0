package gavel.harness.deploy;

import gavel.harness.config.LoadSettings;
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
    private static final String THEN = "--then";
    /** Users of a set whose load is over before the second compiler has paid for itself: pictures of 1,000 took 8.2 s without it, 8.7 s with. */
    private static final int FIRST_COMPILER = 1_000;

    private static final Duration LEAST_LOAD = Duration.ofHours(4);
    private static final Duration LEAST_CHECK = Duration.ofMinutes(30);
    /** Some four times what a small machine took, in milliseconds: 26 of a load, 8 of a reset, 4 of an audit. */
    private static final long LOAD_OF_A_USER = 100;

    private static final long CHECK_OF_A_USER = 40;
    /** For which an audit gets a millisecond more: a bid costs it a thirtieth of one, and each person bids once a minute. */
    private static final long USER_MINUTES = 4;

    private static final JsonMapper JSON = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();
    private final Deployment deployment;
    private final RunningTopology running;
    private final Consumer<String> lines;
    private Audit before;

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
     * Makes the data set, and remembers it where it counts as recorded.
     *
     * @param wait for the history, of an audit in the same process, for {@link #auditBefore}; null for none
     * @return what does not count as recorded
     */
    public List<Audit.Invariant> load(int users, long seed, Duration wait) throws IOException, InterruptedException {
        FileSpec password = FileSpec.secret("settings/account-password", Secret.ACCOUNTS.reference());
        running.platform().write(host(), password);
        // People look for it on this machine.
        running.platform().write("", password);
        List<Audit.Invariant> damage = damage(
                LOAD,
                longestLoad(users),
                List.of(
                        "--users",
                        Integer.toString(users),
                        "--seed",
                        Long.toString(seed),
                        "--images",
                        deployment.images(),
                        "--password-file",
                        running.context().settings("account-password")),
                wait);
        if (damage.isEmpty()) {
            // Else the next command would find a set that is there, and be silent about what is wrong with it.
            deployment.loaded(new LoadedSet(users, seed, deployment.images(), true));
        }
        return damage;
    }

    /**
     * Returns a used set to its loaded state, where it can be.
     *
     * @param wait for the history, of an audit in the same process, for {@link #auditBefore}; null for none
     * @return what is not as it was loaded: only the load can make it again
     */
    public List<Audit.Invariant> reset(Duration wait) throws IOException, InterruptedException {
        List<Audit.Invariant> damage = damage("reset", longestCheck(), List.of(), wait);
        LoadedSet set = deployment.loaded();
        if (set != null && damage.isEmpty()) {
            deployment.loaded(new LoadedSet(set.users(), set.seed(), set.images(), true));
        }
        return damage;
    }

    /** What the command found that does not count as the load recorded it; where that is nothing, an audit follows. */
    private List<Audit.Invariant> damage(String command, Duration longest, List<String> options, Duration wait)
            throws IOException, InterruptedException {
        before = null;
        List<String> words = words(command, options);
        if (wait != null) {
            forget(AUDIT);
            words.add(THEN);
            words.addAll(words(AUDIT, waiting(wait)));
        }
        int code = run(command, wait == null ? longest : longest.plus(longestCheck()), words);
        JsonNode report = read(command).orElseThrow(() -> failed(command, command, code));
        List<Audit.Invariant> damage = wrong(report);
        if (!damage.isEmpty() || code == 0 && wait == null) {
            return damage;
        }
        Optional<JsonNode> audit = wait == null ? Optional.empty() : read(AUDIT);
        if (audit.isEmpty() || code != 0 && code != VIOLATION) {
            // What has written its report and found no violation did not fail: what came after it did.
            throw failed(wait == null || code == VIOLATION ? command : AUDIT, command, code);
        }
        before = JSON.treeToValue(audit.get(), Audit.class);
        keepLogOfAudit(command);
        return damage;
    }

    /** Where an audit by itself would have said it: whoever examines the result looks there. */
    private void keepLogOfAudit(String command) throws IOException {
        Optional<String> said = running.platform().read(host(), logFile(command));
        if (said.isPresent()) {
            running.platform().write(host(), FileSpec.open(logFile(AUDIT), said.get()));
        }
    }

    /** What the process found that has just loaded or reset the data; another one audits them where none did. */
    public Audit auditBefore(Duration wait) throws IOException, InterruptedException {
        Audit made = before;
        before = null;
        return made == null ? audit(List.of(), wait) : made;
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
        List<String> options = new ArrayList<>(waiting(wait));
        for (Path file : answered) {
            options.addAll(List.of("--answered", running.platform().bring(host(), file)));
        }
        int code = run(AUDIT, longestCheck(), words(AUDIT, options));
        Optional<JsonNode> report = read(AUDIT);
        if (code != 0 && code != VIOLATION || report.isEmpty()) {
            throw failed(AUDIT, AUDIT, code);
        }
        return JSON.treeToValue(report.get(), Audit.class);
    }

    private static List<String> waiting(Duration wait) {
        return List.of("--wait", wait.toSeconds() + "s");
    }

    /** One command with its options. */
    private List<String> words(String command, List<String> options) {
        TopologyContext context = running.context();
        List<String> words = new ArrayList<>(List.of(
                command,
                "--config=" + context.below(AppServer.settings(context, 0).path())));
        words.addAll(options);
        words.addAll(List.of("--report", context.below(reportFile(command))));
        return words;
    }

    /** @param words of the command, and of others that follow it in the same process */
    private int run(String command, Duration longest, List<String> words) throws IOException, InterruptedException {
        TopologyContext context = running.context();
        FileSpec settings = AppServer.settings(context, 0);
        List<FileSpec> files =
                Encryption.wanted(context) ? List.of(settings, Encryption.authority()) : List.of(settings);
        Platform platform = running.platform();
        forget(command);
        platform.delete(host(), logFile(command));
        List<String> flags = new ArrayList<>(
                List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=" + (command.equals(LOAD) && large() ? 4 : 1)));
        flags.addAll(AppServer.cached(context));
        long heap = heap(words);
        if (command.equals(LOAD)) {
            // The whole heap at once: photos are large until they are encoded, and a heap that grows is collected every
            // few of them.
            flags.add("-Xms" + heap + "m");
        }
        JavaCommand java = new JavaCommand(context.locations().java(), heap, context.temporary(), flags);
        List<String> line = java.jar(context.locations().appJar(), words.toArray(String[]::new));
        return platform.run(host(), command, new Step.Command(null, line, Map.of(), true, files, null, longest), lines);
    }

    /** @param users of the data set */
    static Duration longestLoad(int users) {
        return LEAST_LOAD.plusMillis(LOAD_OF_A_USER * users);
    }

    private Duration longestCheck() {
        LoadSettings load = deployment.configuration().load();
        return longestCheck(
                Sizing.setUsers(deployment.made()), load.users() * load.phases().totalSeconds() / 60);
    }

    /**
     * Of a reset or an audit: what there is to look at grows with the data set and with what people did to it.
     *
     * @param userMinutes of a load
     */
    static Duration longestCheck(int setUsers, long userMinutes) {
        return LEAST_CHECK.plusMillis(CHECK_OF_A_USER * setUsers + userMinutes / USER_MINUTES);
    }

    /** By what the deployment was made with, as its data are: a run on it may have far fewer users. */
    private long heap(List<String> words) {
        long audit = words.contains(AUDIT) ? deployment.sizing().auditHeap() : 0;
        return words.getFirst().equals(AUDIT) ? audit : Math.max(audit, Sizing.loaderHeap(deployment.made()));
    }

    private boolean large() {
        return Sizing.setUsers(deployment.made()) > FIRST_COMPILER;
    }

    /** What an earlier one said explains nothing of this one. */
    private void forget(String command) throws IOException {
        running.platform().delete(host(), reportFile(command));
    }

    /** The report of a command; empty where it did not get so far. */
    private Optional<JsonNode> read(String command) throws IOException {
        return running.platform().read(host(), reportFile(command)).map(text -> JSON.readTree(text));
    }

    /** @param process that ran the command, perhaps after another */
    private EnvironmentException failed(String command, String process, int code) {
        String place = host().isEmpty() ? "" : host() + ":";
        return new EnvironmentException(
                command + " failed with exit code " + code + " (log: " + place
                        + running.context().log(process) + ")",
                running.platform().log(host(), process, 20),
                null);
    }

    private static String logFile(String command) {
        return "logs/" + command + ".log";
    }

    private static String reportFile(String command) {
        return command + "-report.json";
    }
}
