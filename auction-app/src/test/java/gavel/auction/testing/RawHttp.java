package gavel.auction.testing;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Sends exactly the bytes it is given: what no well-behaved client would send. */
public record RawHttp(URI server) {
    /** What came back, up to the end of the connection. */
    public record Answer(int status, String head, String body) {
        public boolean isProblem() {
            return head.toLowerCase(Locale.ROOT).contains("content-type: application/problem+json");
        }
    }

    /** A request that asks for the end of the connection behind its answer. Characters are bytes. */
    public Answer send(String method, String target, String headers, byte[] body) {
        String head = method + " " + target + " HTTP/1.1\r\nHost: test\r\nConnection: close\r\n" + headers
                + (body.length == 0 ? "" : "Content-Length: " + body.length + "\r\n") + "\r\n";
        ByteArrayOutputStream request = new ByteArrayOutputStream();
        request.writeBytes(head.getBytes(StandardCharsets.ISO_8859_1));
        request.writeBytes(body);
        return send(request.toByteArray());
    }

    public Answer send(byte[] request) {
        try (Socket socket = new Socket(server.getHost(), server.getPort())) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write(request);
            socket.shutdownOutput();
            return answer(read(socket.getInputStream()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A server that has refused may close before it has read everything. */
    private static String read(InputStream in) throws IOException {
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        try {
            in.transferTo(read);
        } catch (SocketException e) {
            if (read.size() == 0) {
                throw e;
            }
        }
        return read.toString(StandardCharsets.UTF_8);
    }

    private static Answer answer(String text) {
        int end = text.indexOf("\r\n\r\n");
        if (!text.startsWith("HTTP/1.1 ") || end < 0) {
            return new Answer(0, "", text);
        }
        return new Answer(Integer.parseInt(text.substring(9, 12)), text.substring(0, end), text.substring(end + 4));
    }
}
