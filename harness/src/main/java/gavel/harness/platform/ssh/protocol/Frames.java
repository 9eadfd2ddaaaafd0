package gavel.harness.platform.ssh.protocol;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Messages on a stream: a mark with the version of the protocol, the length, then JSON. What comes is bounded and read strictly, as
 * the other end is not known. One thread reads; any may write.
 */
public final class Frames {
    /** Of the protocol: another one is another mark, so neither end takes the other's messages for its own. */
    private static final byte[] MARK = "\u0001GVL1".getBytes(StandardCharsets.US_ASCII);

    static final int LONGEST = 16 << 20;
    /** A login may print that much before the first mark. */
    static final int LONGEST_BANNER = 1 << 16;

    private static final int DEEPEST = 60;
    private static final JsonMapper JSON = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(DEEPEST)
                            .maxStringLength(LONGEST)
                            .build())
                    .build())
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private final InputStream in;
    private final OutputStream out;
    private boolean begun;

    public Frames(InputStream in, OutputStream out) {
        this.in = in instanceof BufferedInputStream ? in : new BufferedInputStream(in);
        this.out = out;
    }

    /** The other end does not speak as it should; nothing more can be read. */
    public static final class ProtocolException extends IOException {
        private static final long serialVersionUID = 1L;

        ProtocolException(String message) {
            super(message);
        }
    }

    public synchronized void write(Message message) throws IOException {
        byte[] json = JSON.writeValueAsBytes(message);
        if (json.length > LONGEST) {
            throw new IOException("a message of " + json.length + " bytes is longer than " + LONGEST);
        }
        ByteBuffer frame = ByteBuffer.allocate(MARK.length + Integer.BYTES + json.length);
        out.write(frame.put(MARK).putInt(json.length).put(json).array());
        out.flush();
    }

    /** @throws EOFException where the other end has ended between two messages */
    public Message read() throws IOException {
        if (begun) {
            expectMark();
        } else {
            skipToMark();
            begun = true;
        }
        int length = ByteBuffer.wrap(bytes(Integer.BYTES)).getInt();
        if (length < 2 || length > LONGEST) {
            throw new ProtocolException(
                    "a message must have 2.." + LONGEST + " bytes: " + Integer.toUnsignedString(length));
        }
        try {
            Message message = JSON.readValue(bytes(length), Message.class);
            if (message == null) {
                throw new ProtocolException("a message is empty");
            }
            return message;
        } catch (JacksonException e) {
            throw new ProtocolException("a message is not what it should be: " + e.getOriginalMessage());
        }
    }

    private void expectMark() throws IOException {
        int first = in.read();
        if (first < 0) {
            throw new EOFException("the other end has ended");
        }
        byte[] mark = new byte[MARK.length];
        mark[0] = (byte) first;
        System.arraycopy(bytes(MARK.length - 1), 0, mark, 1, MARK.length - 1);
        if (!Arrays.equals(mark, MARK)) {
            throw new ProtocolException(
                    "something that is no message came between two: another version, or the output of a program");
        }
    }

    /** The first byte of the mark is none a text has, so a match never begins within another. */
    private void skipToMark() throws IOException {
        int matched = 0;
        for (int skipped = 0; matched < MARK.length; skipped++) {
            int next = in.read();
            if (next < 0) {
                throw new EOFException("the other end has ended before its first message");
            }
            if (skipped >= LONGEST_BANNER) {
                throw new ProtocolException("more than " + LONGEST_BANNER + " bytes came before the first message");
            }
            matched = next == MARK[matched] ? matched + 1 : next == MARK[0] ? 1 : 0;
        }
    }

    private byte[] bytes(int length) throws IOException {
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new ProtocolException("a message ended after " + bytes.length + " of " + length + " bytes");
        }
        return bytes;
    }
}
