package gavel.harness.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import gavel.driver.api.http.ServerBounds;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Answers that nobody takes, and more of them than can be given. */
@Timeout(20)
class PatienceIT {
    private static final int LARGE = 64 << 20;

    private final ScheduledExecutorService watch = Executors.newSingleThreadScheduledExecutor();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<Socket> sockets = new ArrayList<>();
    private final CountDownLatch ended = new CountDownLatch(1);
    private final CountDownLatch goesOn = new CountDownLatch(1);
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = ServerBounds.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        server.setExecutor(threads);
        server.createContext("/", exchange -> {
                    try (exchange) {
                        if (exchange.getRequestURI().getPath().equals("/large")) {
                            exchange.sendResponseHeaders(200, 0);
                            exchange.getResponseBody().write(new byte[LARGE]);
                        } else {
                            goesOn.await();
                            exchange.sendResponseHeaders(204, -1);
                        }
                    } catch (InterruptedException stopped) {
                        Thread.currentThread().interrupt();
                    } finally {
                        ended.countDown();
                    }
                })
                .getFilters()
                .add(new Patience(watch, Duration.ofMillis(300)));
        server.start();
    }

    @AfterEach
    void stop() throws IOException {
        goesOn.countDown();
        for (Socket socket : sockets) {
            socket.close();
        }
        server.stop(0);
        threads.shutdownNow();
        watch.shutdownNow();
    }

    private Socket get(String path) throws IOException {
        Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), server.getAddress().getPort());
        sockets.add(socket);
        socket.getOutputStream()
                .write(("GET " + path + " HTTP/1.1\r\nHost: here\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    private static String status(Socket socket) throws IOException {
        return new String(socket.getInputStream().readNBytes("HTTP/1.1 200".length()), StandardCharsets.US_ASCII);
    }

    @Test
    void whoDoesNotTakeAnAnswerIsLetGo() throws Exception {
        assertThat(status(get("/large"))).isEqualTo("HTTP/1.1 200");
        ended.await();
    }

    @Test
    void beyondSoManyAnswersOneIsAskedToTryAgain() throws Exception {
        List<Socket> waiting = new ArrayList<>();
        for (int i = 0; i < Patience.ANSWERS; i++) {
            waiting.add(get("/wait"));
        }
        waiting.add(get("/wait"));
        // Which of them comes last is up to the server: all but one of them wait.
        Socket answered = null;
        while (answered == null) {
            for (Socket socket : waiting) {
                if (socket.getInputStream().available() > 0) {
                    answered = socket;
                }
            }
        }
        assertThat(status(answered)).isEqualTo("HTTP/1.1 503");
        waiting.remove(answered);

        goesOn.countDown();
        for (Socket socket : waiting) {
            assertThat(status(socket)).isEqualTo("HTTP/1.1 204");
        }
    }
}
