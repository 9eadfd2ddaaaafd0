package gavel.harness.tier.front;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.collect.metrics.ServerUse;
import gavel.harness.config.WebServerSettings.Implementation;
import gavel.harness.http.Authority;
import gavel.harness.http.JdkHttp;
import gavel.harness.platform.local.host.HostProcess;
import gavel.harness.tier.RealServers;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;

class NginxIT extends WebServerContract {
    private static final Duration LONG = Duration.ofSeconds(20);
    private static final int PATIENCE_MILLIS = 15_000;
    /** What a client begins with: the preface and settings without a change. */
    private static final String BEGIN = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0";

    @Override
    Implementation kind() {
        return Implementation.NGINX;
    }

    @Override
    void describesItself(ServerUse use) {
        assertThat(use.deltas()).containsEntry("connectionsDropped", 0L);
        assertThat(use.most().get("connections")).isPositive();
    }

    /**
     * Before version 1.27.1 a worker that is followed by another overlooks a connection that is about to become one of HTTP/2. Its client
     * would stay with the application servers of before as long as he likes. One that comes while all reconnect at once may be such a one.
     */
    @Test
    void whoComesWhileAWorkerIsFollowedDoesNotStayWithIt() throws Exception {
        Path file = deployment.directory().settings("nginx1.conf");
        String settings = Files.readString(file);
        assertThat(settings).contains("worker_shutdown_timeout 60s;");
        Files.writeString(file, settings.replace("worker_shutdown_timeout 60s;", "worker_shutdown_timeout 5s;"));
        HostProcess nginx = RealServers.host(deployment).recorded().getFirst();
        awaitFollowed(nginx, 0);

        try (Socket plain = new Socket(door.getHost(), door.getPort())) {
            plain.setSoTimeout(PATIENCE_MILLIS);
            // This one and the one that asks.
            assertThat(TIME.await(() -> connections() >= 2, LONG)).isTrue();
            awaitFollowed(nginx, 1);

            try (SSLSocket socket = (SSLSocket) Authority.only(running.authority())
                    .getSocketFactory()
                    .createSocket(plain, "localhost", door.getPort(), true)) {
                SSLParameters parameters = socket.getSSLParameters();
                parameters.setApplicationProtocols(new String[] {"h2"});
                socket.setSSLParameters(parameters);
                OutputStream out = socket.getOutputStream();
                out.write(BEGIN.getBytes(StandardCharsets.ISO_8859_1));
                out.flush();
                assertThat(socket.getApplicationProtocol()).isEqualTo("h2");
                assertThat(ends(socket.getInputStream())).as("told to leave").isTrue();
            }
        }
    }

    /** Reads its settings again, and waits until so many of the processes that worked by the former ones are left. */
    private static void awaitFollowed(HostProcess nginx, int left) throws IOException, InterruptedException {
        List<ProcessHandle> former =
                ProcessHandle.of(nginx.pid()).orElseThrow().children().toList();
        assertThat(former).isNotEmpty();
        nginx.signal("HUP", false);
        assertThat(TIME.await(
                        () -> former.stream().filter(ProcessHandle::isAlive).count() <= left, LONG))
                .isTrue();
    }

    private int connections() {
        URI page = URI.create(
                "http://127.0.0.1:" + deployment.ports().web().getFirst().status() + "/status");
        try (JdkHttp http = new JdkHttp()) {
            String told =
                    http.get(page, deployment.secrets().statistics("nginx1")).body();
            return told.startsWith("Active connections: ")
                    ? Integer.parseInt(told.lines().findFirst().orElseThrow().replaceAll("\\D", ""))
                    : 0;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static boolean ends(InputStream stream) {
        try {
            stream.readAllBytes();
            return true;
        } catch (SocketTimeoutException stays) {
            return false;
        } catch (IOException ended) {
            return true;
        }
    }
}
