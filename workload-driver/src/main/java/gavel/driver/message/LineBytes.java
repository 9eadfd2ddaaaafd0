package gavel.driver.message;

import io.netty.buffer.ByteBuf;
import io.netty.util.ByteProcessor;

/**
 * The next line of a response: a window into what arrived, or, when a line came in pieces, a copy of them. Reused for every line of a
 * connection.
 */
final class LineBytes {
    private static final int MAX_LINE = 16 * 1024;

    private byte[] kept = {};
    private int keptLength;
    private ByteBuf source;
    private int offset;
    private int length;

    /** True when a whole line was taken from {@code in}; false when its pieces are kept until more comes. */
    boolean take(ByteBuf in) throws ProtocolException {
        int start = in.readerIndex();
        int end = in.forEachByte(ByteProcessor.FIND_LF);
        int stop = end < 0 ? in.writerIndex() : end;
        if (keptLength + stop - start > MAX_LINE) {
            throw new ProtocolException("a header line is longer than " + MAX_LINE + " bytes");
        }
        in.readerIndex(end < 0 ? stop : end + 1);
        if (end < 0 || keptLength > 0) {
            keep(in, start, stop - start);
        }
        if (end < 0) {
            return false;
        }
        source = keptLength > 0 ? null : in;
        offset = keptLength > 0 ? 0 : start;
        length = keptLength > 0 ? keptLength : stop - start;
        keptLength = 0;
        if (length > 0 && at(length - 1) == '\r') {
            length--;
        }
        return true;
    }

    /** The line is the first {@code count} of these bytes, as long as they stay as they are. */
    void hold(byte[] bytes, int count) {
        kept = bytes;
        source = null;
        offset = 0;
        length = count;
        keptLength = 0;
    }

    void clear() {
        keptLength = 0;
        source = null;
    }

    private void keep(ByteBuf in, int start, int count) {
        if (kept.length < keptLength + count) {
            kept = java.util.Arrays.copyOf(kept, Math.max(256, keptLength + count));
        }
        in.getBytes(start, kept, keptLength, count);
        keptLength += count;
    }

    int length() {
        return length;
    }

    byte at(int index) {
        return source == null ? kept[index] : source.getByte(offset + index);
    }

    int indexOf(char wanted, int from) {
        for (int i = from; i < length; i++) {
            if (at(i) == wanted) {
                return i;
            }
        }
        return -1;
    }

    /** Whether {@code from..to} equals {@code lowerCase} without regard to case. */
    boolean same(int from, int to, String lowerCase) {
        return to - from == lowerCase.length() && startsWith(from, lowerCase);
    }

    boolean startsWith(int from, String lowerCase) {
        if (length - from < lowerCase.length()) {
            return false;
        }
        for (int i = 0; i < lowerCase.length(); i++) {
            byte b = at(from + i);
            if ((b >= 'A' && b <= 'Z' ? b + 32 : b) != lowerCase.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    boolean contains(int from, String lowerCase) {
        for (int i = from; i + lowerCase.length() <= length; i++) {
            if (startsWith(i, lowerCase)) {
                return true;
            }
        }
        return false;
    }

    /** The decimal number from {@code from} to {@code to}; -1 when it is none. */
    long number(int from, int to) {
        if (from >= to || to - from > 18) {
            return -1;
        }
        long value = 0;
        for (int i = from; i < to; i++) {
            int digit = at(i) - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            value = value * 10 + digit;
        }
        return value;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < Math.min(length, 60); i++) {
            text.append((char) (at(i) & 0xff));
        }
        return text.toString();
    }
}
