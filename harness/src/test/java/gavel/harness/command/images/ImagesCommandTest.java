package gavel.harness.command.images;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.deployment.Installation;
import gavel.harness.failure.ConfigurationException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
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
}
