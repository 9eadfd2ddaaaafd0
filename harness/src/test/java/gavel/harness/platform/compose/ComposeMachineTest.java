package gavel.harness.platform.compose;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.images.Image;
import gavel.harness.images.ImageNames;
import gavel.harness.platform.Installed;
import gavel.harness.platform.Machine;
import gavel.harness.platform.container.Shell;
import gavel.harness.run.FakeHost;
import gavel.harness.topology.Program;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ComposeMachineTest {
    private static final Program NGINX = new Program("Nginx", "nginx", List.of("/usr/sbin/nginx"), "-v");
    private static final String INSPECTED =
            "docker image inspect --format {{.Architecture}} {{index .Config.Labels \"gavel.build\"}}";
    private final FakeDocker docker = new FakeDocker().of(new Project(Path.of("/gavel/.gavel/mine")));
    private final FakeHost here = new FakeHost();
    private final Machine machine = new ComposeMachine(
            here,
            new Engine(docker),
            new ComposeProgram(docker),
            new ImageNames("", "1.0"),
            image -> image == Image.APP ? "build7" : "",
            List.of(Image.APP, Image.NGINX));

    @BeforeEach
    void theEngineIsHere() {
        docker.answers("docker version", FakeDocker.good(here.description().kernel() + " amd64\n"));
        docker.answers(INSPECTED, FakeDocker.good("amd64 \n"));
        docker.answers(INSPECTED + " gavel/app:1.0", FakeDocker.good("amd64 build7\n"));
    }

    private List<String> obstacles() {
        return machine.obstacles(List.of());
    }

    @Test
    void whereAllIsThereNothingIsInTheWay() {
        assertThat(obstacles()).isEmpty();
    }

    @Test
    void withoutDockerItIsSaidHowToGetIt() {
        docker.answers("docker version", new Shell.Said(Shell.MISSING, "", List.of("no such file")));

        assertThat(obstacles())
                .containsExactly(
                        "Docker is not installed: install it (Debian's package docker.io), or take platform local");
    }

    @Test
    void anEngineThatDoesNotAnswerIsNamed() {
        docker.answers(
                "docker version",
                FakeDocker.bad("Cannot connect to the Docker daemon at unix:///x. Is the docker daemon running?"));

        assertThat(obstacles())
                .containsExactly("no Docker engine answers: start one, or name it in DOCKER_HOST"
                        + " (Cannot connect to the Docker daemon at unix:///x. Is the docker daemon running?)");
    }

    @Test
    void whoMayNotUseItIsToldSo() {
        docker.answers(
                "docker version",
                FakeDocker.bad("permission denied while trying to connect to the Docker daemon socket"));

        assertThat(obstacles()).singleElement().asString().contains("may not use the Docker engine", "group docker");
    }

    @Test
    void anEngineElsewhereCouldNotBeMeasured() {
        docker.answers("docker version", FakeDocker.good("6.6.6-linuxkit amd64\n"));

        assertThat(obstacles())
                .singleElement()
                .asString()
                .startsWith("the Docker engine is on another machine, or in a virtual one (kernel 6.6.6-linuxkit");
    }

    /** Of a kind with this one. */
    @Test
    void anEngineElsewhereWithTheSameKernelIsKnownByItsName() {
        docker.answers("docker info", FakeDocker.good("bench7 [name=seccomp,profile=builtin name=cgroupns]\n"));

        assertThat(obstacles())
                .singleElement()
                .asString()
                .startsWith("the Docker engine is on another machine, or in a virtual one (host bench7, here fake)");
    }

    /** The kernel is the same, and yet nothing of a container would be reached or could be written. */
    @Test
    void anEngineWithUsersOfItsOwnCouldNotBeUsed() {
        docker.answers("docker info", FakeDocker.good("fake [name=seccomp,profile=builtin name=rootless]\n"));
        assertThat(obstacles()).singleElement().asString().startsWith("the Docker engine is rootless");

        docker.answers("docker info", FakeDocker.good("fake [name=seccomp,profile=builtin name=userns]\n"));
        assertThat(obstacles()).singleElement().asString().contains("userns-remap");

        docker.answers("docker info", FakeDocker.good("fake [name=seccomp,profile=builtin name=cgroupns]\n"));
        assertThat(obstacles()).isEmpty();
    }

    @Test
    void allThatIsMissingBesidesIsToldAtOnce() {
        docker.answers("docker compose version", FakeDocker.bad("unknown"));
        docker.answers("docker-compose version", FakeDocker.bad("unknown"));
        docker.answers(INSPECTED, FakeDocker.bad("No such image"));
        docker.answers(INSPECTED + " gavel/app:1.0", FakeDocker.bad("No such image"));

        assertThat(obstacles()).hasSize(2);
        assertThat(obstacles().getLast())
                .isEqualTo("images gavel/app:1.0, gavel/nginx:1.0 are not there: `gavel images app nginx` builds them");
    }

    @Test
    void oneImageIsAskedForAlone() {
        docker.answers(INSPECTED + " gavel/nginx:1.0", FakeDocker.bad("No such image"));

        assertThat(obstacles()).containsExactly("image gavel/nginx:1.0 is not there: `gavel images nginx` builds it");
    }

    /** What it measures would have the name of this build. */
    @Test
    void anImageOfAnotherBuildIsInTheWay() {
        docker.answers(INSPECTED + " gavel/app:1.0", FakeDocker.good("amd64 build6\n"));

        assertThat(obstacles())
                .containsExactly(
                        "image gavel/app:1.0 is of another build than this program: `gavel images app` builds it anew");
    }

    /** Such as an archive that was saved elsewhere: an emulator may run it, many times as slowly. */
    @Test
    void anImageForAnotherProcessorIsInTheWay() {
        docker.answers(INSPECTED + " gavel/nginx:1.0", FakeDocker.good("arm64 \n"));

        assertThat(obstacles())
                .containsExactly("image gavel/nginx:1.0 is for another processor than this machine's (amd64):"
                        + " `gavel images nginx` builds it anew");
    }

    @Test
    void programsAreThoseOfTheImages() {
        docker.answers("docker run --rm", FakeDocker.good("/usr/sbin/nginx\n"));
        docker.answers(
                "docker run --rm --pull never --network none --read-only --label gavel.question --entrypoint /usr/sbin/nginx",
                new Shell.Said(0, "", List.of("nginx version: nginx/1.22.1")));
        Installed installed = new Installed(machine);

        assertThat(installed.path(NGINX)).isEqualTo(Path.of("/usr/sbin/nginx"));
        assertThat(installed.version(NGINX)).isEqualTo("Nginx 1.22.1");
    }

    @Test
    void anImageIsAskedOnce() {
        docker.answers("docker run --rm", FakeDocker.good("/usr/sbin/nginx\n"));
        Installed installed = new Installed(machine);
        installed.path(NGINX);
        installed.path(NGINX);

        assertThat(docker.diary())
                .filteredOn(words -> words.startsWith("docker run"))
                .singleElement()
                .asString()
                .as("and nothing of its name is fetched where it is missing")
                .contains(" --pull never ");
    }

    @Test
    void aProgramThatNoImageHasIsNotThereEither() {
        assertThat(machine.program(List.of("/usr/sbin/mariadbd"))).isEmpty();
        assertThat(docker.diary()).isEmpty();
    }

    @Test
    void theRestIsThisMachine() {
        assertThat(machine.facts()).isEqualTo(here.facts());
        assertThat(machine.description()).isEqualTo(here.description());
        here.taken(8080);
        assertThat(machine.portFree(8080)).isFalse();
    }
}
