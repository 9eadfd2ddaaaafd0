package gavel.harness.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Commands that look, explain and begin. */
class NewCommandsTest {
    @TempDir
    private Path home;

    private CommandRig rig;

    @BeforeEach
    void install() throws IOException {
        rig = new CommandRig(home);
    }

    @Test
    void aConfigurationIsWrittenOnceAndCanBeUsed() throws IOException {
        Path file = home.resolve("mine.yaml");

        assertThat(rig.type("init " + file)).isZero();
        assertThat(rig.said()).contains("wrote " + file, "`gavel plan -c " + file + "` shows what it means");
        assertThat(Files.readString(file))
                .contains("users: 100            # simulated people")
                .contains("$schema=" + home.resolve("docs/config.schema.json").toUri())
                .doesNotContain("../../");
        assertThat(rig.type("plan -c " + file)).isIn(0, 3);
        Files.writeString(file, "changed");
        assertThat(rig.type("init " + file)).isEqualTo(4);
        assertThat(rig.errors()).contains("the file exists already and is not changed: " + file);
        assertThat(file).hasContent("changed");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            init HOME/no/mine.yaml      | the directory does not exist: HOME/no (FILE)
            init -c nothing HOME/x.yaml | unknown configuration: nothing (--config)
            completion tcsh             | a shell must be one of bash, zsh, fish: tcsh (SHELL)
            show nothing                | no result there: HOME/results/nothing
            run -o xml                  | Invalid value for option '--format': expected one of [TEXT, JSON]
            """)
    void whatCannotBeDoneIsSaid(String typed, String message) {
        assertThat(rig.type(typed.replace("HOME", home.toString()))).isEqualTo(4);
        assertThat(rig.errors()).contains(message.replace("HOME", home.toString()));
        assertThat(home.resolve("x.yaml")).doesNotExist();
    }

    @Test
    void theVersionSaysWhereThingsAre() {
        assertThat(rig.type("version")).isZero();
        assertThat(rig.said())
                .startsWith("gavel ")
                .contains("Results      " + home.resolve("results"), "Deployments  " + home.resolve(".gavel"));
    }

    @Test
    void helpOfACommandIsThatOfItsOption() {
        assertThat(rig.type("help run")).isZero();
        assertThat(rig.type("help rnu")).isEqualTo(4);
        assertThat(rig.errors()).contains("not understood: 'rnu'; did you mean 'run'?");
    }

    @Test
    void helpReachesCommandsBelowOthers() {
        assertThat(rig.type("help profiles show")).isZero();
        assertThat(rig.help()).contains("--calibrate");
        assertThat(rig.type("help profiles shwo")).isEqualTo(4);
        assertThat(rig.errors()).contains("did you mean 'show'?");
        assertThat(rig.type("help")).isZero();
        assertThat(rig.help()).contains("Commands:");
    }

    @Test
    void whoWantsToKnowMoreIsToldWhereThingsComeFromAndWhatIsStarted() {
        rig.run.details.clear();

        rig.type("up -v -c minimal");

        assertThat(rig.run.details)
                .startsWith(
                        "  configuration minimal",
                        "  results in " + home.resolve("results") + ", deployments in " + home.resolve(".gavel"))
                .anyMatch(line -> line.startsWith("  started app1: ") && line.contains("auction-app.jar"))
                .doesNotHaveDuplicates();
    }

    @Test
    void anOptionAloneIsNoCommand() {
        assertThat(rig.type("-v")).isEqualTo(4);
        assertThat(rig.type("--color never")).isEqualTo(4);
    }

    @Test
    void logsOfADeploymentAreShownWhileItRuns() throws IOException {
        rig.type("up");
        Files.writeString(rig.deployment("minimal").resolve("logs/app1.log"), "started\nready\n");

        assertThat(rig.type("logs minimal")).isZero();
        assertThat(rig.said()).contains("app1 ").contains("app1.log");
        assertThat(rig.type("logs minimal app1 -n 1")).isZero();
        assertThat(rig.said()).isEqualTo("ready");
        assertThat(rig.type("logs minimla")).isEqualTo(4);
        assertThat(rig.errors()).contains("did you mean 'minimal'?");
    }
}
