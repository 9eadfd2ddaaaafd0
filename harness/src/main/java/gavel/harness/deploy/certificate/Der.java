package gavel.harness.deploy.certificate;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;

/** Values of ASN.1 in their distinguished encoding (ITU-T X.690), as far as a certificate has them. Pure. */
final class Der {
    private static final int LAST_YEAR_OF_TWO_DIGITS = 2049;

    private Der() {}

    static byte[] sequence(byte[]... parts) {
        return tagged(0x30, parts);
    }

    static byte[] set(byte[] part) {
        return tagged(0x31, part);
    }

    /** Of a context of its own, such as the third optional part of something. */
    static byte[] explicit(int number, byte[] part) {
        return tagged(0xa0 + number, part);
    }

    static byte[] integer(BigInteger value) {
        return tagged(0x02, value.toByteArray());
    }

    static byte[] yes() {
        return tagged(0x01, new byte[] {(byte) 0xff});
    }

    static byte[] octets(byte[] value) {
        return tagged(0x04, value);
    }

    static byte[] text(String value) {
        return tagged(0x0c, value.getBytes(StandardCharsets.UTF_8));
    }

    /** @param unused bits at the end */
    static byte[] bits(int unused, byte[] value) {
        return tagged(0x03, new byte[] {(byte) unused}, value);
    }

    /** In whole seconds; the century is said from 2050 on (RFC 5280, 4.1.2.5). */
    static byte[] time(Instant instant) {
        boolean century = instant.atOffset(ZoneOffset.UTC).getYear() > LAST_YEAR_OF_TWO_DIGITS;
        DateTimeFormatter format = DateTimeFormatter.ofPattern((century ? "yyyy" : "yy") + "MMddHHmmss'Z'")
                .withZone(ZoneOffset.UTC);
        return tagged(century ? 0x18 : 0x17, format.format(instant).getBytes(StandardCharsets.US_ASCII));
    }

    /** @param dotted such as {@code 2.5.29.17} */
    static byte[] identifier(String dotted) {
        long[] numbers =
                Arrays.stream(dotted.split("\\.")).mapToLong(Long::parseLong).toArray();
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        base128(content, numbers[0] * 40 + numbers[1]);
        Arrays.stream(numbers).skip(2).forEach(number -> base128(content, number));
        return tagged(0x06, content.toByteArray());
    }

    private static void base128(ByteArrayOutputStream content, long number) {
        int groups = Math.max(1, (Long.SIZE - Long.numberOfLeadingZeros(number) + 6) / 7);
        for (int i = groups - 1; i >= 0; i--) {
            content.write((int) (number >> (7 * i) & 0x7f) | (i > 0 ? 0x80 : 0));
        }
    }

    static byte[] tagged(int tag, byte[]... parts) {
        ByteArrayOutputStream encoded = new ByteArrayOutputStream();
        int length = Arrays.stream(parts).mapToInt(part -> part.length).sum();
        encoded.write(tag);
        if (length < 0x80) {
            encoded.write(length);
        } else {
            byte[] bytes = BigInteger.valueOf(length).toByteArray();
            int sign = bytes[0] == 0 ? 1 : 0;
            encoded.write(0x80 + bytes.length - sign);
            encoded.write(bytes, sign, bytes.length - sign);
        }
        for (byte[] part : parts) {
            encoded.writeBytes(part);
        }
        return encoded.toByteArray();
    }
}
