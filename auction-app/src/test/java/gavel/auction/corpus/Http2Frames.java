package gavel.auction.corpus;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** What misuses HTTP/2, as bytes. */
final class Http2Frames {
    private static final int HEADERS = 1;
    private static final int RESET = 3;
    private static final int SETTINGS = 4;
    private static final int CONTINUATION = 9;
    private static final int END_STREAM = 1;
    private static final int END_HEADERS = 4;
    private static final int CANCEL = 8;
    private static final int LARGEST = 16_000;

    private Http2Frames() {}

    /** With which a client begins. */
    static byte[] preface() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(ascii("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"));
        bytes.writeBytes(frame(SETTINGS, 0, 0, new byte[0]));
        return bytes.toByteArray();
    }

    /** Requests that are taken back at once. */
    static byte[] rapidResets(int firstStream, int count) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int i = 0; i < count; i++) {
            int stream = firstStream + 2 * i;
            bytes.writeBytes(frame(HEADERS, END_STREAM | END_HEADERS, stream, request()));
            bytes.writeBytes(frame(RESET, 0, stream, new byte[] {0, 0, 0, CANCEL}));
        }
        return bytes.toByteArray();
    }

    /** A head that has begun. */
    static byte[] openHead() {
        return frame(HEADERS, END_STREAM, 1, request());
    }

    /** More of it, which is not its end. */
    static byte[] moreOfHead() {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        while (block.size() < LARGEST) {
            block.write(0);
            block.writeBytes(text("x-more"));
            block.writeBytes(text("a".repeat(100)));
        }
        return frame(CONTINUATION, 0, 1, block.toByteArray());
    }

    /** GET of the list of auctions: indexed names, plain values. */
    private static byte[] request() {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        block.write(0x82);
        block.write(0x87);
        block.write(0x04);
        block.writeBytes(text("/api/auctions?state=RUNNING"));
        block.write(0x01);
        block.writeBytes(text("localhost"));
        return block.toByteArray();
    }

    private static byte[] text(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(text.length());
        bytes.writeBytes(ascii(text));
        return bytes.toByteArray();
    }

    private static byte[] frame(int type, int flags, int stream, byte[] payload) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int length = payload.length;
        bytes.writeBytes(new byte[] {
            (byte) (length >> 16),
            (byte) (length >> 8),
            (byte) length,
            (byte) type,
            (byte) flags,
            (byte) (stream >> 24),
            (byte) (stream >> 16),
            (byte) (stream >> 8),
            (byte) stream
        });
        bytes.writeBytes(payload);
        return bytes.toByteArray();
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
