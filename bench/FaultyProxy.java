import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Stands between the driver and the front door and does what a broken platform would. Plain HTTP/1.1 on loopback, a virtual thread for
 * each connection. Arguments: port to listen on, port of the front door, name of the fault.
 */
public final class FaultyProxy {
    /** A poll that took longer waited for news; one that is answered at once takes a few milliseconds. */
    private static final long HELD_MILLIS = 50;

    private static final byte[] NO_NEWS = "HTTP/1.1 204 No Content\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    /** What is done with one request; {@code head} is its first line. */
    private enum Fault {
        none,
        /** News come 4 s late. A poll that is answered at once, as one of those who enter, brings none. */
        lateNews {
            @Override
            long delayMillis(String head, long heldMillis) {
                return news(head, heldMillis) ? 4_000 : 0;
            }
        },
        /** A fifth of the news are lost: 30 s later there is said to be none. */
        lostNews {
            @Override
            boolean swallows(String head, long heldMillis) {
                return news(head, heldMillis) && ThreadLocalRandom.current().nextInt(5) == 0;
            }
        },
        /** Every fifth picture is missing. */
        missing404 {
            @Override
            int status(String head) {
                return head.startsWith("GET /api/images/") && (head.split("[ ?]")[1].hashCode() & 0xff) % 5 == 0 ? 404 : 0;
            }
        },
        /** One search in five fails. */
        broken500 {
            @Override
            int status(String head) {
                return head.startsWith("GET /api/items?") && ThreadLocalRandom.current().nextInt(5) == 0 ? 500 : 0;
            }
        },
        slowSearch {
            @Override
            long delayMillis(String head, long heldMillis) {
                return head.startsWith("GET /api/items?") ? 2_500 : 0;
            }
        },
        everything404 {
            @Override
            int status(String head) {
                return 404;
            }
        };

        int status(String head) {
            return 0;
        }

        long delayMillis(String head, long heldMillis) {
            return 0;
        }

        boolean swallows(String head, long heldMillis) {
            return false;
        }

        private static boolean news(String head, long heldMillis) {
            return head.contains("/live?after=") && heldMillis >= HELD_MILLIS;
        }
    }

    private FaultyProxy() {}

    public static void main(String[] arguments) throws IOException {
        int door = Integer.parseInt(arguments[1]);
        Fault fault = Fault.valueOf(arguments[2]);
        try (ServerSocket listening =
                new ServerSocket(Integer.parseInt(arguments[0]), 1_000, InetAddress.getLoopbackAddress())) {
            System.out.println("ready");
            while (true) {
                Socket client = listening.accept();
                Thread.ofVirtual().start(() -> serve(client, door, fault));
            }
        }
    }

    private static void serve(Socket client, int door, Fault fault) {
        try (client;
                Socket server = new Socket(InetAddress.getLoopbackAddress(), door)) {
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
            InputStream asked = new BufferedInputStream(client.getInputStream());
            OutputStream answer = new BufferedOutputStream(client.getOutputStream());
            InputStream answered = new BufferedInputStream(server.getInputStream());
            OutputStream ask = new BufferedOutputStream(server.getOutputStream());
            for (String head = head(asked); head != null; head = head(asked)) {
                ByteArrayOutputStream body = new ByteArrayOutputStream();
                body(asked, body, head, false);
                int planted = fault.status(head);
                if (planted != 0) {
                    answer.write(("HTTP/1.1 " + planted
                                    + " planted\r\ncontent-type: application/problem+json\r\ncontent-length: 2\r\n\r\n{}")
                            .getBytes(StandardCharsets.US_ASCII));
                } else {
                    ask.write(head.getBytes(StandardCharsets.ISO_8859_1));
                    body.writeTo(ask);
                    ask.flush();
                    long begun = System.nanoTime();
                    String status = head(answered);
                    if (status == null) {
                        return;
                    }
                    long held = (System.nanoTime() - begun) / 1_000_000;
                    if (fault.swallows(head, held)) {
                        body(answered, OutputStream.nullOutputStream(), status, true);
                        Thread.sleep(Math.max(0, 30_000 - held));
                        answer.write(NO_NEWS);
                        answer.flush();
                        continue;
                    }
                    Thread.sleep(fault.delayMillis(head, held));
                    answer.write(status.getBytes(StandardCharsets.ISO_8859_1));
                    body(answered, answer, status, true);
                }
                answer.flush();
            }
        } catch (IOException gone) {
            // One of the two has closed the connection.
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    /** With its empty line; null at the end of the connection. */
    private static String head(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        for (int c = in.read(); c >= 0; c = in.read()) {
            head.append((char) c);
            if (c == '\n' && head.length() >= 4 && head.charAt(head.length() - 3) == '\n') {
                return head.toString();
            }
        }
        return null;
    }

    private static void body(InputStream in, OutputStream out, String head, boolean response) throws IOException {
        String lower = head.toLowerCase(Locale.ROOT);
        int length = lower.indexOf("\r\ncontent-length:");
        if (response && (head.startsWith("HTTP/1.1 204") || head.startsWith("HTTP/1.1 304"))) {
            return;
        }
        if (length >= 0) {
            int from = length + "\r\ncontent-length:".length();
            copy(in, out, Long.parseLong(lower.substring(from, lower.indexOf('\r', from)).strip()));
        } else if (lower.contains("\r\ntransfer-encoding: chunked")) {
            long size;
            do {
                String line = line(in);
                out.write(line.getBytes(StandardCharsets.ISO_8859_1));
                size = Long.parseLong(line.strip().split(";")[0], 16);
                copy(in, out, size + 2);
            } while (size > 0);
        }
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        int c;
        do {
            c = in.read();
            line.append((char) c);
        } while (c >= 0 && c != '\n');
        return line.toString();
    }

    private static void copy(InputStream in, OutputStream out, long length) throws IOException {
        byte[] bytes = new byte[8_192];
        for (long left = length; left > 0; ) {
            int read = in.read(bytes, 0, (int) Math.min(bytes.length, left));
            if (read < 0) {
                throw new IOException("ended within a body");
            }
            out.write(bytes, 0, read);
            left -= read;
        }
    }
}
