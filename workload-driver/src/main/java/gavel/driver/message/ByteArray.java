package gavel.driver.message;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A growing array of ASCII bytes for one request. */
final class ByteArray {
    private static final String UNRESERVED = "-._~/";
    private static final byte[] HEX = "0123456789ABCDEF".getBytes(StandardCharsets.US_ASCII);

    private byte[] bytes;
    private int length;

    ByteArray(int capacity) {
        bytes = new byte[capacity];
    }

    int length() {
        return length;
    }

    ByteArray append(byte[] more) {
        room(more.length);
        System.arraycopy(more, 0, bytes, length, more.length);
        length += more.length;
        return this;
    }

    ByteArray append(String text) {
        for (int i = 0; i < text.length(); i++) {
            append((byte) text.charAt(i));
        }
        return this;
    }

    ByteArray append(long value) {
        if (value < 0) {
            return append(Long.toString(value));
        }
        int digits = 1;
        for (long rest = value; rest >= 10; rest /= 10) {
            digits++;
        }
        room(digits);
        long rest = value;
        for (int i = digits - 1; i >= 0; i--) {
            bytes[length + i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        length += digits;
        return this;
    }

    ByteArray appendEncoded(String text) {
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            if (b > 0 && (Character.isLetterOrDigit(b) || UNRESERVED.indexOf(b) >= 0)) {
                append(b);
            } else {
                append((byte) '%').append(HEX[(b >> 4) & 15]).append(HEX[b & 15]);
            }
        }
        return this;
    }

    /** What was appended is in its first {@link #length} bytes; not a copy. */
    byte[] array() {
        return bytes;
    }

    private ByteArray append(byte b) {
        room(1);
        bytes[length++] = b;
        return this;
    }

    private void room(int more) {
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(length + more, bytes.length * 2));
        }
    }

    @Override
    public String toString() {
        return new String(bytes, 0, length, StandardCharsets.US_ASCII)
                .lines()
                .findFirst()
                .orElse("");
    }
}
