package gavel.harness.platform.ssh.far;

import gavel.harness.platform.hosts.ConnectionTrials;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** Connections and files of this machine, for the near end. Any thread may use it. */
class LocalStreams implements FarStreams {
    /** More are a mistake of the near end. */
    static final int MOST_CONNECTIONS = 256;

    private static final int CONNECT_MILLIS = 5_000;
    private static final int SILENCE_MILLIS = 10_000;
    private static final int RECEIVED_AT_ONCE = 1 << 16;

    private final Map<Long, Socket> connections = new ConcurrentHashMap<>();
    private final AtomicLong last = new AtomicLong();

    @Override
    public List<String> unanswered(List<String> sockets) {
        return ConnectionTrials.unanswered(sockets);
    }

    @Override
    public long connect(String address, int port) throws IOException {
        if (connections.size() >= MOST_CONNECTIONS) {
            throw new IOException("at most " + MOST_CONNECTIONS + " connections are kept");
        }
        Socket socket = new Socket();
        try {
            socket.connect(new InetSocketAddress(address, port), CONNECT_MILLIS);
            socket.setSoTimeout(SILENCE_MILLIS);
            socket.setTcpNoDelay(true);
        } catch (IOException e) {
            socket.close();
            throw e;
        }
        long number = last.incrementAndGet();
        connections.put(number, socket);
        return number;
    }

    @Override
    public byte[] receive(long connection) throws IOException {
        byte[] some = new byte[RECEIVED_AT_ONCE];
        try {
            int n = socket(connection).getInputStream().read(some);
            return n < 0 ? null : Arrays.copyOf(some, n);
        } catch (SocketTimeoutException silence) {
            return new byte[0];
        }
    }

    private Socket socket(long connection) throws IOException {
        Socket socket = connections.get(connection);
        if (socket == null) {
            throw new IOException("connection " + connection + " has ended");
        }
        return socket;
    }

    @Override
    public void send(long connection, byte[] bytes) throws IOException {
        socket(connection).getOutputStream().write(bytes);
    }

    @Override
    public void disconnect(long connection) {
        try (Socket ended = connections.remove(connection)) {
            if (ended != null) {
                ended.shutdownOutput();
            }
        } catch (IOException alreadyEnded) {
            return;
        }
    }

    @Override
    public byte[] part(String path, long from) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(path, "r")) {
            file.seek(from);
            byte[] some = new byte[(int) Math.clamp(file.length() - from, 0, PART)];
            file.readFully(some);
            return some;
        }
    }

    @Override
    public void add(String path, long from, byte[] bytes) throws IOException {
        Path file = Path.of(path);
        if (from == 0) {
            Files.createDirectories(file.getParent());
            Files.deleteIfExists(file);
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        }
        if (Files.size(file) != from) {
            throw new IOException(
                    path + " has " + Files.size(file) + " bytes, and must have " + from + " before more of it comes");
        }
        Files.write(file, bytes, StandardOpenOption.APPEND);
    }
}
