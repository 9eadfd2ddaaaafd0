package gavel.harness.tier;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.http.Authority;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/** Knocks at ports of this machine, in plain text and as a client that checks whom it speaks with. A port is named by instance and purpose. */
public final class Handshakes {
    private static final int PATIENCE_MILLIS = 3_000;

    private Handshakes() {}

    private static boolean database(String name) {
        return name.startsWith("postgresql.") || name.startsWith("mariadb.");
    }

    /** What is answered to plain text, but for a refusal. */
    public static String plain(String name, int port) throws IOException {
        if (database(name)) {
            // Before anybody says who he is, both talk plainly; who does not go on to encrypt is refused then.
            return "";
        }
        byte[] words = name.matches("(embedded-services|rabbitmq\\d)\\.(broker|clients)")
                ? new byte[] {'A', 'M', 'Q', 'P', 0, 0, 9, 1}
                : "GET /actuator/health/liveness HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                        .getBytes(StandardCharsets.US_ASCII);
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.getOutputStream().write(words);
            String answer = new String(socket.getInputStream().readNBytes(4_096), StandardCharsets.ISO_8859_1);
            // A fatal alert of TLS, or an HTTP server that says what is missing.
            return answer.startsWith("\u0015\u0003") || answer.matches("(?s)HTTP/1\\.[01] 400 .*") ? "" : answer;
        } catch (IOException closed) {
            return "";
        }
    }

    /** As a client that checks name and authority. */
    public static void trusting(String name, int port, String authority, String called) throws IOException {
        SSLContext trust = Authority.only(authority);
        try (Socket plain = new Socket(InetAddress.getLoopbackAddress(), port)) {
            plain.setSoTimeout(PATIENCE_MILLIS);
            if (name.startsWith("postgresql.")) {
                DataOutputStream out = new DataOutputStream(plain.getOutputStream());
                out.writeInt(8);
                out.writeInt(80_877_103); // SSLRequest
                assertThat(plain.getInputStream().read()).isEqualTo('S');
            } else if (name.startsWith("mariadb.")) {
                greeted(plain);
            }
            try (SSLSocket socket = (SSLSocket) trust.getSocketFactory().createSocket(plain, called, port, true)) {
                SSLParameters parameters = socket.getSSLParameters();
                parameters.setEndpointIdentificationAlgorithm("HTTPS");
                socket.setSSLParameters(parameters);
                socket.startHandshake();
                assertThat(socket.getSession().getProtocol()).startsWith("TLSv1.");
            }
        }
    }

    /** Reads the greeting of the server, and asks for TLS as the protocol of MySQL does. */
    private static void greeted(Socket socket) throws IOException {
        InputStream in = socket.getInputStream();
        byte[] head = in.readNBytes(4);
        in.readNBytes((head[0] & 255) | (head[1] & 255) << 8 | (head[2] & 255) << 16);
        byte[] request = new byte[36];
        request[0] = 32;
        request[3] = 1;
        int capabilities = 0x0008_aa00; // protocol 4.1, TLS, secure connection, plug-ins
        for (int i = 0; i < 4; i++) {
            request[4 + i] = (byte) (capabilities >> 8 * i);
        }
        request[11] = 1;
        request[12] = 45;
        socket.getOutputStream().write(request);
    }
}
