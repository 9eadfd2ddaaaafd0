package gavel.harness.platform.compose;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContainerContextTest {
    @TempDir
    private Path run;

    /** As on a full disk. */
    @Test
    void aLogThatCouldNotBeWrittenIsTold() {
        Project project = new Project(run);
        FakeDocker docker = new FakeDocker().of(project);
        docker.container("app1", "appServers", "app1");
        docker.answers("sh -c docker logs", FakeDocker.bad());
        List<String> remarks = new ArrayList<>();

        new ContainerContext(
                        project,
                        new Engine(docker),
                        null,
                        new HostDirectories(project),
                        _ -> "",
                        host -> host,
                        Map.of())
                .keep(remarks);

        assertThat(remarks.getFirst())
                .startsWith(
                        "the log of app1 is not whole: is the disk full? `docker logs " + project.container("app1"));
    }
}
