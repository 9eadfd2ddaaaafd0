package gavel.harness.platform.ssh.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.failure.EnvironmentException;
import gavel.harness.platform.ssh.StandIns;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Everything that keeps a machine from being used is one line that says what to do, and nothing waits without end. */
class SshConnectionIT {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static StandIns machines;
    private static ControlDirectory sockets;

    @TempDir
    private Path home;

    @BeforeAll
    static void up() throws Exception {
        machines = StandIns.up(1);
        sockets = ControlDirectory.create();
    }

    @AfterAll
    static void down() throws Exception {
        if (machines != null) {
            machines.close();
            sockets.close();
        }
    }

    private static SshTarget target(String address, String user, int port) {
        return new SshTarget("db1", address, user, port, null);
    }

    private static SshConnection open(SshTarget target, String... options) throws InterruptedException {
        return SshConnection.open(target, machines.ssh(options), sockets);
    }

    private static void refused(String why, SshTarget target, String... options) {
        long begun = System.nanoTime();
        assertThatThrownBy(() -> open(target, options).close())
                .isInstanceOf(EnvironmentException.class)
                .message()
                .startsWith("host db1 (" + target.address() + "): connect: ")
                .contains(why)
                .doesNotContain("\n");
        assertThat(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begun)).isLessThan(30);
    }

    private String key() throws IOException, InterruptedException {
        Path key = home.resolve("key");
        new ProcessBuilder("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key.toString())
                .start()
                .waitFor();
        return key.toString();
    }

    @Test
    void theWrongKey() throws Exception {
        SshProgram ssh = machines.sshWithout("-o", "IdentitiesOnly=yes", "-o", "IdentityFile=" + key());
        assertThatThrownBy(() -> SshConnection.open(target(machines.address(1), "root", 0), ssh, sockets))
                .isInstanceOf(EnvironmentException.class)
                .hasMessageContaining("no key was accepted");
    }

    @Test
    void aHostKeyThatNobodyKnows() {
        refused(
                "its host key is not known here",
                target(machines.address(1), null, 0),
                "-o",
                "UserKnownHostsFile=/dev/null");
    }

    @Test
    void anotherHostKey() throws Exception {
        key();
        Path known = home.resolve("known_hosts");
        String other = Files.readString(home.resolve("key.pub")).split(" ")[1];
        Files.writeString(known, machines.address(1) + " ssh-ed25519 " + other + "\n");
        refused(
                "its host key differs from the one in known_hosts",
                target(machines.address(1), null, 0),
                "-o",
                "UserKnownHostsFile=" + known);
    }

    @Test
    void aUserWhoWouldHaveToTypeAPassword() {
        refused("Gavel types no password", target(machines.address(1), "nobody", 0));
    }

    @Test
    void aNameThatIsNotThere() {
        refused("its name is not known here", target("no-such-host.invalid", null, 0));
    }

    @Test
    void aPortWhereNobodyListens() {
        refused("nothing takes ssh connections", target(machines.address(1), null, 2));
    }

    @Test
    void aMachineThatDoesNotAnswer() {
        refused("it does not answer", target("10.251.7.200", null, 0));
    }

    @Test
    void aUserWithoutAShell() throws Exception {
        String passwd = Files.readString(machines.disk(1).resolve("etc/passwd"));
        Files.writeString(
                machines.disk(1).resolve("etc/passwd"),
                passwd.replace("/home/guest:/bin/sh", "/home/guest:/usr/sbin/nologin"));
        try {
            refused("the user has no shell there", target(machines.address(1), "guest", 0));
        } finally {
            Files.writeString(machines.disk(1).resolve("etc/passwd"), passwd);
        }
    }

    private static void login(String text) throws IOException {
        Files.writeString(machines.disk(1).resolve("root/.bashrc"), text);
    }

    @Test
    void aLoginThatPrintsIsSkippedAndOneThatPrintsWithoutEndIsRefused() throws Exception {
        try {
            login("printf 'Welcome to\\033[31m\\n* hosts *\\n'; case $- in *i*) ;; esac\n");
            try (SshConnection connection = open(target(machines.address(1), null, 0))) {
                assertThat(connection.run("uname -s", LIMIT).text()).endsWith("Linux");
            }
            login("while :; do echo 0123456789012345678901234567890123456789; done\n");
            refused("printed more than 65536 bytes", target(machines.address(1), null, 0));
        } finally {
            Files.delete(machines.disk(1).resolve("root/.bashrc"));
        }
    }

    @Test
    void aShellThatIsNotBash() throws Exception {
        try (SshConnection connection = open(target(machines.address(1), "guest", 0))) {
            assertThat(connection.run("echo $HOME $((1 + 1))", LIMIT).text()).isEqualTo("/home/guest 2");
        }
    }

    @Test
    void whatIsSentComesBackUnchangedAndAnExitCodeIsTold() throws Exception {
        try (SshConnection connection = open(target(machines.address(1), null, 0))) {
            byte[] body = new byte[200_000];
            Arrays.fill(body, (byte) 'x');
            assertThat(connection.run("wc -c; exit 7", stream -> stream.write(body), LIMIT))
                    .isEqualTo(new SshConnection.Answer(7, "200000"));
            assertThatThrownBy(() -> connection.good("write", "echo x > /proc/nothing", OutputStream::flush, LIMIT))
                    .isInstanceOf(EnvironmentException.class)
                    .hasMessageContaining("host db1 (" + machines.address(1) + "): write: ");
            assertThatThrownBy(() -> connection.run("sleep 60", Duration.ofSeconds(1)))
                    .hasMessageContaining("did not end within 1 s");
        }
    }

    @Test
    void aPortOfTheOtherLoopbackIsReached() throws Exception {
        try (SshConnection connection = open(target(machines.address(1), null, 0))) {
            int port = connection.forward("127.0.0.1", 22);
            try (Socket socket = new Socket("127.0.0.1", port)) {
                byte[] hello = socket.getInputStream().readNBytes(7);
                assertThat(new String(hello, StandardCharsets.US_ASCII)).isEqualTo("SSH-2.0");
            }
        }
    }

    /** Such as one to a page of the machine, which an open login of the same user has already. */
    @Test
    void aForwardingOfTheUsersConfigurationWhosePortIsTakenIsNoMatter() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            Path own = home.resolve("config");
            Files.writeString(
                    own,
                    "Include %s\nHost *\n  LocalForward 127.0.0.1:%s 127.0.0.1:22\n"
                            .formatted(machines.configuration(), taken.getLocalPort()));
            SshProgram ssh = new SshProgram(List.of("ssh", "-F", own.toString()));
            try (SshConnection connection = SshConnection.open(target(machines.address(1), null, 0), ssh, sockets)) {
                assertThat(connection.run("echo here", LIMIT).text()).isEqualTo("here");
                assertThat(connection.forward("127.0.0.1", 22)).isPositive();
            }
        }
    }

    @Test
    void aConnectionThatHasEndedIsNotReplacedByAnother() throws Exception {
        SshConnection connection = open(target(machines.address(1), null, 0));
        connection.close();
        assertThat(connection.alive()).isFalse();
        assertThat(connection.run("echo still there", LIMIT).text()).isEmpty();
    }
}
