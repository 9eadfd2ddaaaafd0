package gavel.harness.platform.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.failure.EnvironmentException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClusterMemoryTest {
    @TempDir
    Path run;

    private ClusterMemory memory() {
        return new ClusterMemory(run, () -> new Kubectl(null, "prod", "bench"), false);
    }

    @Test
    void nothingIsWrittenBeforeItBegins() {
        ClusterMemory memory = memory();

        assertThat(memory.begun()).isFalse();
        assertThat(memory.known().name()).matches("gavel-[0-9a-f]{10}");
        assertThat(memory.addresses()).isEmpty();
        assertThat(run).isEmptyDirectory();
    }

    @Test
    void twoDeploymentsNeverShareAName() {
        assertThat(memory().known().name()).isNotEqualTo(memory().known().name());
    }

    @Test
    void whatBeganIsFoundAgainWhateverTheConfigurationSays() {
        ClusterMemory memory = memory();
        memory.begin(() -> "uid-7");
        memory.begin(() -> "uid-8");
        memory.addressed(Map.of("app1", "10.1.2.3"));

        ClusterMemory again = new ClusterMemory(run, () -> new Kubectl(null, "other", null), true);

        assertThat(again.begun()).isTrue();
        assertThat(again.known()).isEqualTo(memory.known());
        assertThat(again.known().context()).isEqualTo("prod");
        assertThat(again.known().namespace()).isEqualTo("bench");
        assertThat(again.known().identity()).as("where it began").isEqualTo("uid-7");
        assertThat(again.addresses()).isEqualTo(Map.of("app1", "10.1.2.3"));
    }

    @Test
    void whatAnEarlierBuildRememberedIsKnown() throws IOException {
        Files.writeString(ClusterMemory.file(run), "{\"name\": \"gavel-1\", \"context\": \"prod\", \"addresses\": {}}");

        assertThat(memory().known().identity()).isNull();
        assertThat(memory().known().name()).isEqualTo("gavel-1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "[]",
                "null",
                "{}",
                "{\"name\": {}}",
                "{\"name\": null, \"addresses\": {}}",
                "{\"name\": \"gavel-1\", \"addresses\": [1]}",
                "{\"name\": \"gavel-1\", \"addresses\": {\"app1\": null}}",
            })
    void aDamagedOneIsNotTakenForNone(String text) throws IOException {
        Files.writeString(ClusterMemory.file(run), text);

        assertThatThrownBy(this::memory)
                .isInstanceOf(EnvironmentException.class)
                .hasMessageContaining("it is not known what the cluster holds");
    }
}
