package gavel.harness.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.config.Configurations;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.platform.Platforms;
import gavel.harness.platform.local.LocalPlatforms;
import gavel.harness.platform.local.host.LocalHost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files of a deployment that a full disk, an editor or another version has damaged. */
class DamagedDeploymentTest {
    @TempDir
    Path root;

    private Deployments deployments;

    @BeforeEach
    void make() {
        deployments = new Deployments(root, new SplittableRandom(5));
        deployments
                .create(
                        "one",
                        new Configurations(Path.of("../deploy/configs")).read("minimal", List.of()),
                        false,
                        Instant.EPOCH,
                        _ -> true)
                .close();
    }

    private Platforms platforms() {
        return new LocalPlatforms(new Installation(root, Path.of("java")), LocalHost::new, null, null, null).alone();
    }

    @ParameterizedTest
    @CsvSource(
            ignoreLeadingAndTrailingWhitespace = false,
            quoteCharacter = '`',
            value = {
                "deployment.json,",
                "deployment.json,null",
                "deployment.json,{}",
                "deployment.json,[1]",
                "deployment.json,{\"name\":\"on",
                "deployment.json,\u0000\u0001\u0002",
                "secrets.json,",
                "secrets.json,{}",
                "secrets.json,nonsense",
                "configuration.yaml,",
                "configuration.yaml,{",
                "configuration.yaml,nonsense: 1"
            })
    void eachIsNamedWithWhatToDoAndCanStillBeRemoved(String file, String content) throws IOException {
        Path damaged = root.resolve("one").resolve(file);
        Files.writeString(damaged, content == null ? "" : content);

        assertThatThrownBy(() -> deployments.open("one"))
                .isInstanceOf(EnvironmentException.class)
                .hasMessageStartingWith("deployment one is damaged: " + damaged + " cannot be read: ")
                .hasMessageEndingWith("; `gavel down one` stops what runs and removes it");

        List<String> said = new ArrayList<>();
        AbandonedDeployments abandoned = new AbandonedDeployments(deployments, platforms(), said::add);
        assertThat(abandoned.damage("one")).isPresent();
        assertThat(abandoned.unowned("one")).isTrue();
        abandoned.remove("one");
        assertThat(root.resolve("one")).doesNotExist();
    }

    @Test
    void aFileThatIsGoneIsNamedToo() throws IOException {
        Files.delete(root.resolve("one/secrets.json"));

        assertThatThrownBy(() -> deployments.open("one"))
                .hasMessageContaining("secrets.json cannot be read: it is gone");
    }

    @Test
    void aProcessWhoseRecordIsDamagedIsToldOfWhenTheDeploymentGoes() throws IOException {
        Path processes = Files.createDirectories(root.resolve("one/processes"));
        Files.writeString(processes.resolve("app1.json"), "");

        List<String> said = new ArrayList<>();
        new AbandonedDeployments(deployments, platforms(), said::add).remove("one");

        assertThat(said).anyMatch(line -> line.contains("if app1 of this deployment still runs, end it yourself"));
    }

    @Test
    void whatIsWholeIsNotDamaged() {
        assertThat(new AbandonedDeployments(deployments, platforms(), _ -> {}).damage("one"))
                .isEmpty();
        deployments.open("one").close();
    }
}
