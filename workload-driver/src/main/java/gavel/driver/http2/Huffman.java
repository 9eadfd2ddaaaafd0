package gavel.driver.http2;

import gavel.driver.message.ProtocolException;
import io.netty.buffer.ByteBuf;

/**
 * Decodes texts of headers. The code (RFC 7541, appendix B) is canonical: codes of one length follow each other in the order of their
 * symbols, so the lengths say everything.
 */
final class Huffman {
    private static final int SHORTEST = 5;
    private static final int LONGEST = 30;
    private static final int END = 256;
    /** Of the symbols 0 to 256; A is the shortest, five bits. */
    private static final String LENGTHS = "ISXXXXXXXTZXXZXXXXXXXXZXXXXXXXXXBFFHIBDGFFDGDBBBAAABBBBBBBCDKBHF"
            + "IBCCCCCCCCCCCCCCCCCCCCCCDCDIOIJBKABABABBBACCBBBABCBAABCCCCCKGJIX"
            + "PRPPRRRSRSSSSSTSTTRSTSSSSQRSRSSTRQPRRSSQSRRTQRSSQQRQSRSSPRRRSRRS"
            + "VVPORSRUVVVWWVTUOQVWWVWTQQVVXWWWPTPQRQQSRRUUTTVSVWVVWWWWWXWWWWWVZ";

    /** By length: all codes of at most this length are below it, when filled up to the longest. */
    private static final long[] LIMITS = new long[LONGEST + 1];
    /** By length: what to subtract from a code to find its place among the symbols. */
    private static final int[] OFFSETS = new int[LONGEST + 1];
    /** In the order of their codes. */
    private static final short[] SYMBOLS = new short[END + 1];

    static {
        int code = 0;
        int place = 0;
        for (int length = SHORTEST; length <= LONGEST; length++) {
            OFFSETS[length] = code - place;
            for (int symbol = 0; symbol <= END; symbol++) {
                if (LENGTHS.charAt(symbol) - 'A' + SHORTEST == length) {
                    SYMBOLS[place++] = (short) symbol;
                    code++;
                }
            }
            LIMITS[length] = (long) code << (LONGEST - length);
            code <<= 1;
        }
    }

    private Huffman() {}

    /** Reads {@code count} bytes and writes the text into {@code out} from {@code at} on; returns where it ends. */
    static int decode(ByteBuf in, int count, byte[] out, int at) throws ProtocolException {
        long bits = 0;
        int have = 0;
        int left = count;
        int to = at;
        while (true) {
            while (have < LONGEST && left > 0) {
                bits = bits << 8 | in.readUnsignedByte();
                have += 8;
                left--;
            }
            // Filled up with ones, which begin no other symbol than the end, when fewer bits are left.
            long window = have >= LONGEST
                    ? bits >>> (have - LONGEST)
                    : bits << (LONGEST - have) | ((1L << (LONGEST - have)) - 1);
            window &= (1L << LONGEST) - 1;
            int length = SHORTEST;
            while (window >= LIMITS[length]) {
                length++;
            }
            if (length > have) {
                if (have >= 8 || window != (1L << LONGEST) - 1) {
                    throw new ProtocolException("a text of a header ends within a letter");
                }
                return to;
            }
            int symbol = SYMBOLS[(int) (window >>> (LONGEST - length)) - OFFSETS[length]];
            if (symbol == END || to == out.length) {
                throw new ProtocolException("a text of a header is damaged or too long");
            }
            out[to++] = (byte) symbol;
            have -= length;
        }
    }
}
