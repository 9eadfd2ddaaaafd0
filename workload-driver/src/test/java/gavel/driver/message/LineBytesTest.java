package gavel.driver.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Lines of a response, whole and in pieces. */
class LineBytesTest {
    private final LineBytes line = new LineBytes();

    @Test
    void aLineEndsWithALineFeedAndMayHaveACarriageReturn() throws Exception {
        ByteBuf in = bytes("one\r\ntwo\n\r\nrest");

        assertThat(line.take(in)).isTrue();
        assertThat(line).hasToString("one");
        assertThat(line.take(in)).isTrue();
        assertThat(line).hasToString("two");
        assertThat(line.take(in)).isTrue();
        assertThat(line.length()).isZero();
        assertThat(line.take(in)).isFalse();
        assertThat(in.isReadable()).isFalse();
    }

    @Test
    void piecesArePutTogetherAlsoWhereTheyPartTheLineEnd() throws Exception {
        assertThat(line.take(bytes("content-"))).isFalse();
        assertThat(line.take(bytes("length: 5\r"))).isFalse();
        assertThat(line.take(bytes("\nx"))).isTrue();

        assertThat(line).hasToString("content-length: 5");
        assertThat(line.number(16, 17)).isEqualTo(5);
    }

    @Test
    void whatWasKeptOfOneLineIsNoPartOfTheNext() throws Exception {
        line.take(bytes("a long beginning "));
        line.take(bytes("and its end\n"));
        ByteBuf in = bytes("short\n");

        assertThat(line.take(in)).isTrue();
        assertThat(line).hasToString("short");
        line.take(bytes("given up"));
        line.clear();
        line.take(bytes("new\n"));
        assertThat(line).hasToString("new");
    }

    @Test
    void namesAreComparedWithoutRegardToCase() throws Exception {
        line.take(bytes("Content-TYPE: Text/HTML\n"));

        assertThat(line.startsWith(0, "content-type")).isTrue();
        assertThat(line.startsWith(0, "content-typed")).isFalse();
        assertThat(line.startsWith(20, "html and more")).isFalse();
        assertThat(line.same(14, 23, "text/html")).isTrue();
        assertThat(line.same(14, 22, "text/html")).isFalse();
        assertThat(line.contains(13, "html")).isTrue();
        assertThat(line.contains(13, "xml")).isFalse();
        assertThat(line.indexOf(':', 0)).isEqualTo(12);
        assertThat(line.indexOf(':', 13)).isEqualTo(-1);
    }

    @Test
    void numbersAreDigitsOnlyAndFitALong() throws Exception {
        line.take(bytes("0123 -5 12a 999999999999999999 9999999999999999999\n"));

        assertThat(line.number(0, 4)).isEqualTo(123);
        assertThat(line.number(5, 7)).isEqualTo(-1);
        assertThat(line.number(8, 11)).isEqualTo(-1);
        assertThat(line.number(12, 30)).isEqualTo(999_999_999_999_999_999L);
        assertThat(line.number(31, 50)).isEqualTo(-1);
        assertThat(line.number(4, 4)).isEqualTo(-1);
    }

    @Test
    void aLineInPiecesHasALongestLengthToo() throws Exception {
        String half = "x".repeat(9_000);
        line.take(bytes(half));

        assertThatThrownBy(() -> line.take(bytes(half)))
                .isInstanceOf(ProtocolException.class)
                .hasMessage("a header line is longer than 16384 bytes");
    }

    @Test
    void onlyTheBeginningOfALongLineIsShown() throws Exception {
        line.take(bytes("y".repeat(500) + "\n"));

        assertThat(line.toString()).hasSize(60);
    }

    private static ByteBuf bytes(String text) {
        return Unpooled.copiedBuffer(text, StandardCharsets.ISO_8859_1);
    }
}
