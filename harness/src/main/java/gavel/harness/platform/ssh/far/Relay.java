package gavel.harness.platform.ssh.far;

import gavel.harness.failure.EnvironmentException;
import gavel.harness.failure.HarnessException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;

/**
 * A port of this machine's loopback whose connections go to a service that only a far end reaches, over the connection there is to it. A service
 * that refuses a connection ends it here as well.
 */
public final class Relay implements AutoCloseable {
    private static final int WAITING = 64;
    private static final int SENT_AT_ONCE = 1 << 16;

    private final FarStreams far;
    private final String address;
    private final int port;
    private final ServerSocket here;

    /** @param address of the service, as the far end reaches it */
    public Relay(FarStreams far, String address, int port) {
        this.far = far;
        this.address = address;
        this.port = port;
        try {
            this.here = new ServerSocket(0, WAITING, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new EnvironmentException("no port is free on the loopback: " + e.getMessage(), e);
        }
        Thread.ofVirtual().name("relay-" + address + ":" + port).start(this::accept);
    }

    public int port() {
        return here.getLocalPort();
    }

    private void accept() {
        while (!here.isClosed()) {
            try {
                Socket socket = here.accept();
                // A client may wait for the last connection, which it still gets after the end.
                if (here.isClosed()) {
                    socket.close();
                    return;
                }
                Thread.ofVirtual().start(() -> relay(socket));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void relay(Socket socket) {
        try (socket) {
            socket.setTcpNoDelay(true);
            long connection = far.connect(address, port);
            try {
                Thread.ofVirtual().start(() -> receive(connection, socket));
                send(connection, socket);
            } finally {
                far.disconnect(connection);
            }
        } catch (IOException | HarnessException refused) {
            // The client sees the connection end, as if the service had refused it.
            return;
        }
    }

    private void send(long connection, Socket socket) throws IOException {
        byte[] some = new byte[SENT_AT_ONCE];
        for (int n = socket.getInputStream().read(some);
                n >= 0;
                n = socket.getInputStream().read(some)) {
            far.send(connection, Arrays.copyOf(some, n));
        }
    }

    private void receive(long connection, Socket socket) {
        try (socket) {
            for (byte[] some = far.receive(connection); some != null; some = far.receive(connection)) {
                socket.getOutputStream().write(some);
            }
        } catch (IOException | HarnessException ended) {
            // The other direction ends with the socket.
            return;
        }
    }

    @Override
    public void close() {
        try {
            here.close();
        } catch (IOException e) {
            throw new EnvironmentException("port " + port() + " cannot be given back: " + e.getMessage(), e);
        }
    }
}
