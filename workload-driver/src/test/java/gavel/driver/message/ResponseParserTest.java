package gavel.driver.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.driver.message.ResponseHead.Content;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResponseParserTest {
    private static final Request GET = RequestTemplate.get("/").request();
    private static final Request HEAD = RequestTemplate.of("HEAD", "/").request();
    private static final String CHUNKED = "HTTP/1.1 200 OK\r\nServer: x\r\nTRANSFER-ENCODING: chunked\r\n"
            + "Content-Type: text/html\r\n\r\n5\r\nhello\r\nA;ext\r\n, the rest\r\n0\r\nTrailer: 1\r\n\r\n";

    private final Collected collected = new Collected();
    private final ResponseParser parser = new ResponseParser(new GunzipPool());

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 1000})
    void understandsChunksInPiecesOfAnySize(int piece) throws Exception {
        read(GET, CHUNKED.getBytes(StandardCharsets.US_ASCII), piece);

        assertThat(collected.status).isEqualTo(200);
        assertThat(collected.content).isEqualTo(Content.HTML);
        assertThat(collected.body).hasToString("hello, the rest");
        assertThat(parser.reusable()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5, 1000, 100_000})
    void decodesGzipInPiecesOfAnySize(int piece) throws Exception {
        String text = "the quick brown fox ".repeat(3000);
        byte[] packed = gzip(text);
        byte[] head =
                ascii("HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: " + packed.length + "\r\n\r\n");

        read(GET, concat(head, packed), piece);

        assertThat(collected.body.toString()).isEqualTo(text);
        assertThat(parser.complete()).isTrue();
    }

    @Test
    void noticesADamagedGzipStream() throws Exception {
        byte[] packed = gzip("some text that is long enough to be packed, packed, packed");
        packed[packed.length - 6] ^= 1;
        byte[] head =
                ascii("HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: " + packed.length + "\r\n\r\n");

        assertThatThrownBy(() -> read(GET, concat(head, packed), 1000))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("checksum");
    }

    @Test
    void noticesAGzipStreamThatEndsEarly() throws Exception {
        byte[] packed = gzip("some text");
        int less = packed.length - 3;
        byte[] head = ascii("HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: " + less + "\r\n\r\n");

        assertThatThrownBy(() -> read(GET, concat(head, java.util.Arrays.copyOf(packed, less)), 1000))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("too early");
    }

    @Test
    void picksTheHeadersTheWorkloadNeeds() throws Exception {
        read(
                GET,
                "HTTP/1.1 201 Created\r\nLocation: /api/lots/9\r\nETag:  \"v7\" \r\nRetry-After: 30\r\n"
                        + "Content-Type: application/problem+json\r\nContent-Length: 0\r\n\r\n");

        assertThat(collected.status).isEqualTo(201);
        assertThat(collected.etag).isEqualTo("\"v7\"");
        assertThat(collected.retryAfter).isEqualTo(30);
        assertThat(collected.content).isEqualTo(Content.PROBLEM);
    }

    @Test
    void forgetsTheHeadersOfTheResponseBefore() throws Exception {
        read(GET, "HTTP/1.1 200 OK\r\nETag: \"old\"\r\nContent-Length: 0\r\n\r\n");
        read(GET, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");

        assertThat(collected.etag).isNull();
        assertThat(collected.retryAfter).isEqualTo(ResponseHead.UNKNOWN);
    }

    @Test
    void passesOverInterimResponses() throws Exception {
        read(GET, "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");

        assertThat(collected.heads).isEqualTo(1);
        assertThat(collected.body).hasToString("ok");
    }

    @Test
    void someResponsesHaveNoBodyWhateverTheySay() throws Exception {
        read(GET, "HTTP/1.1 304 Not Modified\r\nContent-Length: 500\r\n\r\n");
        assertThat(parser.complete()).isTrue();
        read(HEAD, "HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n");
        assertThat(parser.complete()).isTrue();
    }

    @Test
    void aBodyWithoutALengthEndsWithTheConnection() throws Exception {
        read(GET, "HTTP/1.1 200 OK\r\n\r\nuntil the end");

        assertThat(parser.complete()).isFalse();
        assertThat(parser.closed()).isTrue();
        assertThat(parser.reusable()).isFalse();
        assertThat(collected.body).hasToString("until the end");
    }

    @Test
    void aBodyWithALengthDoesNot() throws Exception {
        read(GET, "HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nnot fifty");

        assertThat(parser.closed()).isFalse();
    }

    @Test
    void aServerMayWantTheConnectionClosed() throws Exception {
        read(GET, "HTTP/1.1 200 OK\r\nConnection: Close\r\nContent-Length: 0\r\n\r\n");
        assertThat(parser.reusable()).isFalse();
        read(GET, "HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n");
        assertThat(parser.reusable()).isFalse();
        read(GET, "HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 0\r\n\r\n");
        assertThat(parser.reusable()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/2 200 OK\r\n\r\n",
                "HTTP/1.1 abc\r\n\r\n",
                "hello, I am no web server at all\r\n",
                "HTTP/1.1 200 OK\r\nno colon here\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Encoding: br\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nlonger\r\n"
            })
    void saysWhatIsWrong(String response) {
        assertThatThrownBy(() -> read(GET, response))
                .isInstanceOf(ProtocolException.class)
                .message()
                .isNotBlank();
    }

    @Test
    void refusesALineWithoutEnd() {
        assertThatThrownBy(() -> read(GET, ascii("HTTP/1.1 200 OK\r\nx: " + "y".repeat(40_000)), 1000))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("longer than");
    }

    private void read(Request request, String response) throws ProtocolException {
        read(request, ascii(response), 1_000_000);
    }

    private void read(Request request, byte[] response, int piece) throws ProtocolException {
        collected.begin();
        parser.expect(request, collected);
        for (int from = 0; from < response.length; from += piece) {
            parser.read(Unpooled.wrappedBuffer(response, from, Math.min(piece, response.length - from)));
        }
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] concat(byte[] first, byte[] second) {
        byte[] both = java.util.Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(ascii(text));
        }
        return bytes.toByteArray();
    }

    private static final class Collected implements ResponseSink {
        private StringBuilder body;
        private int heads;
        private int status;
        private Content content;
        private String etag;
        private long retryAfter;

        void begin() {
            body = new StringBuilder();
            heads = 0;
        }

        @Override
        public void head(ResponseHead head) {
            heads++;
            status = head.status();
            content = head.content();
            etag = head.etag();
            retryAfter = head.retryAfterSeconds();
        }

        @Override
        public void body(ByteBuf part) {
            body.append(part.toString(StandardCharsets.US_ASCII));
        }
    }
}
