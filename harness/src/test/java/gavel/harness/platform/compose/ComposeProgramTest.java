package gavel.harness.platform.compose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.failure.EnvironmentException;
import gavel.harness.platform.container.Shell;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ComposeProgramTest {
    private static final String PLUGIN = "docker compose version";
    private static final String ALONE = "docker-compose version";
    private final Project project = new Project(Path.of("/gavel/.gavel/mine"));
    private final FakeDocker docker = new FakeDocker().of(project);
    private final ComposeProgram compose = new ComposeProgram(docker);

    @Test
    void thePlugInIsTakenFirst() {
        compose.run(project, "up", "--detach", "app1");

        assertThat(docker.diary())
                .last()
                .isEqualTo("docker compose --project-name " + project.name()
                        + " --file /gavel/.gavel/mine/compose.measured.yaml"
                        + " up --detach app1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.29.2\n", "v2.3.0", "1.28.0", "5.0.1-rc"})
    void theProgramOfItsOwnElse(String version) {
        docker.answers(PLUGIN, FakeDocker.bad("unknown command: docker compose"));
        docker.answers(ALONE, FakeDocker.good(version));
        assertThat(compose.problem()).isEmpty();
        compose.run(project, "up", "app1");

        assertThat(docker.diary()).last().asString().startsWith("docker-compose --project-name");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.25.0", "1.27.4", "0.9"})
    void anOldOneIsRefusedByItsNumber(String version) {
        docker.answers(PLUGIN, FakeDocker.bad("unknown"));
        docker.answers(ALONE, FakeDocker.good(version));

        assertThat(compose.problem())
                .isEqualTo("`docker-compose` must be 1.28 or later: " + version + "; install a newer one");
    }

    @Test
    void withoutOneItIsSaidHowToGetIt() {
        docker.answers(PLUGIN, FakeDocker.bad("unknown"));
        docker.answers(ALONE, new Shell.Said(Shell.MISSING, "", List.of("no such file")));

        assertThat(compose.problem()).contains("Docker Compose is not installed", "package docker-compose");
        assertThatThrownBy(() -> compose.run(project, "up"))
                .isInstanceOf(EnvironmentException.class)
                .hasMessage(compose.problem());
    }

    @Test
    void itIsLookedForOnce() {
        compose.problem();
        compose.problem();

        assertThat(docker.diary()).containsExactly("docker compose version --short");
    }

    @Test
    void aFailureShowsWhatItSaidAndTheFile() {
        docker.answers("docker compose --project-name", FakeDocker.bad("Creating", "Pool overlaps with other one"));

        assertThatThrownBy(() -> compose.run(project, "up", "app1"))
                .isInstanceOfSatisfying(EnvironmentException.class, failure -> assertThat(failure.evidence())
                        .containsExactly("Creating", "Pool overlaps with other one"))
                .hasMessage("`docker compose up` failed: Pool overlaps with other one"
                        + " (file: /gavel/.gavel/mine/compose.measured.yaml)");
    }
}
