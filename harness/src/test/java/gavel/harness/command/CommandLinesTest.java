package gavel.harness.command;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.deployment.Installation;
import gavel.harness.run.Interruption;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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

    @BeforeEach
    void install() throws IOException {
        Path configurations = Files.createDirectories(home.resolve("deploy/configs"));
        Files.copy(Path.of("../deploy/configs/minimal.yaml"), configurations.resolve("minimal.yaml"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            rnu                                | gavel: Unmatched argument at index 0: 'rnu'; did you mean 'run'?
            run --user 5                       | did you mean '--users'?
            run --users -5                     | gavel: users must be > 0: -5 (--users: load.users)
            run --set load.usres=5             | gavel: unknown setting 'usres' (--set: load.usres); did you mean 'users'?
            run --set users                    | gavel: --set needs path=value: users (--set)
            run --config nowhere.yaml          | gavel: configuration file does not exist: nowhere.yaml (--config)
            run -c minimum                     | gavel: unknown configuration: minimum (--config); did you mean 'minimal'?
            run --keep-data                    | gavel: --keep-data needs data
            run --deployment mine              | gavel: unknown deployment: mine; there is none, `gavel up` makes one
            run --services=rabbit              | implementation must be one of embedded, external: rabbit (--services: broker.implementation)
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
    @CsvSource({"--help", "--version", "run --help", "plan -h"})
    void helpIsNoError(String typed) {
        assertThat(execute(typed)).isZero();
    }

    @Test
    void thePlanShowsEveryInstanceAndTheTime() {
        assertThat(execute("plan --set appServers.count=2 --users 1000 --length standard"))
                .isZero();

        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains("minimal: 1000 users, length standard, services embedded")
                .contains("app1 ", "app2 ", "postgresql ", "embedded-services ", "driver1 ")
                .contains("predicted time: about 6 min 35 s");
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

    private int execute(String typed) {
        String[] arguments = typed.isEmpty() ? new String[0] : typed.split(" ");
        Workplace workplace = new Workplace(
                new Installation(home, Path.of("java")),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                false,
                List.of(arguments),
                new Interruption(Thread.currentThread()));
        CommandLine line = CommandLines.of(workplace);
        line.setErr(new PrintWriter(err, true));
        line.setOut(new PrintWriter(new StringWriter(), true));
        return line.execute(arguments);
    }
}
