package gavel.driver.json;

import java.nio.charset.StandardCharsets;

/** One text of a body, unescaped, in UTF-8; a window that is valid during the call that hands it out. */
public final class JsonText {
    byte[] bytes = new byte[64];
    int length;

    void append(int b) {
        if (length == bytes.length) {
            bytes = java.util.Arrays.copyOf(bytes, length * 2);
        }
        bytes[length++] = (byte) b;
    }

    void append(byte[] more, int from, int count) {
        if (length + count > bytes.length) {
            bytes = java.util.Arrays.copyOf(bytes, Math.max(length + count, bytes.length * 2));
        }
        System.arraycopy(more, from, bytes, length, count);
        length += count;
    }

    void appendCodePoint(int point) {
        if (point < 0x80) {
            append(point);
        } else if (point < 0x800) {
            append(0xc0 | point >> 6);
            append(0x80 | point & 0x3f);
        } else if (point < 0x10000) {
            append(0xe0 | point >> 12);
            append(0x80 | point >> 6 & 0x3f);
            append(0x80 | point & 0x3f);
        } else {
            append(0xf0 | point >> 18);
            append(0x80 | point >> 12 & 0x3f);
            append(0x80 | point >> 6 & 0x3f);
            append(0x80 | point & 0x3f);
        }
    }

    @Override
    public String toString() {
        return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }
}
