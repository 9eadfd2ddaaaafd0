package gavel.harness.http;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.http.Http.Answer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import org.junit.jupiter.api.Test;

class JdkHttpIT {
    /** Addresses of instances mean nothing to the reader of a message. */
    @Test
    void whereNobodyAnswersTheReasonIsToldWithoutTheAddress() throws Exception {
        try (JdkHttp http = new JdkHttp()) {
            assertThat(http.get(URI.create("http://127.0.0.1:" + closedPort() + "/"), null))
                    .isEqualTo(new Answer(0, "no answer: nothing takes connections there"));
        }
    }

    private static int closedPort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
