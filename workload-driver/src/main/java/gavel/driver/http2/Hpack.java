package gavel.driver.http2;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Writes fields in the format of HPACK (RFC 7541, section 6), texts as they are. */
final class Hpack {
    private static final int REMEMBER = 0x40;
    /** Names that are sent, and their places in the static table (appendix A). */
    private static final byte[][] NAMES = names(
            "authorization",
            "content-type",
            "content-length",
            "if-none-match",
            "accept",
            "accept-encoding",
            "user-agent");

    private static final int[] PLACES = {23, 31, 28, 41, 19, 16, 58};

    private Hpack() {}

    private static byte[][] names(String... names) {
        return Arrays.stream(names)
                .map(name -> name.getBytes(StandardCharsets.US_ASCII))
                .toArray(byte[][]::new);
    }

    /** A field whose name is at {@code from} and whose value begins two bytes behind it. */
    static void field(ByteBuf out, byte[] bytes, int from, int nameLength, int valueLength, boolean remember) {
        int index = index(bytes, from, nameLength);
        name(out, index, remember);
        if (index == 0) {
            text(out, bytes, from, nameLength);
        }
        text(out, bytes, from + nameLength + 2, valueLength);
    }

    /** @return the name's place in the static table, 0 when it has none that is used here */
    static int index(byte[] bytes, int from, int length) {
        for (int i = 0; i < NAMES.length; i++) {
            if (NAMES[i].length == length && Arrays.equals(NAMES[i], 0, length, bytes, from, from + length)) {
                return PLACES[i];
            }
        }
        return 0;
    }

    /** Begins a field by the place of its name; 0 when the name follows. */
    static void name(ByteBuf out, int index, boolean remember) {
        if (remember) {
            number(out, REMEMBER, 6, index);
        } else {
            number(out, 0, 4, index);
        }
    }

    static void text(ByteBuf out, byte[] bytes, int from, int length) {
        number(out, 0, 7, length);
        out.writeBytes(bytes, from, length);
    }

    static void number(ByteBuf out, int kind, int bits, int value) {
        int most = (1 << bits) - 1;
        if (value < most) {
            out.writeByte(kind | value);
            return;
        }
        out.writeByte(kind | most);
        int rest = value - most;
        while (rest >= 0x80) {
            out.writeByte(rest & 0x7f | 0x80);
            rest >>>= 7;
        }
        out.writeByte(rest);
    }
}
