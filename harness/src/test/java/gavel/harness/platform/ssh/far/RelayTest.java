package gavel.harness.platform.ssh.far;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.failure.EnvironmentException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Bytes to a service of the far end's machine and to its files; here both ends are in this process. */
@Timeout(30)
class RelayTest {
    private static final String LOOPBACK = "127.0.0.1";

    @TempDir
    Path directory;

    private final LocalStreams far = new LocalStreams();
    private final List<AutoCloseable> open = new CopyOnWriteArrayList<>();
    private ServerSocket service;

    /** A service that says back what it hears. */
    @BeforeEach
    void echo() throws IOException {
        service = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        open.add(service);
        Thread.ofVirtual().start(() -> {
            while (!service.isClosed()) {
                try {
                    Socket socket = service.accept();
                    open.add(socket);
                    Thread.ofVirtual().start(() -> echo(socket));
                } catch (IOException closed) {
                    return;
                }
            }
        });
    }

    private static void echo(Socket socket) {
        try (socket) {
            socket.getInputStream().transferTo(socket.getOutputStream());
        } catch (IOException closed) {
            return;
        }
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable one : open) {
            one.close();
        }
    }

    private Socket through(FarStreams streams) throws IOException {
        Relay relay = new Relay(streams, LOOPBACK, service.getLocalPort());
        open.add(relay);
        Socket socket = new Socket(LOOPBACK, relay.port());
        open.add(socket);
        return socket;
    }

    @Test
    void whatIsSaidComesBack() throws IOException {
        byte[] much = new byte[3_000_000];
        new Random(1).nextBytes(much);
        Socket socket = through(far);
        Thread.ofVirtual().start(() -> {
            try {
                socket.getOutputStream().write(much);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });

        assertThat(socket.getInputStream().readNBytes(much.length)).isEqualTo(much);
    }

    @Test
    void connectionsAreApart() throws IOException {
        Socket one = through(far);
        Socket two = through(far);
        one.getOutputStream().write("one".getBytes(StandardCharsets.UTF_8));
        two.getOutputStream().write("two".getBytes(StandardCharsets.UTF_8));

        assertThat(two.getInputStream().readNBytes(3)).asString().isEqualTo("two");
        assertThat(one.getInputStream().readNBytes(3)).asString().isEqualTo("one");
    }

    @Test
    void aServiceThatRefusesEndsTheConnection() throws IOException {
        service.close();

        assertThat(through(far).getInputStream().read()).isEqualTo(-1);
    }

    @Test
    void aFarEndThatIsLostEndsTheConnection() throws IOException {
        FarStreams lost = new LocalStreams() {
            @Override
            public byte[] receive(long connection) {
                throw new EnvironmentException("host x: the connection is lost");
            }
        };

        assertThat(through(lost).getInputStream().read()).isEqualTo(-1);
    }

    @Test
    void aRelayThatIsClosedTakesNobody() throws IOException {
        Relay relay = new Relay(far, LOOPBACK, service.getLocalPort());
        int port = relay.port();
        assertThat(answers(port)).isTrue();
        relay.close();
        relay.close();

        assertThat(answers(port)).isFalse();
    }

    /** Whether somebody says back what he hears; one that the kernel had taken before the end hears nothing. */
    private static boolean answers(int port) {
        try (Socket socket = new Socket(LOOPBACK, port)) {
            socket.setSoTimeout(5_000);
            socket.getOutputStream().write(7);
            return socket.getInputStream().read() == 7;
        } catch (IOException refused) {
            return false;
        }
    }

    @Test
    void aConnectionThatHasEndedIsNone() throws IOException {
        long connection = far.connect(LOOPBACK, service.getLocalPort());
        far.send(connection, new byte[] {7});
        assertThat(far.receive(connection)).containsExactly(7);
        far.disconnect(connection);
        far.disconnect(connection);

        assertThatThrownBy(() -> far.send(connection, new byte[1])).hasMessage("connection 1 has ended");
        assertThatThrownBy(() -> far.receive(connection)).hasMessage("connection 1 has ended");
        assertThatThrownBy(() -> far.receive(99)).hasMessage("connection 99 has ended");
    }

    @Test
    void noMoreAreKeptThanAnybodyNeeds() throws IOException {
        for (int i = 0; i < LocalStreams.MOST_CONNECTIONS; i++) {
            far.connect(LOOPBACK, service.getLocalPort());
        }

        assertThatThrownBy(() -> far.connect(LOOPBACK, service.getLocalPort()))
                .hasMessage("at most 256 connections are kept");
        far.disconnect(1);
        assertThat(far.connect(LOOPBACK, service.getLocalPort())).isEqualTo(257);
    }

    @Test
    void aFileGoesInPartsAndComesBack() throws IOException {
        String path = directory.resolve("new/file").toString();
        far.add(path, 0, new byte[] {1, 2});
        far.add(path, 2, new byte[] {3});

        assertThat(far.part(path, 0)).containsExactly(1, 2, 3);
        assertThat(far.part(path, 2)).containsExactly(3);
        assertThat(far.part(path, 3)).as("behind the end").isEmpty();
        assertThat(far.part(path, 9)).isEmpty();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(Path.of(path))))
                .isEqualTo("rw-------");
    }

    @Test
    void aPartIsBounded() throws IOException {
        Path file = directory.resolve("large");
        Files.write(file, new byte[FarStreams.PART + 5]);

        assertThat(far.part(file.toString(), 0)).hasSize(FarStreams.PART);
        assertThat(far.part(file.toString(), FarStreams.PART)).hasSize(5);
    }

    @Test
    void aPartThatIsNotTheNextIsRefused() throws IOException {
        String path = directory.resolve("file").toString();
        far.add(path, 0, new byte[] {1, 2});

        assertThatThrownBy(() -> far.add(path, 1, new byte[] {3}))
                .hasMessageContaining("has 2 bytes, and must have 1 before more of it comes");
        far.add(path, 0, new byte[] {9});
        assertThat(far.part(path, 0)).as("the first part begins anew").containsExactly(9);
        assertThatThrownBy(() -> far.part(directory.resolve("none").toString(), 0))
                .isInstanceOf(IOException.class);
    }
}
