package gavel.driver.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.driver.message.ResponseHead.Content;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One header line at a time, as servers write them. */
class HeadersTest {
    private final ResponseHead head = new ResponseHead();

    @BeforeEach
    void clear() {
        head.clear();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "application/json | JSON",
                "application/json;charset=UTF-8 | JSON",
                "APPLICATION/JSON | JSON",
                "application/problem+json | PROBLEM",
                "text/html; charset=utf-8 | HTML",
                "text/css | CSS",
                "text/javascript | SCRIPT",
                "application/javascript | SCRIPT",
                "image/jpeg | JPEG",
                "image/png | PNG",
                "image/gif | OTHER",
                "text/plain | OTHER",
            })
    void theTypeOfTheBodyIsToldByItsBeginning(String value, Content content) throws Exception {
        read("Content-Type: " + value);
        assertThat(head.content()).isEqualTo(content);
    }

    @Test
    void blanksAroundAValueAreNoPartOfIt() throws Exception {
        read("ETag:\t \"v 1\" \t");
        read("Retry-After:12  ");
        assertThat(head.etag()).isEqualTo("\"v 1\"");
        assertThat(head.retryAfterSeconds()).isEqualTo(12);
    }

    @Test
    void aValueShorterThanTheOneBeforeIsNotLengthenedByIt() throws Exception {
        read("etag: \"a-long-one-of-the-response-before\"");
        read("etag: \"b\"");
        assertThat(head.etag()).isEqualTo("\"b\"");
        read("etag:");
        assertThat(head.etag()).isEmpty();
    }

    @Test
    void aDateToRetryAfterIsNotUnderstoodAndNotGuessed() throws Exception {
        read("Retry-After: Fri, 31 Dec 1999 23:59:59 GMT");
        assertThat(head.retryAfterSeconds()).isEqualTo(ResponseHead.UNKNOWN);
    }

    @Test
    void theSameLengthTwiceIsOneLength() throws Exception {
        read("Content-Length: 5");
        read("content-length: 5");
        assertThat(head.contentLength()).isEqualTo(5);
        assertThatThrownBy(() -> read("content-length: 6")).hasMessageContaining("not one length of a body");
    }

    @Test
    void encodingsAreGzipOrNone() throws Exception {
        read("Content-Encoding: GZIP");
        assertThat(head.gzip()).isTrue();
        read("Content-Encoding: identity");
        assertThat(head.gzip()).isFalse();
        assertThatThrownBy(() -> read("Content-Encoding: deflate")).hasMessageContaining("an encoding that was not");
    }

    @Test
    void connectionsAreKeptUnlessTheServerSaysOtherwise() throws Exception {
        assertThat(head.keepAlive).isTrue();
        read("Connection: upgrade");
        assertThat(head.keepAlive).isTrue();
        read("CONNECTION: CLOSE");
        assertThat(head.keepAlive).isFalse();
        read("Connection: Keep-Alive");
        assertThat(head.keepAlive).isTrue();
        read("Connection: Upgrade, close");
        assertThat(head.keepAlive).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"etagx: 1", "x-tag: 1", "content-lenght: 7", "Set-Cookie: a=b", "transfer-encodinx: chunked"})
    void othersOfTheSameLengthAreIgnored(String line) throws Exception {
        read(line);
        assertThat(head.etag()).isNull();
        assertThat(head.contentLength()).isEqualTo(ResponseHead.UNKNOWN);
        assertThat(head.chunked).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"no colon", ": nameless"})
    void aLineThatIsNoHeaderIsAProtocolError(String line) {
        assertThatThrownBy(() -> read(line))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("not a header");
    }

    private void read(String text) throws ProtocolException {
        LineBytes line = new LineBytes();
        line.take(Unpooled.copiedBuffer(text + "\r\n", StandardCharsets.ISO_8859_1));
        Headers.read(line, head);
    }
}
