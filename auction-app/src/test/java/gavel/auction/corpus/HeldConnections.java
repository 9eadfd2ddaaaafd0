package gavel.auction.corpus;

import gavel.auction.corpus.HostileConnections.Kind;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Opens hostile connections of all kinds at once and looks how long the server keeps a descriptor for each: as the kernel sees it. */
final class HeldConnections implements AutoCloseable {
    private static final Duration LOOK = Duration.ofMillis(250);
    private static final Duration STEP = Duration.ofSeconds(1);
    private static final long NOT_RELEASED = -1;

    private final Door door;
    private final List<Connection> connections = new CopyOnWriteArrayList<>();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    HeldConnections(Door door) {
        this.door = door;
    }

    /**
     * What became of a kind.
     *
     * @param millis the longest that one was held; -1: some still are
     * @param failed could not be opened
     */
    record Held(Kind kind, int connections, int failed, long millis) {
        /** Where a body is waited for before it is passed on, who sends or takes a little each second is not told from a slow line. */
        boolean inTimeOrTrickling() {
            return inTime() || kind.going() != HostileConnections.Going.NOT;
        }

        boolean inTime() {
            return kind.seconds() == 0 || millis != NOT_RELEASED && millis <= kind.seconds() * 1_000L;
        }

        @Override
        public String toString() {
            String held = failed == connections
                    ? ""
                    : millis == NOT_RELEASED ? "held on" : String.format(Locale.ROOT, "%.1f s", millis / 1_000.0);
            return String.format(Locale.ROOT, "%-36s %5d  %s", kind, connections, held)
                    + (failed > 0 ? "  not opened: " + failed : "");
        }
    }

    private static final class Connection {
        private final Kind kind;
        private final long start = System.nanoTime();
        private volatile Socket socket;
        private volatile boolean failed;
        private volatile long released = NOT_RELEASED;

        Connection(Kind kind) {
            this.kind = kind;
        }

        boolean isOver() {
            return failed || released != NOT_RELEASED;
        }
    }

    /** @param patience after which those that are held are left alone; what may last is not waited for */
    List<Held> hold(List<Kind> kinds, int each, Duration patience) throws IOException, InterruptedException {
        if (door.encrypted()) {
            // What the first handshake of a JVM takes is not the server's.
            door.opened().close();
        }
        List<Kind> possible = kinds.stream()
                .filter(kind -> door.encrypted() || !kind.encrypted())
                .toList();
        for (Kind kind : possible) {
            for (int i = 0; i < each * kind.crowd(); i++) {
                Connection connection = new Connection(kind);
                connections.add(connection);
                threads.execute(() -> live(connection));
            }
        }
        long end = System.nanoTime() + patience.toNanos();
        do {
            Thread.sleep(LOOK);
            look();
        } while (System.nanoTime() < end
                && connections.stream().anyMatch(connection -> connection.kind.seconds() > 0 && !connection.isOver()));
        return possible.stream().map(this::held).toList();
    }

    private void live(Connection connection) {
        try {
            connection.socket = connection.kind.opening().open(door);
        } catch (IOException | RuntimeException e) {
            connection.failed = true;
            return;
        }
        try {
            for (int second = 0; !connection.isOver(); second++) {
                connection.kind.going().on(connection.socket, second);
                Thread.sleep(STEP);
            }
        } catch (IOException ended) {
            // By the server; this side is left open, as somebody hostile would.
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void look() throws IOException {
        Set<Integer> owned = ownedByServer();
        long now = System.nanoTime();
        for (Connection connection : connections) {
            Socket socket = connection.socket;
            if (socket != null
                    && now - connection.start > STEP.toNanos()
                    && !connection.isOver()
                    && !owned.contains(socket.getLocalPort())) {
                connection.released = Duration.ofNanos(now - connection.start).toMillis();
            }
        }
    }

    /** Ports of clients whose connection some process at the door's port has a descriptor for. */
    private Set<Integer> ownedByServer() throws IOException {
        Set<Integer> ports = new HashSet<>();
        for (String table : List.of("tcp", "tcp6")) {
            for (String line : Files.readAllLines(Path.of("/proc/net", table))) {
                String[] columns = line.strip().split("\\s+");
                if (columns[1].contains(":") && port(columns[1]) == door.port() && !columns[9].equals("0")) {
                    ports.add(port(columns[2]));
                }
            }
        }
        return ports;
    }

    private static int port(String address) {
        return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1), 16);
    }

    private Held held(Kind kind) {
        List<Connection> all =
                connections.stream().filter(each -> each.kind == kind).toList();
        int failed = (int) all.stream().filter(each -> each.failed).count();
        boolean stillHeld = all.stream().anyMatch(each -> !each.isOver());
        long longest = all.stream().mapToLong(each -> each.released).max().orElse(0);
        return new Held(kind, all.size(), failed, stillHeld ? NOT_RELEASED : longest);
    }

    @Override
    public void close() {
        threads.shutdownNow();
        for (Connection connection : connections) {
            try {
                Socket socket = connection.socket;
                if (socket != null) {
                    // At once, and not with the farewell of TLS that may wait for the server.
                    socket.setSoLinger(true, 0);
                    socket.close();
                }
            } catch (IOException gone) {
                // The server has ended it.
                continue;
            }
        }
        connections.clear();
    }
}
