package gavel.harness.platform.ssh.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.failure.ConfigurationException;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.failure.InterruptedRunException;
import gavel.harness.platform.ssh.protocol.Message.Failure;
import gavel.harness.platform.ssh.protocol.Message.Kind;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.node.JsonNodeFactory;

/** What the near end makes of answers that no honest far end gives. */
class FarEndThatMisbehavesTest {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private Socket nearSide;
    private Socket farSide;
    private Frames far;
    private Shop shop;

    /** What is asked for in these tests; each call may take so long that a test would notice. */
    public interface Shop {
        @Limit(seconds = 60)
        int count(String what);

        @Limit(seconds = 60)
        List<String> names(Consumer<String> lines);

        @Limit(seconds = 60)
        void nothing() throws IOException;

        @Limit(seconds = 0)
        void late(Duration longest);
    }

    @BeforeEach
    void connect() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            nearSide = new Socket(server.getInetAddress(), server.getLocalPort());
            farSide = server.accept();
        }
        far = new Frames(farSide.getInputStream(), farSide.getOutputStream());
        shop = Caller.of(Shop.class, "db1", "b1", new Frames(nearSide.getInputStream(), nearSide.getOutputStream()));
    }

    @AfterEach
    void disconnect() throws IOException {
        nearSide.close();
        farSide.close();
    }

    /** Answers the next call so. */
    private void answer(UnaryOperator<Message> with) {
        Thread.ofVirtual().start(() -> {
            try {
                far.write(with.apply(far.read()));
            } catch (IOException gone) {
                Thread.currentThread().interrupt();
            }
        });
    }

    @Test
    void anAnswerOfAnotherTypeIsToldWithTheCall() {
        answer(call -> Message.result("b1", call.id(), JSON.stringNode("many")));
        assertThatThrownBy(() -> shop.count("x"))
                .isInstanceOf(EnvironmentException.class)
                .hasMessageStartingWith("host db1: its answer to count is not what it should be: ");
        answer(call -> Message.result("b1", call.id(), JSON.numberNode(5)));
        assertThat(shop.count("x")).as("the connection goes on").isEqualTo(5);
    }

    @Test
    void noAnswerWhereOneIsNeededIsTold() {
        answer(call -> Message.result("b1", call.id(), null));
        assertThatThrownBy(() -> shop.count("x")).hasMessage("host db1: its answer to count is empty");
        answer(call -> Message.result("b1", call.id(), null));
        assertThat(shop.names(_ -> {})).as("where none is one").isNull();
    }

    @Test
    void anAnswerToNobodyIsPassedOver() throws Exception {
        far.write(Message.result("b1", 99, JSON.numberNode(1)));
        far.write(Message.line("b1", 99, "a line"));
        answer(call -> Message.result("b1", call.id(), JSON.numberNode(7)));
        assertThat(shop.count("x")).isEqualTo(7);
    }

    /** A failure without a kind, or lines that nobody can take: no call may wait for its whole limit then. */
    @Test
    void aMessageThatCannotBeUnderstoodEndsEveryCallAtOnce() {
        answer(call -> Message.failed("b1", call.id(), new Failure(null, "?", List.of())));
        Assertions.assertTimeoutPreemptively(Duration.ofSeconds(20), () -> assertThatThrownBy(() -> shop.count("x"))
                .isInstanceOf(EnvironmentException.class)
                .hasMessageStartingWith("host db1: the connection is lost: a message of it cannot be understood: ")
                .hasMessageEndingWith("; what runs there goes on, `gavel status` finds it again"));
        Assertions.assertTimeoutPreemptively(Duration.ofSeconds(20), () -> assertThatThrownBy(() -> shop.nothing())
                .isInstanceOf(EnvironmentException.class));
    }

    @Test
    void aReaderOfLinesThatFailsEndsTheCallAtOnce() {
        answer(call -> Message.line("b1", call.id(), "a line"));
        Assertions.assertTimeoutPreemptively(Duration.ofSeconds(20), () -> assertThatThrownBy(() -> shop.names(line -> {
                    throw new IllegalStateException("no room for " + line);
                }))
                .isInstanceOf(EnvironmentException.class)
                .hasMessageContaining("no room for a line"));
    }

    @Test
    void anotherBuildInTheMiddleEndsTheConnection() {
        answer(call -> Message.result("b2", call.id(), JSON.numberNode(1)));
        assertThatThrownBy(() -> shop.count("x"))
                .hasMessage("host db1: the connection is lost: the far end is of another build;"
                        + " what runs there goes on, `gavel status` finds it again");
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void eachFailureNamesTheHost(Kind kind) {
        answer(call -> Message.failed("b1", call.id(), new Failure(kind, "no disk", List.of("| a line"))));
        assertThatThrownBy(() -> shop.nothing())
                .hasMessageContaining("host db1: no disk")
                .isInstanceOf(
                        switch (kind) {
                            case IO -> IOException.class;
                            case INTERRUPTED -> InterruptedRunException.class;
                            case CONFIGURATION -> ConfigurationException.class;
                            case ENVIRONMENT, DEFECT -> EnvironmentException.class;
                        });
    }

    @Test
    void aCallThatNobodyAnswersEndsWithItsLimitAndTheNextOneIsAnswered() {
        assertThatThrownBy(() -> shop.late(Duration.ofMillis(50)))
                .isInstanceOf(EnvironmentException.class)
                .hasMessage("host db1: no answer to late within 0 s");
        // The first call that is read is the late one, and what answers it comes for nobody.
        Thread.ofVirtual().start(() -> {
            try {
                for (int i = 0; i < 2; i++) {
                    far.write(Message.result("b1", far.read().id(), JSON.numberNode(3)));
                }
            } catch (IOException gone) {
                Thread.currentThread().interrupt();
            }
        });
        assertThat(shop.count("x")).isEqualTo(3);
    }

    @Test
    void whatEveryObjectHasIsNoCall() throws Exception {
        assertThat(shop.toString()).isEqualTo("far end of db1");
        assertThat(shop.equals(shop)).isTrue();
        assertThat(shop.hashCode()).isEqualTo(System.identityHashCode(shop));
        CompletableFuture<Integer> asked = CompletableFuture.supplyAsync(() -> shop.count("x"));
        Message first = far.read();
        assertThat(first.call()).isEqualTo("count");
        assertThat(first.arguments()).hasSize(1);
        far.write(Message.result("b1", first.id(), JSON.numberNode(1)));
        assertThat(asked.get(20, TimeUnit.SECONDS)).isEqualTo(1);
    }
}
