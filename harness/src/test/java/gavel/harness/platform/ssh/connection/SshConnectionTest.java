package gavel.harness.platform.ssh.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.failure.EnvironmentException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a connection does with the program that is called for it: here a script, whose far shell is this machine's. */
class SshConnectionTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final SshTarget TARGET = new SshTarget("db1", "10.0.0.5", null, 0, null);

    @TempDir
    private Path home;

    private ControlDirectory sockets;

    @BeforeEach
    void begin() {
        sockets = ControlDirectory.create();
    }

    @AfterEach
    void end() {
        sockets.close();
    }

    /** @param first what the program does before it hands its last word to a shell */
    private SshConnection open(String first) throws IOException, InterruptedException {
        Path program = home.resolve("ssh.sh");
        Files.writeString(program, first + "\nfor last; do :; done\nexec sh -c \"$last\"\n");
        return SshConnection.open(TARGET, new SshProgram(List.of("sh", program.toString())), sockets);
    }

    @Test
    void aFileComesWithoutWhatTheLoginPrints() throws Exception {
        Path there = home.resolve("there");
        byte[] bytes = new byte[200_000];
        new SplittableRandom(5).nextBytes(bytes);
        Files.write(there, bytes);
        Path here = home.resolve("here");
        try (SshConnection connection = open("echo Welcome to this machine")) {
            connection.fetch("head -c 300000 " + there, here, 300_000, LIMIT);
            assertThat(here).hasSameBinaryContentAs(there);
            connection.fetch("head -c 1000 " + there, here, 1_000, LIMIT);
            assertThat(here).hasSize(1_000);
        }
    }

    @Test
    void aFileThatCannotBeHadLeavesTheFormerOneInPlace() throws Exception {
        Path here = Files.writeString(home.resolve("here"), "of the time before");
        try (SshConnection connection = open("[ ! -f " + home.resolve("lost") + " ] || exit 255")) {
            Files.createFile(home.resolve("lost"));
            assertThatThrownBy(() -> connection.fetch("cat " + home.resolve("ssh.sh"), here, 1_000, LIMIT))
                    .isInstanceOf(EnvironmentException.class)
                    .hasMessageStartingWith("host db1 (10.0.0.5): fetch here: ");
        }
        assertThat(here).hasContent("of the time before");
    }

    @Test
    void aFileThatNeverEndsIsNotWaitedForForEver() throws Exception {
        try (SshConnection connection = open(":")) {
            assertThatThrownBy(() -> connection.fetch(
                            "echo some; exec sleep 60", home.resolve("here"), 1_000, Duration.ofSeconds(1)))
                    .isInstanceOf(EnvironmentException.class)
                    .hasMessageContaining("did not end within 1 s");
        }
    }

    @Test
    void aMachineThatTakesNothingIsNotWaitedForForEver() throws Exception {
        try (SshConnection connection = open(":")) {
            byte[] more = new byte[1 << 20];
            assertThatThrownBy(() -> connection.good(
                            "copy it", "exec sleep 60", stream -> stream.write(more), Duration.ofSeconds(1)))
                    .isInstanceOf(EnvironmentException.class)
                    .hasMessageContaining("copy it: did not end within 1 s");
        }
    }

    @Test
    void whoeverIsInterruptedWaitsForNoCopy() throws Exception {
        try (SshConnection connection = open(":")) {
            byte[] more = new byte[1 << 20];
            long begun = System.nanoTime();
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> connection.run("exec sleep 60", stream -> stream.write(more), LIMIT))
                    .isInstanceOf(InterruptedException.class);
            assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(15));
        }
    }

    @Test
    void aMachineThatTakesSlowlyIsWaitedFor() throws Exception {
        try (SshConnection connection = open(":")) {
            SshConnection.Body slow = stream -> {
                for (int i = 0; i < 4; i++) {
                    stream.write(new byte[10]);
                    stream.flush();
                    LockSupport.parkNanos(Duration.ofMillis(800).toNanos());
                }
            };
            assertThat(connection.run("exec wc -c", slow, Duration.ofSeconds(2)).text())
                    .isEqualTo("40");
        }
    }

    @Test
    void noForwardingOfTheUsersConfigurationIsAskedFor() throws Exception {
        Path calls = home.resolve("calls");
        try (SshConnection connection = open("echo $* >> " + calls + "\ncase $* in *' -O '*) exit 0;; esac")) {
            connection.run("exit 0", LIMIT);
            assertThat(connection.forward("10.0.0.6", 80)).isPositive();
        }
        List<String> called = Files.readAllLines(calls);
        assertThat(called).hasSize(3);
        assertThat(called.get(0)).contains(" -M ").contains("ClearAllForwardings=yes");
        assertThat(called.get(1)).contains("ControlMaster=no").contains("ClearAllForwardings=yes");
        assertThat(called.get(2)).contains(" -F none ").contains(" -O forward ").doesNotContain("ClearAllForwardings");
    }

    /** An sshd drops some of the logins that come at once; so does that of a bastion which is in front of forty machines. */
    @Test
    void aLoginThatIsTurnedAwayIsTriedAgain() throws Exception {
        Path before = home.resolve("before");
        String first =
                "[ -f %1$s ] || { : > %1$s; echo kex_exchange_identification: Connection closed by remote host >&2; exit 255; }"
                        .formatted(before);
        try (SshConnection connection = open(first)) {
            assertThat(connection.attempts()).isEqualTo(2);
            assertThat(connection.run("echo here", LIMIT).text()).isEqualTo("here");
        }
        assertThat(before).exists();
    }

    @Test
    void anotherFailureIsToldAtOnce() {
        Path calls = home.resolve("calls");
        String first = "echo call >> " + calls
                + "; echo 'channel 0: open failed: connect failed: Connection refused' >&2"
                + "; echo 'kex_exchange_identification: Connection closed by remote host' >&2; exit 255";
        assertThatThrownBy(() -> open(first))
                .isInstanceOf(EnvironmentException.class)
                .hasMessageContaining("nothing takes ssh connections at that address");
        assertThat(calls).hasContent("call");
    }
}
