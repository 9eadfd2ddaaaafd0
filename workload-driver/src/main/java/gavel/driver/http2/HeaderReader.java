package gavel.driver.http2;

import gavel.driver.message.HeadFields;
import gavel.driver.message.ProtocolException;
import gavel.driver.message.ResponseHead;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;

/**
 * Reads the header block of a response (HPACK, RFC 7541) and keeps the fields the workload needs; the others are skipped without being
 * decoded. The server is told to keep no table of its own fields ({@code SETTINGS_HEADER_TABLE_SIZE} 0), so there is nothing to
 * remember between blocks and one reader serves a whole loop.
 */
public final class HeaderReader {
    private static final int FIRST_STATUS = 8;
    private static final int[] STATUSES = {200, 204, 206, 304, 400, 404, 500};
    private static final int LAST_STATIC = 61;
    private static final int LONGEST = 16 * 1024;
    /** By their place in the static table (RFC 7541, appendix A). */
    private static final byte[][] WANTED = new byte[LAST_STATIC + 1][];

    static {
        for (int i = FIRST_STATUS; i < FIRST_STATUS + STATUSES.length; i++) {
            want(i, ":status");
        }
        want(26, "content-encoding");
        want(28, "content-length");
        want(31, "content-type");
        want(34, "etag");
        want(53, "retry-after");
    }

    private final HeadFields fields = new HeadFields();
    private final byte[] line = new byte[LONGEST];

    private static void want(int index, String name) {
        WANTED[index] = (name + ": ").getBytes(StandardCharsets.US_ASCII);
    }

    /** @return valid until the next block is read; its status is 0 when there was none */
    public ResponseHead read(ByteBuf in) throws ProtocolException {
        fields.begin();
        while (in.isReadable()) {
            int first = in.readUnsignedByte();
            if (first >= 0x80) {
                indexed(number(in, first, 7));
            } else if (first >= 0x40) {
                literal(in, number(in, first, 6));
            } else if (first >= 0x20) {
                if (number(in, first, 5) != 0) {
                    throw new ProtocolException("a table of headers, though none is allowed");
                }
            } else {
                literal(in, number(in, first, 4));
            }
        }
        return fields.head();
    }

    private void indexed(int index) throws ProtocolException {
        if (index < FIRST_STATUS || index > LAST_STATIC) {
            throw unknown(index);
        }
        if (index < FIRST_STATUS + STATUSES.length) {
            fields.status(STATUSES[index - FIRST_STATUS]);
        }
    }

    private void literal(ByteBuf in, int index) throws ProtocolException {
        int length;
        if (index == 0) {
            length = text(in, 0);
            if (length == 0 || length + 2 > LONGEST) {
                throw new ProtocolException("a header's name of " + length + " bytes");
            }
            line[length++] = ':';
            line[length++] = ' ';
        } else if (index < FIRST_STATUS || index > LAST_STATIC) {
            throw unknown(index);
        } else if (WANTED[index] == null) {
            within(in, 1);
            in.skipBytes(within(in, number(in, in.readUnsignedByte(), 7)));
            return;
        } else {
            length = WANTED[index].length;
            System.arraycopy(WANTED[index], 0, line, 0, length);
        }
        fields.field(line, text(in, length));
    }

    /** Reads a text into the line from {@code at} on and returns where it ends. */
    private int text(ByteBuf in, int at) throws ProtocolException {
        within(in, 1);
        int first = in.readUnsignedByte();
        int length = within(in, number(in, first, 7));
        if (first >= 0x80) {
            return Huffman.decode(in, length, line, at);
        }
        if (at + length > LONGEST) {
            throw new ProtocolException("a header is longer than " + LONGEST + " bytes");
        }
        in.readBytes(line, at, length);
        return at + length;
    }

    /** A number in the low {@code bits} of the first byte, or in the bytes that follow too (RFC 7541, section 5.1). */
    private static int number(ByteBuf in, int first, int bits) throws ProtocolException {
        int most = (1 << bits) - 1;
        int value = first & most;
        if (value < most) {
            return value;
        }
        for (int shift = 0; shift <= 21; shift += 7) {
            within(in, 1);
            int next = in.readUnsignedByte();
            value += (next & 0x7f) << shift;
            if (next < 0x80) {
                return value;
            }
        }
        throw new ProtocolException("a number of a header block is too large");
    }

    private static int within(ByteBuf in, int count) throws ProtocolException {
        if (count > in.readableBytes()) {
            throw new ProtocolException("a header block ends within a field");
        }
        return count;
    }

    private static ProtocolException unknown(int index) {
        return new ProtocolException("field " + index + " of the table of headers is none of a response");
    }
}
