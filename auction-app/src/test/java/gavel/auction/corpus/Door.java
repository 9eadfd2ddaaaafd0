package gavel.auction.corpus;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/**
 * Where people reach the application, encrypted or not. Whom an encrypted one trusts is the JVM's own setting.
 *
 * @param address such as https://127.0.0.1:443
 */
record Door(String address) {
    private static final int PATIENCE_MILLIS = 60_000;

    boolean encrypted() {
        return address.startsWith("https:");
    }

    int port() {
        return URI.create(address).getPort();
    }

    /** A connection that has said nothing yet. */
    Socket unencrypted() throws IOException {
        return unencrypted(0);
    }

    private Socket unencrypted(int receiveBuffer) throws IOException {
        Socket socket = new Socket();
        if (receiveBuffer > 0) {
            socket.setReceiveBufferSize(receiveBuffer);
        }
        socket.connect(new InetSocketAddress(URI.create(address).getHost(), port()), PATIENCE_MILLIS);
        socket.setSoTimeout(PATIENCE_MILLIS);
        return socket;
    }

    /** One that is ready for a request. */
    Socket opened() throws IOException {
        return encrypted() ? handshaken(unencrypted(), "http/1.1") : unencrypted();
    }

    /** One whose reader takes no more than it has to. */
    Socket openedWithSmallBuffer() throws IOException {
        Socket socket = unencrypted(4 * 1024);
        return encrypted() ? handshaken(socket, "http/1.1") : socket;
    }

    /** One that speaks HTTP/2, which is only had encrypted. */
    Socket openedForHttp2() throws IOException {
        return handshaken(unencrypted(), "h2");
    }

    /** The first message of a client who wants to encrypt. */
    byte[] hello() throws IOException {
        SSLEngine client;
        try {
            client = SSLContext.getDefault().createSSLEngine(URI.create(address).getHost(), port());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
        client.setUseClientMode(true);
        ByteBuffer hello = ByteBuffer.allocate(client.getSession().getPacketBufferSize());
        client.wrap(ByteBuffer.allocate(0), hello);
        return Arrays.copyOf(hello.array(), hello.position());
    }

    private Socket handshaken(Socket socket, String protocol) throws IOException {
        SSLSocket encrypted = (SSLSocket) ((SSLSocketFactory) SSLSocketFactory.getDefault())
                .createSocket(socket, URI.create(address).getHost(), port(), true);
        SSLParameters parameters = encrypted.getSSLParameters();
        parameters.setApplicationProtocols(new String[] {protocol});
        encrypted.setSSLParameters(parameters);
        try {
            encrypted.startHandshake();
        } catch (IOException e) {
            socket.close();
            throw e;
        }
        return encrypted;
    }
}
