package gavel.auction.corpus;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Connections that want nothing but to be held; a further kind is an entry more. Who opened them never ends one, as they see it. */
final class HostileConnections {
    /** Long enough for every time-out, the kernel's included. */
    private static final int LONGEST_SECONDS = 35;

    private static final int SECONDS_OF_FLOODS = 10;
    private static final int RESETS_A_SECOND = 500;
    private static final int CONTINUATIONS_A_SECOND = 50;

    /** The beginning of a first message of TLS. */
    private static final byte[] HALF_HELLO = {0x16, 3, 1, 2, 0, 1, 0};

    private HostileConnections() {}

    /** Opens a connection and says what it says at first. */
    @FunctionalInterface
    interface Opening {
        Socket open(Door door) throws IOException;
    }

    /** What it does each second after that. */
    @FunctionalInterface
    interface Going {
        Going NOT = (_, _) -> {};

        void on(Socket socket, int second) throws IOException;
    }

    /**
     * One kind.
     *
     * @param crowd how many there are of it for each one of others
     * @param seconds the server may hold it; 0: for as long as it lasts, as something is done on it
     */
    record Kind(String name, boolean encrypted, int crowd, int seconds, Opening opening, Going going) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static Kind kind(String name, Opening opening, Going going) {
        return new Kind(name, false, 1, LONGEST_SECONDS, opening, going);
    }

    private static Kind encrypted(String name, int seconds, Opening opening, Going going) {
        return new Kind(name, true, 1, seconds, opening, going);
    }

    /** @param large path of an answer that fits into no buffer */
    static List<Kind> all(String large) {
        String post = "POST /api/sessions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                + "Content-Length: 60000\r\n\r\n{\"email\":\"";
        String head = "GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ";
        return List.of(
                new Kind("idle", false, 10, LONGEST_SECONDS, Door::unencrypted, Going.NOT),
                kind("idle, and its own side closed", door -> closing(door.unencrypted()), Going.NOT),
                kind("half a head", door -> saying(door.opened(), head), Going.NOT),
                kind("a head byte by byte", door -> saying(door.opened(), head), HostileConnections::oneByte),
                kind("half a body", door -> saying(door.opened(), post), Going.NOT),
                kind("a body byte by byte", door -> saying(door.opened(), post), HostileConnections::oneByte),
                kind("a request, then half a head", door -> saying(door.opened(), get("/", "") + head), Going.NOT),
                kind(
                        "a request, and its own side closed",
                        door -> closing(saying(door.opened(), get("/", "Connection: close\r\n"))),
                        Going.NOT),
                kind(
                        "a large answer that nobody takes",
                        door -> saying(door.openedWithSmallBuffer(), get(large, "")),
                        Going.NOT),
                kind(
                        "a large answer byte by byte",
                        door -> saying(door.openedWithSmallBuffer(), get(large, "")),
                        HostileConnections::takeOneByte),
                kind("HTTP/2 where there is none", HostileConnections::prefaceOfHttp2, Going.NOT),
                encrypted("half a first message of TLS", LONGEST_SECONDS, HostileConnections::halfHello, Going.NOT),
                encrypted("half a handshake", LONGEST_SECONDS, HostileConnections::halfAHandshake, Going.NOT),
                encrypted("TLS, then nothing", LONGEST_SECONDS, Door::opened, Going.NOT),
                encrypted("TLS for HTTP/2, then nothing", LONGEST_SECONDS, Door::openedForHttp2, Going.NOT),
                encrypted("HTTP/2, then nothing", LONGEST_SECONDS, HostileConnections::http2, Going.NOT),
                encrypted("HTTP/2 with rapid resets", 0, HostileConnections::http2, HostileConnections::resets),
                encrypted("HTTP/2 with a head without an end", 0, HostileConnections::openHead, (socket, second) -> {
                    for (int i = 0; i < CONTINUATIONS_A_SECOND && second < SECONDS_OF_FLOODS; i++) {
                        Hostile.send(socket, Http2Frames.moreOfHead());
                    }
                }));
    }

    private static Socket prefaceOfHttp2(Door door) throws IOException {
        Socket socket = door.opened();
        Hostile.send(socket, Http2Frames.preface());
        return socket;
    }

    private static Socket http2(Door door) throws IOException {
        Socket socket = door.openedForHttp2();
        Hostile.send(socket, Http2Frames.preface());
        return socket;
    }

    private static Socket openHead(Door door) throws IOException {
        Socket socket = http2(door);
        Hostile.send(socket, Http2Frames.openHead());
        return socket;
    }

    private static Socket halfHello(Door door) throws IOException {
        Socket socket = door.unencrypted();
        Hostile.send(socket, HALF_HELLO);
        return socket;
    }

    private static Socket halfAHandshake(Door door) throws IOException {
        Socket socket = door.unencrypted();
        Hostile.send(socket, door.hello());
        return socket;
    }

    private static void resets(Socket socket, int second) throws IOException {
        if (second < SECONDS_OF_FLOODS) {
            Hostile.send(socket, Http2Frames.rapidResets(1 + 2 * RESETS_A_SECOND * second, RESETS_A_SECOND));
        }
    }

    private static void oneByte(Socket socket, int second) throws IOException {
        Hostile.send(socket, new byte[] {'a'});
    }

    private static void takeOneByte(Socket socket, int second) throws IOException {
        InputStream in = socket.getInputStream();
        if (in.read() < 0) {
            throw new IOException("the answer has ended");
        }
    }

    private static Socket closing(Socket socket) throws IOException {
        socket.shutdownOutput();
        return socket;
    }

    private static Socket saying(Socket socket, String text) throws IOException {
        Hostile.send(socket, text.getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    private static String get(String path, String more) {
        return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n" + more + "\r\n";
    }
}
