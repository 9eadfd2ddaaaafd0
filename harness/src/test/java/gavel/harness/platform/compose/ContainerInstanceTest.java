package gavel.harness.platform.compose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.failure.EnvironmentException;
import gavel.harness.platform.container.Shell;
import gavel.harness.topology.InstanceSpec;
import gavel.harness.topology.Launch;
import gavel.harness.topology.Tiers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContainerInstanceTest {
    @TempDir
    Path home;

    private final List<String> docker = new ArrayList<>();

    /** The embedded database: broker and document store are in the same container. */
    private ContainerInstance database(ProcessHandle process) {
        Project project = new Project(home);
        Shell shell = (longest, command) -> {
            if (command.getFirst().equals("docker")) {
                docker.add(String.join(" ", command));
                return FakeDocker.good("");
            }
            return Shell.ofThisMachine(longest, command);
        };
        return new ContainerInstance(
                InstanceSpec.of(
                                Tiers.RELATIONAL,
                                "postgresql",
                                new Launch.Within("embedded-services", "settings/embedded-state.json"))
                        .on("services1")
                        .build(),
                process,
                new ContainerContext(
                        project,
                        new Engine(shell),
                        null,
                        new HostDirectories(project),
                        secret -> "",
                        host -> "10.1.2.10",
                        Map.of()));
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        for (int look = 0; look < 500 && !condition.getAsBoolean(); look++) {
            Thread.sleep(10);
        }
        assertThat(condition.getAsBoolean()).isTrue();
    }

    @Test
    void oneInTheContainerOfAnotherIsFrozenAlone() throws Exception {
        Process server = new ProcessBuilder("sh", "-c", "sleep 60 & wait").start();
        try {
            await(() -> server.children().findAny().isPresent());
            ContainerInstance database = database(server.toHandle());
            assertThat(database.frozen()).isFalse();

            database.freeze();
            await(database::frozen);
            database.thaw();
            await(() -> !database.frozen());

            assertThat(docker).as("nothing is done to the container").isEmpty();
        } finally {
            server.descendants().forEach(ProcessHandle::destroyForcibly);
            server.destroyForcibly();
        }
    }

    @Test
    void oneThatHasEndedIsNotFrozen() throws Exception {
        Process server = new ProcessBuilder("true").start();
        server.waitFor();
        ContainerInstance database = database(server.toHandle());

        database.thaw();
        assertThat(database.frozen()).isFalse();
        assertThatThrownBy(database::freeze)
                .isInstanceOf(EnvironmentException.class)
                .hasMessage("postgresql is not running");
    }
}
