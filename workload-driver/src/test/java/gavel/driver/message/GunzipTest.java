package gavel.driver.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Streams other servers may send: with every optional part of the header, reused, damaged. */
class GunzipTest {
    private static final int EXTRA = 4;
    private static final int NAME = 8;
    private static final int COMMENT = 16;
    private static final int CHECK = 2;

    private final Gunzip gunzip = new Gunzip();
    private final StringBuilder text = new StringBuilder();
    private final ResponseSink sink = new ResponseSink() {
        @Override
        public void head(ResponseHead head) {
            throw new AssertionError("a decoder has no head");
        }

        @Override
        public void body(ByteBuf part) {
            text.append(part.toString(StandardCharsets.US_ASCII));
        }
    };

    @ParameterizedTest
    @ValueSource(ints = {0, EXTRA, NAME, COMMENT, CHECK, EXTRA | NAME, NAME | COMMENT, EXTRA | NAME | COMMENT | CHECK})
    void everyOptionalPartOfTheHeaderIsPassedOver(int flags) throws Exception {
        byte[] packed = packed("hello", flags);
        for (int piece : new int[] {1, 3, 1_000}) {
            gunzip.reset();
            text.setLength(0);
            decode(packed, piece);
            assertThat(text).hasToString("hello");
            assertThat(gunzip.finished()).isTrue();
        }
    }

    @Test
    void aDecoderIsAsNewAfterAStreamThatWasGivenUp() throws Exception {
        gunzip.reset();
        byte[] packed = packed("given up in the middle of its data", 0);
        decode(Arrays.copyOf(packed, 20), 100);
        assertThat(gunzip.finished()).isFalse();

        gunzip.reset();
        text.setLength(0);
        decode(packed("next", 0), 100);

        assertThat(text).hasToString("next");
    }

    @Test
    void everyByteOfTheEndIsHeldAgainstWhatCame() throws Exception {
        byte[] packed = packed("some text", 0);
        for (int fromEnd = 1; fromEnd <= 8; fromEnd++) {
            byte[] damaged = packed.clone();
            damaged[packed.length - fromEnd] ^= 0x40;
            gunzip.reset();
            assertThatThrownBy(() -> decode(damaged, 100))
                    .as("byte %s from the end", fromEnd)
                    .isInstanceOf(ProtocolException.class)
                    .hasMessageContaining("checksum or length");
        }
    }

    @Test
    void whatIsNoStreamOrMoreThanOneIsSaid() throws Exception {
        gunzip.reset();
        assertThatThrownBy(() -> decode("{\"plain\":1}".getBytes(StandardCharsets.US_ASCII), 100))
                .hasMessage("not a gzip stream: byte 0 is 123");
        gunzip.reset();
        byte[] packed = packed("x", 0);
        byte[] longer = Arrays.copyOf(packed, packed.length + 1);
        assertThatThrownBy(() -> decode(longer, 100)).hasMessage("bytes after the end of the gzip stream");
    }

    @Test
    void aPoolHandsOutWhatWasGivenBack() {
        try (GunzipPool pool = new GunzipPool()) {
            Gunzip one = pool.take();
            Gunzip other = pool.take();
            assertThat(other).isNotSameAs(one);
            pool.giveBack(one);
            assertThat(pool.take()).isSameAs(one);
            pool.giveBack(other);
        }
    }

    private void decode(byte[] packed, int piece) throws ProtocolException {
        for (int from = 0; from < packed.length; from += piece) {
            gunzip.decode(Unpooled.wrappedBuffer(packed, from, Math.min(piece, packed.length - from)), sink);
        }
    }

    /** As RFC 1952 orders them: extra field, name, comment, check of the header. */
    private static byte[] packed(String text, int flags) throws IOException {
        ByteArrayOutputStream plain = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(plain)) {
            gzip.write(text.getBytes(StandardCharsets.US_ASCII));
        }
        byte[] bytes = plain.toByteArray();
        bytes[3] = (byte) flags;
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.write(bytes, 0, 10);
        if ((flags & EXTRA) != 0) {
            all.writeBytes(new byte[] {3, 0, 'a', 0, 'b'});
        }
        if ((flags & NAME) != 0) {
            all.writeBytes(new byte[] {'n', 'a', 'm', 'e', 0});
        }
        if ((flags & COMMENT) != 0) {
            all.writeBytes(new byte[] {'c', 0});
        }
        if ((flags & CHECK) != 0) {
            all.writeBytes(new byte[] {1, 2});
        }
        all.write(bytes, 10, bytes.length - 10);
        return all.toByteArray();
    }
}
