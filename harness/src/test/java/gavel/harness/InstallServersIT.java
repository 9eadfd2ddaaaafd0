package gavel.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code deploy/install-servers.sh} says without installing anything; every program it could do so with is a stand-in. */
class InstallServersIT {
    private record Ended(int code, String said) {}

    /** Where apt-get is asked for anything, the script has begun to install. */
    private static Ended script(String... arguments) throws IOException, InterruptedException {
        return script(Path.of("../deploy/install-servers.sh"), arguments);
    }

    private static Ended script(Path script, String... arguments) throws IOException, InterruptedException {
        String stand = """
                apt-get() { echo "apt-get $*"; }
                export -f apt-get
                exec "$0" "$@"
                """;
        List<String> command = new ArrayList<>(List.of("bash", "-c", stand, script.toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .directory(Path.of("").toAbsolutePath().toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), said);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "-h"})
    void helpInstallsNothing(String option) throws Exception {
        Ended ended = script(option);

        assertThat(ended.code()).isZero();
        assertThat(ended.said())
                .contains("Usage: deploy/install-servers.sh [--dry-run] [PACKAGE...]", "rabbitmq-server")
                .doesNotContain("apt-get");
    }

    @Test
    void aNameNobodyKnowsIsRefusedBeforeAnythingIsInstalled() throws Exception {
        Ended ended = script("nginx", "postgres", "--hepl");

        assertThat(ended.code()).isEqualTo(4);
        assertThat(ended.said())
                .startsWith("install-servers: unknown: postgres --hepl; known: haproxy nginx ")
                .doesNotContain("apt-get");
    }

    @Test
    void aDryRunSaysWhatWouldBe() throws Exception {
        Ended ended = script("--dry-run", "nginx", "haproxy");

        assertThat(ended.code()).isZero();
        assertThat(ended.said().lines())
                .hasSize(2)
                .allMatch(line ->
                        line.matches("(nginx|haproxy): (is installed|would be installed|in no .*|only apt-get .*)"));
    }

    @Test
    void whereTheListIsNotPackagesAreNamed(@TempDir Path elsewhere) throws Exception {
        Path script = Files.copy(Path.of("../deploy/install-servers.sh"), elsewhere.resolve("install-servers.sh"));

        assertThat(script(script, "--dry-run", "nginx").said()).startsWith("nginx: ");
        assertThat(script(script, "--dry-run").code()).isEqualTo(4);
        assertThat(script(script, "--dry-run", "nginx; reboot").said())
                .startsWith("install-servers: unknown: nginx; reboot");
    }

    /** {@code gavel install} gives it to a shell as text, which works in the home of a user or wherever the command was begun. */
    @Test
    void aFileThatIsCalledLikeTheListIsAnotherOne(@TempDir Path elsewhere) throws Exception {
        Files.writeString(elsewhere.resolve("packages"), "left-pad\n");
        String text = Files.readString(Path.of("../deploy/install-servers.sh"));

        Process process = new ProcessBuilder("bash", "-c", text, "install-servers", "--dry-run", "nginx")
                .directory(elsewhere.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).as(said).isZero();
        assertThat(said).startsWith("nginx: ");
    }

    /** Installs as root, with every program that changes the machine a stand-in, and the directories of the system below another. */
    private static List<String> installed(Path place, String... packages) throws IOException, InterruptedException {
        String script = Files.readString(Path.of("../deploy/install-servers.sh"))
                .replace("/usr/sbin/policy-rc.d", place.resolve("policy-rc.d").toString())
                .replace("/etc/postgresql-common", place.resolve("postgresql").toString());
        String stand = """
                id() { echo 0; }
                dpkg-query() { return 1; }
                apt-get() { [[ "$*" != *" install "* ]] || cat "$PLACE/policy-rc.d" > "$PLACE/asked"; }
                systemctl() {
                  [[ "$1" != is-enabled ]] || { [[ -e "$PLACE/enabled-$2" ]]; return; }
                  echo "systemctl $*" >> "$PLACE/said"
                }
                export -f id dpkg-query apt-get systemctl
                exec bash "$0" "$@"
                """;
        List<String> command = new ArrayList<>(List.of(
                "bash",
                "-c",
                stand,
                Files.writeString(place.resolve("script"), script).toString()));
        command.addAll(List.of(packages));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("PLACE", place.toString());
        Process process = builder.start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(printed).isZero();
        return Files.readAllLines(place.resolve("said"));
    }

    @Test
    void noServiceIsLeftEnabledWhateverItsPackageIsCalled(@TempDir Path place) throws Exception {
        assertThat(installed(place, "mariadb-server", "nginx"))
                .containsExactly("systemctl disable mariadb", "systemctl disable nginx");
    }

    /** Both listen on every address from the next start of the machine on. */
    @Test
    void neitherIsOneThatComesWithWhatAPackageNeeds(@TempDir Path place) throws Exception {
        assertThat(installed(place, "rabbitmq-server", "nfs-common"))
                .containsExactly(
                        "systemctl disable rabbitmq-server",
                        "systemctl disable epmd.service",
                        "systemctl disable epmd.socket",
                        "systemctl disable rpcbind.service",
                        "systemctl disable rpcbind.socket");
    }

    @Test
    void whatWasEnabledBeforeStaysSo(@TempDir Path place) throws Exception {
        Files.createFile(place.resolve("enabled-epmd.service"));

        assertThat(installed(place, "rabbitmq-server"))
                .containsExactly("systemctl disable rabbitmq-server", "systemctl disable epmd.socket");
    }

    @Test
    void noServiceIsStartedMeanwhileAndLaterThoseOfOthersAre(@TempDir Path place) throws Exception {
        installed(place, "nginx");

        assertThat(place.resolve("asked")).content().startsWith("#!/bin/sh\n").endsWith("\nexit 101\n");
        assertThat(place.resolve("policy-rc.d")).doesNotExist();
    }

    /** It would keep every package that is ever installed there from starting its service. */
    @Test
    void whatAKilledInstallationLeftGoesWithTheNext(@TempDir Path place) throws Exception {
        installed(place, "nginx");
        String left = Files.readString(place.resolve("asked")).replaceAll("process \\d+", "process 999999999");
        Files.writeString(place.resolve("policy-rc.d"), left);

        installed(place, "nginx");

        assertThat(left).contains("999999999");
        assertThat(place.resolve("policy-rc.d")).doesNotExist();
    }

    @Test
    void aPolicyOfTheMachinesOwnStays(@TempDir Path place) throws Exception {
        Files.writeString(place.resolve("policy-rc.d"), "#!/bin/sh\nexit 101\n");

        installed(place, "nginx");

        assertThat(place.resolve("policy-rc.d")).exists();
    }
}
