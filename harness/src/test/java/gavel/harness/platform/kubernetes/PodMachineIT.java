package gavel.harness.platform.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import gavel.harness.config.machine.MachineSettings;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.images.Image;
import gavel.harness.platform.ssh.far.FarEnd;
import gavel.harness.platform.ssh.far.FarStreams;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A pod whose far end is a process of this machine, as {@code kubectl exec} would start it. */
@Timeout(120)
class PodMachineIT {
    private static final MachineSettings APP =
            new MachineSettings("app1", "10.244.1.7", null, null, null, null, List.of("appServers"), null, null, null);

    @TempDir
    Path directory;

    private List<String> farEnd(String build) {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                FarEnd.class.getName(),
                directory.resolve("far").toString(),
                build,
                "container");
    }

    private PodMachine open(List<String> command) throws InterruptedException {
        return PodMachine.open(APP, command, "b1", InstantSource.system());
    }

    @Test
    void itAnswersAndEndsWithTheNearEnd() throws Exception {
        PodMachine pod = open(farEnd("b1"));
        try (pod) {
            assertThat(pod.alive()).isTrue();
            assertThat(pod.name()).isEqualTo("app1");
            assertThat(pod.pushed().bytes()).isZero();
            assertThat(pod.clock().millis()).as("the same clock").isCloseTo(0, within(50.0));
            assertThat(pod.far().facts().cores()).isPositive();
        }
        pod.close();
        assertThat(pod.alive()).isFalse();
    }

    @Test
    void filesGoThereAndComeBackWhole() throws Exception {
        byte[] much = new byte[2 * FarStreams.PART + 77];
        new Random(2).nextBytes(much);
        Path from = Files.write(directory.resolve("from"), much);
        Path empty = Files.createFile(directory.resolve("empty"));
        Path back = directory.resolve("back");
        try (PodMachine pod = open(farEnd("b1"))) {
            String there = directory.resolve("far/tmp/file").toString();
            pod.send(from, there);
            assertThat(Path.of(there)).hasBinaryContent(much);
            pod.fetch(there, back, Long.MAX_VALUE);
            assertThat(back).hasBinaryContent(much);
            pod.fetch(there, back, 1_000);
            assertThat(back).hasSize(1_000);
            pod.send(empty, there);
            assertThat(Path.of(there)).isEmptyFile();
            assertThatThrownBy(() -> pod.fetch("/nowhere", back, 10)).isInstanceOf(IOException.class);
        }
    }

    @Test
    void aServiceIsReachedThroughTheStreams() throws Exception {
        try (ServerSocket service = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
                PodMachine pod = open(farEnd("b1"))) {
            int port = pod.forward("127.0.0.1", service.getLocalPort());
            assertThat(pod.forward("127.0.0.1", service.getLocalPort())).isEqualTo(port);
            try (Socket near = new Socket("127.0.0.1", port);
                    Socket far = service.accept()) {
                near.getOutputStream().write(42);
                assertThat(far.getInputStream().read()).isEqualTo(42);
                far.getOutputStream().write(43);
                assertThat(near.getInputStream().read()).isEqualTo(43);
                far.close();
                assertThat(near.getInputStream().read()).isEqualTo(-1);
            }
        }
    }

    @Test
    void anImageOfAnotherBuildIsNotSpokenTo() {
        assertThatThrownBy(() -> open(farEnd("b2")))
                .isInstanceOf(EnvironmentException.class)
                .hasMessageContaining("host app1: its image is of another build than this program: `gavel images`");
    }

    /** At once, and a moment after it has stopped to listen. */
    @ParameterizedTest
    @ValueSource(strings = {"", "exec <&-; sleep 0.3; "})
    void aPodThatIsGoneIsToldInTheWordsOfKubectl(String before) {
        List<String> gone =
                List.of("sh", "-c", before + "echo 'Error from server (NotFound): pods \"x\" not found' >&2; exit 1");

        assertThatThrownBy(() -> open(gone))
                .isInstanceOf(EnvironmentException.class)
                .hasMessage(
                        "host app1: its far end does not start: Error from server (NotFound): pods \"x\" not found");
    }

    @Test
    void aFarEndThatDoesNotStartIsToldInItsOwnWords() {
        List<String> refused = List.of(
                "sh",
                "-c",
                "echo 'sh: exec: /opt/agent/java/bin/java: Permission denied' >&2;"
                        + " echo 'command terminated with exit code 126' >&2; exit 126");

        assertThatThrownBy(() -> open(refused))
                .isInstanceOf(EnvironmentException.class)
                .hasMessage(
                        "host app1: its far end does not start: sh: exec: /opt/agent/java/bin/java: Permission denied");
    }

    @Test
    void aConnectionThatIsLostIsToldAtOnce() throws Exception {
        try (PodMachine pod = open(List.of("timeout", "4", "sh", "-c", quoted(farEnd("b1"))))) {
            long deadline = System.nanoTime() + 20_000_000_000L;
            while (pod.alive() && System.nanoTime() < deadline) {
                Thread.onSpinWait();
                Thread.sleep(50);
            }
            assertThat(pod.alive()).isFalse();
            assertThatThrownBy(() -> pod.far().facts())
                    .isInstanceOf(EnvironmentException.class)
                    .hasMessageContaining("host app1: the connection is lost");
        }
    }

    private static String quoted(List<String> command) {
        return "exec '" + String.join("' '", command) + "'";
    }

    @Test
    void kubectlIsAskedForASessionOfItsOwn() {
        List<String> command = PodMachine.command(new Kubectl(null, "prod", "bench"), "gavel-1-app1", Image.APP);

        assertThat(command)
                .startsWith(
                        "setsid", "kubectl", "--context=prod", "--namespace=bench", "exec", "--stdin", "gavel-1-app1")
                .doesNotContain("--tty");
        assertThat(command.getLast())
                .contains("/opt/agent/java/bin/java ")
                .contains(
                        FarEnd.class.getName()
                                + " /var/lib/gavel $(cat /opt/agent/gavel/harness.jar /opt/gavel/auction-app.jar | sha256sum | cut -c1-16)");
    }
}
