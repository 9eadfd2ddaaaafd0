package gavel.harness.platform.compose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.failure.EnvironmentException;
import gavel.harness.platform.container.Shell;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class EngineTest {
    private final Project project = new Project(Path.of("/gavel/.gavel/mine"));
    private final FakeDocker docker = new FakeDocker().of(project);
    private final Engine engine = new Engine(docker);

    @Test
    void aContainerIsWhatTheEngineSays() {
        docker.container("app1", "appServers", "app1");

        assertThat(engine.containers(project))
                .containsExactly(new Engine.Container(
                        project.container("app1"),
                        "app1",
                        "appServers",
                        "app1",
                        "gavel/app:1 sha256:abc",
                        true,
                        ProcessHandle.current().pid(),
                        0,
                        false,
                        612));
    }

    @Test
    void oneThatEndedSaysWhy() {
        docker.container("app1", "appServers", "app1");
        docker.ended("app1");

        Engine.Container ended = engine.container(project, "app1").orElseThrow();
        assertThat(ended.running()).isFalse();
        assertThat(ended.end()).isEqualTo("the kernel killed it, as its container was out of memory (limit 612 MiB)");
        assertThat(new Engine.Container("n", "n", "t", "h", "i", false, 0, 3, false, 0).end())
                .isEqualTo("its container ended with exit code 3");
        assertThat(new Engine.Container("n", "n", "t", "h", "i", false, 0, 137, true, 0).end())
                .isEqualTo("the kernel killed it, as its container was out of memory");
    }

    @Test
    void oneThatIsNotThereIsNone() {
        assertThat(engine.container(project, "app1")).isEmpty();
        assertThat(engine.containers(project)).isEmpty();
        assertThat(docker.diary()).as("no container is asked of").doesNotContain("docker container inspect");
    }

    /** None would pass for a deployment that is gone already. */
    @Test
    void containersThatNobodyTellsOfAreNotNone() {
        docker.container("app1", "appServers", "app1");
        docker.answers("docker container inspect", new Shell.Said(Shell.TOO_LATE, "", List.of()));
        assertThatThrownBy(() -> engine.remove(project))
                .isInstanceOf(EnvironmentException.class)
                .hasMessage("`docker container inspect` failed: no answer in time");
        assertThat(docker.diary()).noneMatch(words -> words.startsWith("docker network"));

        docker.answers(
                "docker container inspect", new Shell.Said(1, "[]\n", List.of("Error: No such container: app1")));
        assertThat(engine.containers(project)).as("it vanished meanwhile").isEmpty();
    }

    @Test
    void aContainerOfSomebodyElsesMakingIsATool() {
        List<Engine.Container> read =
                Engine.read("[{\"Name\": \"/gavel-x_load_run_1\", \"State\": {\"Running\": true}}]");

        assertThat(read).singleElement().satisfies(one -> {
            assertThat(one.tier()).isEqualTo("tools");
            assertThat(one.instance()).isEqualTo("gavel-x_load_run_1");
            assertThat(one.limitMebibytes()).isZero();
        });
    }

    @Test
    void aFailureNamesTheCommandAndItsReason() {
        docker.answers("docker pause", FakeDocker.bad("noise", "Error: No such container: x", ""));

        assertThatThrownBy(() -> engine.docker("pause", "x"))
                .isInstanceOf(EnvironmentException.class)
                .hasMessage("`docker pause` failed: Error: No such container: x");
    }

    @Test
    void everythingOfADeploymentGoesAndNothingElse() {
        docker.container("app1", "appServers", "app1");
        docker.answers("docker network ls", FakeDocker.good("n1\n"));
        engine.remove(project);

        assertThat(docker.diary())
                .contains(
                        "docker ps --all --quiet --no-trunc --filter label=com.docker.compose.project="
                                + project.name(),
                        "docker rm --force --volumes " + project.container("app1"),
                        "docker network rm n1");
    }

    @Test
    void whereNothingIsNothingIsRemoved() {
        engine.remove(project);

        assertThat(docker.diary()).noneMatch(words -> words.startsWith("docker rm"));
    }

    @Test
    void aLogIsItsLastLinesOfBothKinds() {
        docker.answers("docker logs", new Shell.Said(0, "one\ntwo\n", List.of("three")));

        assertThat(engine.log(project, "app1", 2)).containsExactly("two", "three");
    }

    @Test
    void coresAreWrittenAsDockerReadsThem() {
        engine.limitCpu(project, "app1", 0.5);
        engine.limitCpu(project, "db1", 0.125);

        assertThat(docker.diary())
                .containsExactly(
                        "docker update --cpus 0.5 " + project.container("app1"),
                        "docker update --cpus 0.125 " + project.container("db1"));
    }

    @Test
    void aProgramThatIsNotThereIsToldApart() {
        Shell.Said said = Shell.ofThisMachine(Duration.ofSeconds(5), List.of("/no/such/program"));

        assertThat(said.ok()).isFalse();
        assertThat(said.code()).isEqualTo(Shell.MISSING);
    }

    @Test
    void whatIsSaidAndWhatFailedAreTwo() {
        Shell.Said said =
                Shell.ofThisMachine(Duration.ofSeconds(5), List.of("sh", "-c", "echo out; echo wrong >&2; exit 3"));

        assertThat(said).isEqualTo(new Shell.Said(3, "out\n", List.of("wrong")));
        assertThat(said.reason()).isEqualTo("wrong");
        assertThat(new Shell.Said(9, "", List.of(" ")).reason()).isEqualTo("exit code 9");
    }

    @Test
    void nobodyIsWaitedForLongerThanSaid() {
        assertThat(Shell.ofThisMachine(Duration.ofSeconds(1), List.of("sleep", "30"))
                        .reason())
                .isEqualTo("no answer in time");
    }

    @Test
    void anInterruptDoesNotCutACleanUpShort() {
        Thread.currentThread().interrupt();
        try {
            assertThat(Shell.ofThisMachine(Duration.ofSeconds(5), List.of("echo", "done"))
                            .out())
                    .isEqualTo("done\n");
        } finally {
            assertThat(Thread.interrupted()).as("the interrupt is kept").isTrue();
        }
    }
}
