package gavel.harness.platform.ssh.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.failure.ConfigurationException;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.failure.InterruptedRunException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CallerTest {
    private Socket nearSide;
    private Socket farSide;
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);
    private Frames near;
    private Frames far;

    /** What is asked for in these tests. */
    public interface Shop {
        List<String> sorted(List<String> words, boolean backwards);

        int lines(int count, Consumer<String> lines);

        void fail(String how) throws IOException;

        @Limit(seconds = 0)
        void hang(Duration longest) throws InterruptedException;
    }

    private final class Open implements Shop {
        @Override
        public List<String> sorted(List<String> words, boolean backwards) {
            List<String> sorted = words.stream().sorted().toList();
            return backwards ? sorted.reversed() : sorted;
        }

        @Override
        public int lines(int count, Consumer<String> lines) {
            for (int i = 0; i < count; i++) {
                lines.accept("line " + i);
            }
            return count;
        }

        @Override
        public void fail(String how) throws IOException {
            switch (how) {
                case "environment" -> throw new EnvironmentException("no disk", List.of("log line"), null);
                case "configuration" -> throw new ConfigurationException("users must be > 0");
                case "io" -> throw new FileNotFoundException("gone");
                default -> throw new IllegalStateException("never");
            }
        }

        @Override
        public void hang(Duration longest) throws InterruptedException {
            begun.countDown();
            released.await();
        }
    }

    @BeforeEach
    void connect() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            nearSide = new Socket(server.getInetAddress(), server.getLocalPort());
            farSide = server.accept();
            while (farSide.getPort() != nearSide.getLocalPort()) {
                // Somebody else looks for a server that had this port before.
                farSide.close();
                farSide = server.accept();
            }
        }
        near = new Frames(nearSide.getInputStream(), nearSide.getOutputStream());
        far = new Frames(farSide.getInputStream(), farSide.getOutputStream());
    }

    @AfterEach
    void release() throws IOException {
        released.countDown();
        nearSide.close();
        farSide.close();
    }

    private Shop shop(String nearBuild) {
        Answerer answerer = new Answerer("b1", far, Shop.class, new Open());
        Thread.ofPlatform().daemon().start(() -> {
            try (Socket side = farSide) {
                answerer.serve();
                assertThat(side.isConnected()).isTrue();
            } catch (IOException ended) {
                return;
            }
        });
        return Caller.of(Shop.class, "db1", nearBuild, near);
    }

    @Test
    void aCallHappensAtTheFarEnd() {
        Shop shop = shop("b1");
        assertThat(shop.sorted(List.of("b", "c", "a"), true)).containsExactly("c", "b", "a");
        List<String> lines = new ArrayList<>();
        assertThat(shop.lines(3, lines::add)).isEqualTo(3);
        assertThat(lines).containsExactly("line 0", "line 1", "line 2");
    }

    @Test
    void failuresKeepTheirKindAndNameTheHost() {
        Shop shop = shop("b1");
        assertThatThrownBy(() -> shop.fail("environment"))
                .isInstanceOf(EnvironmentException.class)
                .hasMessage("host db1: no disk")
                .satisfies(
                        e -> assertThat(((EnvironmentException) e).evidence()).containsExactly("log line"));
        assertThatThrownBy(() -> shop.fail("configuration"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage("host db1: users must be > 0");
        assertThatThrownBy(() -> shop.fail("io"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("gone");
        assertThatThrownBy(() -> shop.fail("defect"))
                .isInstanceOf(EnvironmentException.class)
                .hasMessageContaining("host db1: java.lang.IllegalStateException: never; unexpected");
    }

    @Test
    void noCallLastsForEver() {
        Shop shop = shop("b1");
        assertThatThrownBy(() -> shop.hang(Duration.ofMillis(50)))
                .isInstanceOf(EnvironmentException.class)
                .hasMessageContaining("host db1: no answer to hang within 0 s");
        assertThat(shop.sorted(List.of("still there"), false)).containsExactly("still there");
    }

    @Test
    void anInterruptIsToldAsTheOperationDeclaresIt() {
        Shop shop = shop("b1");
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> shop.hang(Duration.ofSeconds(30))).isInstanceOf(InterruptedException.class);
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> shop.sorted(List.of(), false)).isInstanceOf(InterruptedRunException.class);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void anotherBuildIsNotSpokenTo() {
        assertThatThrownBy(() -> shop("b2").sorted(List.of(), false))
                .isInstanceOf(EnvironmentException.class)
                .hasMessageContaining("another build");
    }

    @Test
    void whenTheConnectionEndsEveryCallSaysSoAtOnce() throws Exception {
        Shop shop = shop("b1");
        Thread.ofVirtual().start(() -> {
            try {
                begun.await();
                nearSide.shutdownOutput();
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        assertThatThrownBy(() -> shop.hang(Duration.ofSeconds(30)))
                .isInstanceOf(EnvironmentException.class)
                .hasMessageContaining("host db1: the connection is lost");
        assertThatThrownBy(() -> shop.sorted(List.of(), false))
                .isInstanceOf(EnvironmentException.class)
                .hasMessageContaining("the connection is lost");
    }

    @Test
    void anOperationThatIsNotOfTheInterfaceIsRefused() throws Exception {
        Shop shop = shop("b1");
        near.write(Message.call("b1", 99, "getClass", List.of()));
        near.write(Message.call("b1", 100, null, List.of()));
        // The far end still answers.
        assertThat(shop.sorted(List.of("x"), false)).containsExactly("x");
    }
}
