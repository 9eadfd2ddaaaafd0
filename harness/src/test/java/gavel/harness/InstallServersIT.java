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
    private static Process installing(Path place, String seconds, String... packages) throws IOException {
        String script = Files.readString(Path.of("../deploy/install-servers.sh"))
                .replace("/usr/sbin/policy-rc.d", place.resolve("policy-rc.d").toString())
                .replace("/etc/postgresql-common", place.resolve("postgresql").toString());
        String stand = """
                id() { echo 0; }
                dpkg-query() { [[ "$*" == *Status* ]] && printf 'deinstall ok config-files' || printf 1.22; }
                dpkg() { echo "dpkg $*" >> "$PLACE/commands"; }
                apt-get() {
                  echo "apt-get $*" >> "$PLACE/commands"
                  [[ "$*" == *" install "* ]] || return 0
                  cp "$PLACE/policy-rc.d" "$PLACE/asked"
                  sleep "$SECONDS_OF_EACH"
                  [[ -e "$PLACE/policy-rc.d" ]] || echo "${!#} is started" >> "$PLACE/said"
                }
                systemctl() {
                  [[ "$1" != is-enabled ]] || { [[ -e "$PLACE/enabled-$2" ]]; return; }
                  echo "systemctl $*" >> "$PLACE/said"
                }
                export -f id dpkg-query dpkg apt-get systemctl
                exec bash "$0" "$@"
                """;
        List<String> command = new ArrayList<>(List.of(
                "bash",
                "-c",
                stand,
                Files.writeString(Files.createTempFile(place, "script", ""), script)
                        .toString()));
        command.addAll(List.of(packages));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("PLACE", place.toString());
        builder.environment().put("SECONDS_OF_EACH", seconds);
        return builder.start();
    }

    private static String printed(Process process, int code) throws IOException, InterruptedException {
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(printed).isEqualTo(code);
        return printed;
    }

    private static List<String> installed(Path place, String... packages) throws IOException, InterruptedException {
        printed(installing(place, "0", packages), 0);
        return Files.readAllLines(place.resolve("said"));
    }

    private static void awaitFirst(Path place) throws InterruptedException {
        for (int i = 0; i < 100 && !Files.exists(place.resolve("asked")); i++) {
            Thread.sleep(50);
        }
        assertThat(place.resolve("asked")).exists();
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

    /** It would keep every package that is ever installed there from starting its service. Its number may be that of another process by then. */
    @Test
    void whatAKilledInstallationLeftGoesWithTheNext(@TempDir Path place) throws Exception {
        Files.writeString(place.resolve("policy-rc.d"), "#!/bin/sh\n# install-servers of Gavel, process 1\nexit 101\n");

        installed(place, "nginx");

        assertThat(place.resolve("policy-rc.d")).doesNotExist();
    }

    @Test
    void whatAKilledInstallationEnabledIsDisabledByTheNext(@TempDir Path place) throws Exception {
        installed(place, "rabbitmq-server");
        Files.move(place.resolve("asked"), place.resolve("policy-rc.d"));
        Files.delete(place.resolve("said"));
        Files.createFile(place.resolve("enabled-epmd.socket"));

        assertThat(installed(place, "nginx"))
                .contains("systemctl disable epmd.socket", "systemctl disable nginx")
                .doesNotHaveDuplicates();
    }

    @Test
    void whatIsBeingInstalledIsWaitedForWhereItIsEnded(@TempDir Path place) throws Exception {
        Process process = installing(place, "1", "nginx", "caddy");
        awaitFirst(place);

        process.toHandle().destroy();

        assertThat(printed(process, 143)).doesNotContain("caddy");
        assertThat(Files.readAllLines(place.resolve("said")))
                .containsExactly("systemctl disable nginx", "systemctl disable caddy");
        assertThat(place.resolve("policy-rc.d")).doesNotExist();
    }

    @Test
    void ofTwoTheSecondWaitsSoThatNoServiceIsStarted(@TempDir Path place) throws Exception {
        Process first = installing(place, "0.5", "nginx");
        awaitFirst(place);
        Process second = installing(place, "0.5", "caddy", "haproxy", "keepalived");

        printed(first, 0);

        assertThat(printed(second, 0)).startsWith("install-servers: another one installs here; waiting for it\n");
        assertThat(Files.readAllLines(place.resolve("said"))).noneMatch(line -> line.endsWith(" is started"));
    }

    /** Else apt-get refuses all, and a file that was changed ends it with a question that nobody answers. */
    @Test
    void whatDpkgWasInterruptedInIsEndedFirstAndNothingIsAsked(@TempDir Path place) throws Exception {
        installed(place, "nginx");

        assertThat(Files.readAllLines(place.resolve("commands")))
                .satisfiesExactly(
                        first -> assertThat(first).startsWith("dpkg ").contains("--force-confold", "--configure -a"),
                        second -> assertThat(second).endsWith(" update -q"),
                        third -> assertThat(third).contains("=--force-confold", "install -y ", " nginx"));
    }

    @Test
    void whatWasRemovedIsNotSaidToBeInstalled(@TempDir Path place) throws Exception {
        assertThat(printed(installing(place, "0", "nginx"), 0).lines().toList().getLast())
                .matches("nginx +not installed");
    }

    @Test
    void aPolicyOfTheMachinesOwnStays(@TempDir Path place) throws Exception {
        Files.writeString(place.resolve("policy-rc.d"), "#!/bin/sh\nexit 101\n");

        installed(place, "nginx");

        assertThat(place.resolve("policy-rc.d")).exists();
    }
}
