package gavel.harness.images;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.deployment.Installation;
import gavel.harness.failure.EnvironmentException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an engine that is a stand-in is left with where it fails. */
class FailedImagesIT {
    private static final ImageNames NAMES = new ImageNames("", "1");

    @TempDir
    private Path place;

    /** An engine in which one command fails. */
    private String engine(String failing) throws IOException {
        return program("engine", """
                #!/bin/sh
                echo "$*" >> %s
                [ "$1" != %s ] || { echo 'permission denied at the socket'; exit 1; }
                """.formatted(said(), failing));
    }

    private String program(String name, String text) throws IOException {
        Path program = Files.writeString(place.resolve(name), text);
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        return program.toString();
    }

    private Path said() {
        return place.resolve("said");
    }

    private void build(String engine) throws IOException, InterruptedException {
        Installation installation =
                new Installation(Path.of("..").toAbsolutePath().normalize(), Path.of("java"));
        ImageBuild.Order order = new ImageBuild.Order(
                List.of(Image.BASE), NAMES, "debian:12", false, null, "1", Instant.parse("2026-01-01T00:00:00Z"));
        new ImageBuild(installation, order, _ -> {}, engine).run();
    }

    /** Of a failure that names it. */
    private static Path log(Throwable failure) {
        return Path.of(failure.getMessage().replaceFirst(".*\\(log: ", "").replaceFirst("\\)$", ""));
    }

    @Test
    void theLogThatAFailureNamesIsThere() throws IOException {
        String engine = engine("version");

        assertThatThrownBy(() -> build(engine))
                .isInstanceOf(EnvironmentException.class)
                .hasMessageContaining("may not use the Docker engine: add it to the group docker, and log in again")
                .satisfies(failure -> {
                    assertThat(log(failure)).content().contains("denied");
                    Files.delete(log(failure));
                });
    }

    /** Such as Ubuntu, whose own packages are no Debian. */
    @Test
    void aMachineWithoutPackagesOfDebianIsToldToNameAnImage() throws Exception {
        String stand = """
                id() { echo 0; }
                debootstrap() { echo begun; }
                apt-get() { :; }
                export -f id debootstrap apt-get
                exec "$0" "$@"
                """;
        Path archive = place.resolve("debian.tar");

        Process process = new ProcessBuilder("bash", "-c", stand, "../deploy/images/debian", archive.toString(), "0")
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).isEqualTo(3);
        assertThat(said)
                .startsWith(
                        "images: no package source of Debian is known on this machine (or never read: apt-get update); name an image")
                .contains("--debian debian:12-slim")
                .doesNotContain("begun");
        assertThat(archive).doesNotExist();
    }

    @Test
    void anImageThatCouldNotBeSavedDoesNotStayUnfinished() throws IOException {
        String engine = engine("save");

        assertThatThrownBy(() -> build(engine))
                .hasMessageContaining("docker save")
                .satisfies(failure -> Files.delete(log(failure)));

        assertThat(Files.readAllLines(said())).endsWith("rmi gavel/base-unfinished:1");
    }

    @Test
    void anImageThatTheRegistryRefusesKeepsNoNameOfIt() throws IOException {
        String engine = engine("push");

        assertThatThrownBy(() -> new ImageTransfer(_ -> {}, engine).push(List.of(Image.APP), NAMES, "registry.example"))
                .hasMessageContaining("docker push")
                .satisfies(failure -> Files.delete(log(failure)));

        assertThat(Files.readAllLines(said()))
                .containsExactly(
                        "tag gavel/app:1 registry.example/gavel/app:1",
                        "push registry.example/gavel/app:1",
                        "rmi registry.example/gavel/app:1");
    }
}
