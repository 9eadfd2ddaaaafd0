package gavel.harness.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.config.Configuration;
import gavel.harness.config.Configurations;
import gavel.harness.deployment.DeploymentState.LoadedSet;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.failure.EnvironmentException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeploymentsTest {
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

    @TempDir
    Path root;

    private Deployments deployments;

    @BeforeEach
    void open() {
        deployments = new Deployments(root, new SplittableRandom(5));
    }

    @Test
    void whatADeploymentRemembersIsThereForTheNextCommand() {
        Secrets secrets;
        try (Deployment made = deployments.create("one", configuration(), false, NOW, _ -> true)) {
            made.loaded(new LoadedSet(100, 7, "small", true));
            made.used();
            secrets = made.secrets();
        }

        try (Deployment found = deployments.open("one")) {
            assertThat(found.loaded()).isEqualTo(new LoadedSet(100, 7, "small", false));
            assertThat(found.secrets()).isEqualTo(secrets);
            assertThat(found.configuration()).isEqualTo(configuration());
            assertThat(found.temporary()).isFalse();
        }
    }

    @Test
    void secretsCanBeReadByTheirOwnerOnlyAndAreNotPrinted() throws IOException {
        try (Deployment made = deployments.create("one", configuration(), false, NOW, _ -> true)) {
            assertThat(Files.getPosixFilePermissions(made.directory().secrets()))
                    .containsExactlyInAnyOrder(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
            assertThat(made.secrets().toString()).doesNotContain(made.secrets().database());
            assertThat(Files.readString(made.directory().state()))
                    .doesNotContain(made.secrets().management());
        }
    }

    @Test
    void noTwoSecretsAreTheSame() {
        Secrets secrets = Secrets.generate(new SplittableRandom(5));

        assertThat(List.of(
                        secrets.database(),
                        secrets.broker(),
                        secrets.management(),
                        secrets.agent(),
                        secrets.accounts()))
                .doesNotHaveDuplicates()
                .allMatch(secret -> secret.matches("[A-Za-z0-9]{32}"));
    }

    @Test
    void twoCommandsCannotWorkOnOneDeployment() {
        try (Deployment held = deployments.create("one", configuration(), false, NOW, _ -> true)) {
            assertThat(deployments.idle(held.name())).isFalse();
            assertThatThrownBy(() -> deployments.open("one"))
                    .isInstanceOf(EnvironmentException.class)
                    .hasMessageContaining("in use by another command");
        }
        assertThat(deployments.idle("one")).isTrue();
    }

    @Test
    void twoDeploymentsLiveSideBySide() {
        try (Deployment one = deployments.create("one", configuration(), false, NOW, _ -> true);
                Deployment two = deployments.create("two", configuration(), false, NOW, _ -> true)) {
            assertThat(one.ports()).isNotEqualTo(two.ports());
            assertThat(deployments.names()).containsExactly("one", "two");
        }
    }

    @Test
    void aNameIsNotUsedTwice() {
        deployments.create("one", configuration(), false, NOW, _ -> true).close();

        assertThatThrownBy(() -> deployments.create("one", configuration(), false, NOW, _ -> true))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("gavel down one");
    }

    @Test
    void aPlaceThatCannotBeWrittenIsToldAndNothingIsLeft() throws IOException {
        Path file = Files.writeString(root.resolve("file"), "");

        assertThatThrownBy(() -> new Deployments(file, new SplittableRandom(5))
                        .create("one", configuration(), true, NOW, _ -> true))
                .isInstanceOf(EnvironmentException.class)
                .hasMessageContaining("choose a place that can be written");
    }

    @Test
    void aRunDirectoryIsRemovedWithEverythingInItOnceAndTwice() {
        Deployment made = deployments.create("one", configuration(), true, NOW, _ -> true);
        made.close();

        made.directory().delete();
        made.directory().delete();

        assertThat(root).isEmptyDirectory();
    }

    private static Configuration configuration() {
        return new Configurations(Path.of("../deploy/configs")).read("minimal", List.of());
    }
}
