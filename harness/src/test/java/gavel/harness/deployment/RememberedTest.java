package gavel.harness.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.config.Configuration;
import gavel.harness.config.Configurations;
import gavel.harness.config.Configurations.SettingOverride;
import gavel.harness.deployment.DeploymentState.LoadedSet;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.run.FakeHost;
import gavel.harness.topology.Ports;
import java.io.IOException;
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

/** What a deployment still knows when the command that made it has ended. */
class RememberedTest {
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

    @TempDir
    Path root;

    private Deployments deployments;

    @BeforeEach
    void open() {
        deployments = new Deployments(root, new SplittableRandom(5));
    }

    private static Configuration configuration(String... settings) {
        return new Configurations(Path.of("../deploy/configs"))
                .read(
                        "minimal",
                        List.of(settings).stream().map(SettingOverride::parse).toList());
    }

    @ParameterizedTest
    @CsvSource({
        "100, small, true",
        "99, small, true",
        "101, small, false",
        "100, photo, false",
        "1, photo, false",
    })
    void aSetFitsAsManyUsersAsItWasMadeForWithTheSamePictures(int users, String images, boolean fits) {
        assertThat(new LoadedSet(100, 1, "small", false).fits(users, images)).isEqualTo(fits);
    }

    @Test
    void aSetThatWasUsedIsNotCleanForTheNextCommandEither() {
        try (Deployment made = deployments.create("one", configuration(), false, NOW, _ -> true)) {
            made.loaded(new LoadedSet(100, 7, "small", true));
            made.used();
        }
        try (Deployment again = deployments.open("one")) {
            assertThat(again.loaded()).isEqualTo(new LoadedSet(100, 7, "small", false));
        }
    }

    @Test
    void usingWhatWasNeverLoadedRemembersNothing() {
        try (Deployment made = deployments.create("one", configuration(), false, NOW, _ -> true)) {
            made.used();
            assertThat(made.loaded()).isNull();
        }
        assertThat(deployments.state(deployments.existing("one")).loaded()).isNull();
    }

    @Test
    void portsSecretsAndSettingsAreTheSameForEveryCommand() {
        Ports ports;
        Secrets secrets;
        try (Deployment made = deployments.create("one", configuration("appServers.count=2"), true, NOW, _ -> true)) {
            ports = made.ports();
            secrets = made.secrets();
        }
        try (Deployment again = deployments.open("one")) {
            assertThat(again.ports()).isEqualTo(ports);
            assertThat(again.secrets()).isEqualTo(secrets);
            assertThat(again.temporary()).isTrue();
            assertThat(again.configuration().appServers().count()).isEqualTo(2);
        }
    }

    @Test
    void anotherLoadIsPutOnWhatIsUp() {
        deployments
                .create("one", configuration("load.users=50"), false, NOW, _ -> true)
                .close();

        try (Deployment again = deployments.open("one", List.of(new SettingOverride("load.users", "20", "--users")))) {
            assertThat(again.configuration().load().users()).isEqualTo(20);
            assertThat(again.name()).isEqualTo("one");
        }
    }

    @Test
    void everySettingThatCannotChangeIsNamed() {
        deployments.create("one", configuration(), false, NOW, _ -> true).close();

        assertThatThrownBy(() -> deployments.open(
                        "one",
                        List.of(
                                new SettingOverride("load.users", "20", "--users"),
                                new SettingOverride("appServers.count", "2", "--app-servers"),
                                new SettingOverride("data.images", "photo", "--set"))))
                .hasMessageContaining("was made with 1: 2 (--app-servers: appServers.count)")
                .hasMessageContaining("photo (--set: data.images)")
                .hasMessageNotContaining("--users");
        assertThat(deployments.idle("one")).as("a refusal holds no lock").isTrue();
    }

    @Test
    void aDeploymentIsIdleExactlyWhileNobodyHoldsIt() {
        Deployment made = deployments.create("one", configuration(), false, NOW, _ -> true);
        assertThat(deployments.idle("one")).isFalse();

        made.close();
        assertThat(deployments.idle("one")).isTrue();
    }

    @Test
    void lookingWhetherSomebodyHoldsItDoesNotTakeItAway() {
        deployments.create("one", configuration(), false, NOW, _ -> true).close();

        deployments.idle("one");
        try (Deployment again = deployments.open("one")) {
            assertThat(again.name()).isEqualTo("one");
        }
    }

    @Test
    void aDirectoryWithoutAStateWasNeverFinished() throws IOException {
        Files.createDirectories(root.resolve("half"));

        assertThat(deployments.names()).containsExactly("half");
        assertThatThrownBy(() -> deployments.open("half"))
                .isInstanceOf(EnvironmentException.class)
                .hasMessage("deployment half was never finished; `gavel clean` removes what there is of it");
    }

    @Test
    void aFileBesideTheDeploymentsIsNone() throws IOException {
        Files.writeString(root.resolve("note.txt"), "");

        assertThat(deployments.names()).isEmpty();
    }

    @Test
    void withoutARootThereAreNone() {
        assertThat(new Deployments(root.resolve("none"), new SplittableRandom(1)).names())
                .isEmpty();
    }

    @Test
    void aDeploymentThatCannotGetItsPortIsNotLeftBehind() {
        FakeHost busy = new FakeHost();
        busy.taken(8080);

        assertThatThrownBy(() -> new Deployments(root, new SplittableRandom(5))
                        .create("one", configuration("appServers.port=8080"), false, NOW, busy::portFree))
                .hasMessageContaining("port 8080 is in use");
        assertThat(root).isEmptyDirectory();
    }
}
