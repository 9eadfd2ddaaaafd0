package gavel.auction.corpus;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;

/**
 * A request that means no good, as the bytes that are sent.
 *
 * @param announced length of the body; -1: none; -2: in chunks
 * @param statuses it may be answered with
 */
record Hostile(
        String name,
        String method,
        String path,
        List<String> headers,
        long announced,
        Supplier<byte[]> body,
        Set<Integer> statuses) {
    static final long NONE = -1;
    static final long CHUNKED = -2;

    /** @param type of the answer's body; null when it has none */
    record Answer(int status, String type) {
        static final Answer NOTHING = new Answer(0, null);
    }

    @Override
    public String toString() {
        return name;
    }

    /** Whether less of its body comes than it says. */
    boolean isUnfinished() {
        return announced > body.get().length;
    }

    /** The same for another path. */
    Hostile to(String other) {
        return new Hostile(name, method, other, headers, announced, body, statuses);
    }

    /** Head and body, or as much of it as the server takes; then its answer. */
    Answer sent(Door door, String token) throws IOException {
        try (Socket socket = door.opened()) {
            try {
                sendHead(socket, token);
                sendBody(socket, body.get());
            } catch (IOException refused) {
                return answer(socket);
            }
            return answer(socket);
        }
    }

    void sendHead(Socket socket, String token) throws IOException {
        StringBuilder head =
                new StringBuilder(method + " " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n");
        headers.forEach(header -> head.append(header).append("\r\n"));
        if (token != null) {
            head.append("Authorization: Bearer ").append(token).append("\r\n");
        }
        if (announced == CHUNKED) {
            head.append("Transfer-Encoding: chunked\r\n");
        } else if (announced >= 0) {
            head.append("Content-Length: ").append(announced).append("\r\n");
        }
        send(socket, head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1));
    }

    private void sendBody(Socket socket, byte[] bytes) throws IOException {
        if (announced != CHUNKED) {
            send(socket, bytes);
            return;
        }
        for (int from = 0; from < bytes.length; from += 4_000) {
            byte[] chunk = Arrays.copyOfRange(bytes, from, Math.min(bytes.length, from + 4_000));
            send(socket, (Integer.toHexString(chunk.length) + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
            send(socket, chunk);
            send(socket, "\r\n".getBytes(StandardCharsets.ISO_8859_1));
        }
        send(socket, "0\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
    }

    static void send(Socket socket, byte[] bytes) throws IOException {
        OutputStream out = socket.getOutputStream();
        out.write(bytes);
        out.flush();
    }

    static Answer answer(Socket socket) {
        try {
            String head = head(socket.getInputStream());
            if (head.isEmpty()) {
                return Answer.NOTHING;
            }
            String type = head.lines()
                    .filter(line -> line.toLowerCase(Locale.ROOT).startsWith("content-type:"))
                    .map(line -> line.substring(13).strip())
                    .findFirst()
                    .orElse(null);
            return new Answer(Integer.parseInt(head.split(" ", 3)[1]), type);
        } catch (IOException gone) {
            return Answer.NOTHING;
        }
    }

    private static String head(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                break;
            }
            head.append((char) next);
        }
        return head.toString();
    }
}
