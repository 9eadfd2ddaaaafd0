package gavel.harness.command.images;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.deployment.Installation;
import gavel.harness.failure.ConfigurationException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class ImagesCommandTest {
    private final List<String> said = new ArrayList<>();
    private final ImagesCommand command =
            new ImagesCommand(new Installation(Path.of("nowhere"), Path.of("java")), said::add);

    @Test
    void everythingWrongIsToldAtOnce() {
        new CommandLine(command).parseArgs("nginks", "java", "--tag", "a b", "--load", "nowhere", "--push", "-x");

        assertThatThrownBy(command::call)
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("nginks; did you mean 'nginx'?")
                .hasMessageContaining("haproxy: java")
                .hasMessageContaining("--tag must be letters, digits and _ . -, 128 at most: a b")
                .hasMessageContaining("--load must be a directory: nowhere")
                .hasMessageContaining("--push must be a registry: -x")
                .hasMessageContaining("--load builds nothing");
        assertThat(said).isEmpty();
    }

    /** A build takes minutes, and the engine would refuse them after it. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://registry.example",
                "registry.example:5000/",
                "registry.example//a",
                "me@registry.example"
            })
    void whatNoNameOfAnImageBeginsWithIsToldBeforeABuild(String registry) {
        new CommandLine(command).parseArgs("app", "--push", registry);

        assertThatThrownBy(command::call)
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("--push must be a registry: " + registry);
        assertThat(said).isEmpty();
    }
}
