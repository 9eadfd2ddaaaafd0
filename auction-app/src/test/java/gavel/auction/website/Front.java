package gavel.auction.website;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * One address for several servers: each connection goes to the next that takes it, as a balancer would send it. What it carries ends
 * with the server it was for. Threads: one that accepts, and two for each connection.
 */
final class Front implements AutoCloseable {
    private static final int CONNECT_MILLIS = 500;

    private final List<Integer> ports;
    private final ServerSocket listening;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private volatile boolean away;
    private int next;

    Front(List<Integer> ports) throws IOException {
        this.ports = List.copyOf(ports);
        this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::accept);
    }

    String address() {
        return "http://127.0.0.1:" + listening.getLocalPort();
    }

    /** As if the network were cut, or there again. */
    void away(boolean isAway) {
        away = isAway;
        if (isAway) {
            open.forEach(Front::end);
        }
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket client = listening.accept();
                Socket server = away ? null : connect();
                if (server == null) {
                    end(client);
                } else {
                    carry(client, server);
                    carry(server, client);
                }
            } catch (IOException closed) {
                away(true);
            }
        }
    }

    private Socket connect() {
        for (int tries = 0; tries < ports.size(); tries++) {
            Socket server = new Socket();
            try {
                int port = ports.get(Math.floorMod(next++, ports.size()));
                server.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), CONNECT_MILLIS);
                return server;
            } catch (IOException refused) {
                end(server);
            }
        }
        return null;
    }

    private void carry(Socket from, Socket to) {
        open.add(from);
        Thread.ofVirtual().start(() -> {
            try {
                from.getInputStream().transferTo(to.getOutputStream());
            } catch (IOException over) {
                // One of the two is gone; the other learns it now.
            } finally {
                open.remove(from);
                end(from);
                end(to);
            }
        });
    }

    private static void end(Socket socket) {
        try {
            socket.close();
        } catch (IOException gone) {
            throw new IllegalStateException(gone);
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
        away(true);
    }
}
