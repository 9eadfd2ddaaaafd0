package gavel.driver.agent;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** Somebody between a client and an agent: hears what the client says, and changes what the agent answers when told to. */
final class Relay implements AutoCloseable {
    private final ServerSocket listening;
    private final int port;
    private final ByteArrayOutputStream heard = new ByteArrayOutputStream();
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final AtomicLong left = new AtomicLong(Long.MAX_VALUE);
    private volatile boolean falsifying;

    private Relay(ServerSocket listening, int port) {
        this.listening = listening;
        this.port = port;
    }

    static Relay to(int port) throws IOException {
        Relay relay = new Relay(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), port);
        Thread.ofVirtual().start(relay::accept);
        return relay;
    }

    int port() {
        return listening.getLocalPort();
    }

    byte[] heard() {
        synchronized (heard) {
            return heard.toByteArray();
        }
    }

    /** Of what the agent answers from now on, no more than so many bytes go on, as if the network were gone. */
    void holdAfter(long bytes) {
        left.set(bytes);
    }

    void falsify() {
        falsifying = true;
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listening.accept();
                Socket agent = new Socket(InetAddress.getLoopbackAddress(), port);
                sockets.addAll(List.of(client, agent));
                Thread.ofVirtual().start(() -> copy(client, agent, true));
                Thread.ofVirtual().start(() -> copy(agent, client, false));
            }
        } catch (IOException closed) {
            falsifying = false;
        }
    }

    private void copy(Socket from, Socket to, boolean hears) {
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] some = new byte[8_192];
            for (int n = in.read(some); n >= 0; n = in.read(some)) {
                if (hears) {
                    synchronized (heard) {
                        heard.write(some, 0, n);
                    }
                } else if (falsifying) {
                    some[n - 1] ^= 1;
                }
                if (!hears && left.addAndGet(-n) < 0) {
                    hold();
                }
                out.write(some, 0, n);
            }
        } catch (IOException ended) {
            // Both sides are closed.
            return;
        }
    }

    private void hold() {
        while (!listening.isClosed()) {
            LockSupport.parkNanos(10_000_000);
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
