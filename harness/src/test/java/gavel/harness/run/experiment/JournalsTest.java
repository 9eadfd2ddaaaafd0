package gavel.harness.run.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.config.Configuration;
import gavel.harness.config.Configurations;
import gavel.harness.config.Configurations.SettingOverride;
import gavel.harness.experiment.Asked;
import gavel.harness.experiment.ExperimentJournal;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.failure.EnvironmentException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How an experiment begins its journal, and what it takes to go on with one. */
class JournalsTest {
    @TempDir
    private Path directory;

    private Map<String, String> processors = Map.of("a", "2 × one", "b", "4 × other");

    private record Part(int number) {}

    private static Configuration configuration(String... settings) {
        return new Configurations(Path.of("../deploy/configs"))
                .read("minimal", Stream.of(settings).map(SettingOverride::parse).toList());
    }

    private Path file() {
        return directory.resolve("walk.jsonl");
    }

    private ExperimentJournal<Asked, Part> open(String resume, String what, Configuration configuration) {
        return Journals.open("walk", file(), resume, what, configuration, processors, Part.class);
    }

    private ExperimentJournal<Asked, Part> resumed() {
        return open("mine", "3 faults", configuration());
    }

    private void begun(int parts) throws IOException {
        ExperimentJournal<Asked, Part> journal = open(null, "3 faults", configuration());
        for (int i = 1; i <= parts; i++) {
            journal.found(new Part(i));
        }
    }

    @Test
    void itGoesOnAfterWhatWasFound() throws IOException {
        begun(2);
        ExperimentJournal<Asked, Part> journal = resumed();
        assertThat(journal.found()).containsExactly(new Part(1), new Part(2));
        journal.found(new Part(3));
        assertThat(resumed().found()).hasSize(3);
    }

    @Test
    void whatWasAskedMustBeTheSame() throws IOException {
        begun(1);
        String another =
                "the walk of mine was a different one: resume with the same options and configuration (--resume)";
        assertThatThrownBy(() -> open("mine", "4 faults", configuration()))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage(another);
        assertThatThrownBy(() -> open("mine", "3 faults", configuration("load.users=77")))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage(another);
        assertThatThrownBy(() -> open("mine", "3 faults", configuration("load.seed=77")))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage(another);
    }

    @Test
    void anotherProgramDoesNotGoOnWithIt() throws IOException {
        begun(1);
        String known = resumed().request().program();
        Files.writeString(file(), Files.readString(file()).replace("\"" + known + "\"", "\"0.0.7\""));
        assertThatThrownBy(this::resumed)
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("0.0.7")
                .hasMessageContaining("the walk of mine");
    }

    @Test
    void otherProcessorsDoNotGoOnWithIt() throws IOException {
        begun(1);

        processors = Map.of("a", "2 × one", "b", "8 × other");

        assertThatThrownBy(this::resumed)
                .isInstanceOf(ConfigurationException.class)
                .hasMessage(
                        "the walk of mine was begun on another machine: b had 4 × other and has 8 × other: resume it"
                                + " where it was begun, or begin anew (--resume)");
    }

    /** It is off, or one more was added: nothing that was measured is known to be of another machine. */
    @Test
    void aMachineThatCannotBeAskedIsNoOther() throws IOException {
        begun(1);

        processors = Map.of("b", "4 × other", "c", "1 × new");

        assertThat(resumed().found()).hasSize(1);
    }

    @Test
    void whatIsNotThereCannotBeResumed() {
        assertThatThrownBy(this::resumed)
                .isInstanceOf(ConfigurationException.class)
                .hasMessageStartingWith("no walk can be resumed from " + directory + ": ")
                .hasMessageEndingWith(" (--resume)");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\n",
                "null\n",
                "{}\n",
                "[1,2]\n",
                "{\"found\":{\"number\":1}}\n",
                "{\"request\":{\"what\":7,\"configuration\":[]}}\n",
                "{\"request\":null,\"found\":null}\n",
                "no JSON\n",
            })
    void whatIsNoJournalIsRefusedWithItsPlace(String text) throws IOException {
        Files.writeString(file(), text);
        assertThatThrownBy(this::resumed)
                .isInstanceOf(ConfigurationException.class)
                .hasMessageStartingWith("no walk can be resumed from " + directory + ": ");
        assertThat(file()).as("nothing but what is unfinished is cut off").exists();
    }

    @Test
    void aPartThatIsNoneIsRefused() throws IOException {
        begun(1);
        Files.writeString(file(), Files.readString(file()) + "{\"found\":{\"number\":\"many\"}}\n");
        assertThatThrownBy(this::resumed)
                .isInstanceOf(ConfigurationException.class)
                .hasMessageStartingWith("no walk can be resumed from ");
    }

    @Test
    void whereNothingCanBeWrittenNothingBegins() throws IOException {
        Files.writeString(directory.resolve("file"), "no directory");
        Path beneath = directory.resolve("file").resolve("walk.jsonl");
        assertThatThrownBy(
                        () -> Journals.open("walk", beneath, null, "3 faults", configuration(), processors, Part.class))
                .isInstanceOf(EnvironmentException.class)
                .hasMessageStartingWith("the walk cannot be written to " + beneath);
    }
}
