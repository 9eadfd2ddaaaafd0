package gavel.harness.command;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.config.Configurations;
import gavel.harness.deployment.Deployment;
import gavel.harness.deployment.Deployments;
import gavel.harness.deployment.Installation;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.run.Interruption;
import gavel.harness.run.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** What somebody sees who types a command, good or bad; nothing is started here. */
class CommandLinesTest {
    @TempDir
    Path home;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final StringWriter err = new StringWriter();
    private final Interruption interruption = new Interruption(Thread.currentThread());

    @BeforeEach
    void install() throws IOException {
        Path configurations = Files.createDirectories(home.resolve("deploy/configs"));
        Files.copy(Path.of("../deploy/configs/minimal.yaml"), configurations.resolve("minimal.yaml"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            rnu                                | gavel: not understood: 'rnu'; did you mean 'run'?
            run small                          | gavel: not understood: 'small'
            run --user 5                       | did you mean '--users'?
            run --users -5                     | gavel: users must be > 0: -5 (--users: load.users)
            run --set load.usres=5             | gavel: unknown setting 'usres' (--set: load.usres); did you mean 'users'?
            run --set users                    | gavel: --set needs path=value: users (--set)
            run --config nowhere.yaml          | gavel: configuration file does not exist: nowhere.yaml (--config)
            run -c minimum                     | gavel: unknown configuration: minimum (--config); did you mean 'minimal'?
            run --keep-data                    | gavel: --keep-data needs data
            run --deployment mine              | gavel: unknown deployment: mine; there is none, `gavel up` makes one
            run --app-servers 0                | gavel: count must be > 0: 0 (--app-servers: appServers.count)
            run --services=rabbit              | implementation must be one of embedded, rabbitmq, external: rabbit (--services: broker.implementation)
            down                               | gavel: there is no deployment; `gavel up` makes one
            report nothing                     | gavel: no result there
            """)
    void badInputIsAnsweredWithOneClearMessageAndNothingIsStarted(String typed, String message) {
        assertThat(execute(typed)).isEqualTo(4);
        assertThat(err.toString()).contains(message).doesNotContain("\tat ");
        assertThat(home.resolve(".gavel")).doesNotExist();
    }

    @Test
    void severalProblemsAreToldAtOnce() {
        assertThat(execute("run --users 0 --length brief --seed x")).isEqualTo(4);
        assertThat(err.toString().lines())
                .filteredOn(line -> line.startsWith("gavel: "))
                .hasSize(3);
    }

    @Test
    void nothingTypedShowsWhatThereIs() {
        assertThat(execute("")).isEqualTo(4);
    }

    @ParameterizedTest
    @CsvSource({"--help", "--version", "run --help", "plan -h", "help --help"})
    void helpIsNoError(String typed) {
        assertThat(execute(typed)).isZero();
    }

    @Test
    void thePlanShowsEveryInstanceAndTheTime() {
        assertThat(execute("plan --set appServers.count=2 --users 1000 --length standard"))
                .as("whether the machine of the test has the memory is another matter")
                .isIn(0, 3);

        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains("minimal: 1000 users, length standard, services embedded")
                .contains("app1 ", "app2 ", "postgresql ", "embedded-services ", "driver1 ")
                .contains("predicted time: about 7 min 35 s");
    }

    @Test
    void thePlanCanBeUsedAsAConfiguration() throws IOException {
        execute("plan --settings --users 7");
        String printed = out.toString(StandardCharsets.UTF_8);
        Path file = Files.writeString(home.resolve("mine.yaml"), printed.substring(printed.indexOf("name:")));

        assertThat(execute("plan -c " + file)).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("minimal: 7 users");
    }

    @Test
    void configurationsAreListedWithWhatTheyAreFor() {
        assertThat(execute("configs")).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("minimal        Everything on this machine");
    }

    @Test
    void withoutDeploymentsThereIsNothingToShowOrClean() {
        assertThat(execute("status")).isZero();
        assertThat(execute("clean")).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains("there is no deployment")
                .contains("nothing to clean");
    }

    @Test
    void theDoctorMissesWhatIsNotBuilt() {
        assertThat(execute("doctor")).isEqualTo(3);
        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains("✗ built: no ")
                .contains("JDK: ");
    }

    @Test
    void whatAKilledCommandLeftIsShownAndCleaned() throws IOException {
        Files.createDirectories(home.resolve(".gavel/broken/logs"));

        assertThat(execute("status")).isZero();
        assertThat(execute("load broken")).isEqualTo(3);
        assertThat(err.toString()).contains("gavel: deployment broken was never finished; `gavel clean`");
        assertThat(execute("clean")).isZero();

        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains("broken was never finished")
                .contains("removed " + home.resolve(".gavel/broken"));
        assertThat(home.resolve(".gavel")).isEmptyDirectory();
    }

    @Test
    void aDeploymentWhoseProcessesAreGoneIsShownAndTakenDown() throws IOException {
        deployment("mine", false);
        Files.createDirectories(home.resolve(".gavel/mine/processes"));
        Files.writeString(
                home.resolve(".gavel/mine/processes/app1.json"),
                "{\"name\": \"app1\", \"tier\": \"appServers\", \"pid\": 999999999, \"startTicks\": 1}");

        assertThat(execute("status")).isZero();
        assertThat(execute("clean")).isZero();
        assertThat(execute("down")).isZero();

        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains("data      not loaded", "GONE      app1", "nothing to clean", "deployment mine is down");
        assertThat(home.resolve(".gavel")).isEmptyDirectory();
    }

    @Test
    void theDeploymentOfARunThatWasKilledIsCleaned() {
        deployment("20260102-030405-minimal", true);

        assertThat(execute("clean")).isZero();
        assertThat(home.resolve(".gavel")).isEmptyDirectory();
    }

    @Test
    void whichOfSeveralDeploymentsHasToBeSaid() {
        deployment("one", false);
        deployment("two", false);

        assertThat(execute("down")).isEqualTo(4);
        assertThat(err.toString()).contains("which deployment? Name one: one, two");
        assertThat(execute("down tow")).isEqualTo(4);
        assertThat(err.toString()).contains("unknown deployment: tow; did you mean 'two'?");
        assertThat(execute("clean --all")).isZero();
        assertThat(home.resolve(".gavel")).isEmptyDirectory();
    }

    @Test
    void aDeploymentInUseIsLeftAlone() {
        try (Deployment held = held("mine", true)) {
            assertThat(execute("clean")).isZero();
            assertThat(execute("down mine")).isEqualTo(3);
            assertThat(held.directory().state()).exists();
        }
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("mine is in use by a command and stays");
        assertThat(err.toString()).contains("in use by another command; wait until it ends");
    }

    @Test
    void oneThatNobodyCanTellAnythingOfIsNotTakenForOneInUse() throws IOException {
        Files.createDirectories(home.resolve(".gavel/broken/logs"));
        Files.createDirectories(home.resolve(".gavel/another/lock"));

        assertThat(execute("clean")).isEqualTo(3);

        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains("! another stays: cannot use the directory " + home.resolve(".gavel/another"))
                .contains("removed " + home.resolve(".gavel/broken"), "removed 1, 1 could not be removed")
                .doesNotContain("in use");
        assertThat(home.resolve(".gavel/another")).exists();
    }

    @Test
    void aDefectIsToldAsOneWithItsTraceAndIsNoVerdict() {
        StringWriter told = new StringWriter();

        assertThat(CommandLines.defect(new StackOverflowError(), new PrintWriter(told, true)))
                .isEqualTo(3);
        assertThat(told.toString()).contains("\tat ").contains("gavel: unexpected, please report it");
    }

    @Test
    void whatMayNotBeReadOrWrittenIsToldAsThat() {
        assertThat(CommandLines.denied(new EnvironmentException(
                        "results cannot be written to /srv/results: /srv/results/.probe",
                        new UncheckedIOException(new AccessDeniedException("/srv/results/.probe")))))
                .contains("permission denied: /srv/results/.probe");
        assertThat(CommandLines.denied(new EnvironmentException("no", new IOException("disk full"))))
                .isEmpty();
        assertThat(CommandLines.denied(new EnvironmentException("no", null))).isEmpty();
    }

    @Test
    void aDamagedDeploymentIsNoDefectAndHidesNoOther() throws IOException {
        Files.createDirectories(home.resolve(".gavel/mine"));
        Files.writeString(home.resolve(".gavel/mine/deployment.json"), "not what was written");

        assertThat(execute("status")).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("deployment mine is damaged: ");
        assertThat(execute("load mine")).isEqualTo(3);
        assertThat(err.toString())
                .contains("`gavel down mine` stops what runs and removes it")
                .doesNotContain("\tat ");
    }

    @Test
    void whatFailsBecauseSomebodyInterruptedItIsNoFailure() throws IOException {
        Files.createDirectories(home.resolve(".gavel/broken"));
        interruption.request();

        assertThat(execute("load broken")).isEqualTo(130);
        assertThat(err.toString()).isEqualTo("gavel: interrupted\n");
        assertThat(Thread.interrupted()).isTrue();
    }

    /** What a fresh clone shows without a build; made anew with -Dgavel.update=true (CONTRIBUTING.md). */
    @Test
    void theHelpOfAFreshCloneIsThatOfTheProgram() throws IOException {
        Path file = Path.of("src/main/resources/gavel/harness/command/help.txt");
        String help = CommandLines.of(new CommandContext(
                        new Installation(home, Path.of("java")), System.out, Terminal.NONE, List.of(), interruption))
                .getUsageMessage(CommandLine.Help.Ansi.OFF);
        if (Boolean.getBoolean("gavel.update")) {
            Files.writeString(file, help);
        }

        assertThat(help)
                .isEqualTo(Files.readString(file))
                .contains("  drive ", "  agent ", "  profiles ", "\n            3 environment or deployment failure\n");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            profiles check nowhere.yaml | profile must be a built-in name (`gavel profiles`) or a file: /
            profiles check liveaution   | unknown profile: liveaution (PROFILE: load.profile); did you mean 'liveauction'?
            profiles show liveaution    | unknown profile: liveaution
            profiles shwo liveauction   | 'shwo'
            """)
    void aProfileThatIsNoneIsToldAsEverywhere(String typed, String message) {
        assertThat(execute(typed)).isEqualTo(4);
        assertThat(err.toString()).contains(message);
    }

    @Test
    void theDriverIsTheLaunchersToStart() {
        assertThat(execute("drive --users 5")).isEqualTo(3);
        assertThat(err.toString())
                .contains("the launcher runs the driver: start it as ./gavel", "after `drive` or `agent`, none before");
    }

    @Test
    void profilesAreListed() {
        assertThat(execute("profiles")).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("liveauction ", "classic ");
    }

    private Deployment held(String name, boolean temporary) {
        return new Deployments(home.resolve(".gavel"), new SplittableRandom(name.hashCode()))
                .create(
                        name,
                        new Configurations(home.resolve("deploy/configs")).read("minimal", List.of()),
                        temporary,
                        Instant.EPOCH,
                        _ -> true);
    }

    private void deployment(String name, boolean temporary) {
        held(name, temporary).close();
    }

    private int execute(String typed) {
        String[] arguments = typed.isEmpty() ? new String[0] : typed.split(" ");
        CommandContext context = new CommandContext(
                new Installation(home, Path.of("java")),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                Terminal.NONE,
                List.of(arguments),
                interruption);
        CommandLine line = CommandLines.of(context);
        line.setErr(new PrintWriter(err, true));
        line.setOut(new PrintWriter(new StringWriter(), true));
        return line.execute(arguments);
    }
}
