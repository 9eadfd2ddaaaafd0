package gavel.harness.platform.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConnectionTrialsTest {
    /** No connection can be made to that address: the kernel has no way there. */
    private static final String NOWHERE = "255.255.255.255:9";

    @Test
    void whoTakesAConnectionOrRefusesItAnswers() throws IOException {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        String refused;
        try (ServerSocket closed = new ServerSocket(0, 1, loopback)) {
            refused = loopback.getHostAddress() + ":" + closed.getLocalPort();
        }
        try (ServerSocket listening = new ServerSocket(0, 1, loopback)) {
            String taken = loopback.getHostAddress() + ":" + listening.getLocalPort();

            assertThat(ConnectionTrials.unanswered(List.of(taken, NOWHERE, refused)))
                    .containsExactly(NOWHERE);
        }
        assertThat(ConnectionTrials.unanswered(List.of())).isEmpty();
    }
}
