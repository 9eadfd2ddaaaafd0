package gavel.driver.http2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.driver.message.ProtocolException;
import gavel.driver.message.Request;
import gavel.driver.message.RequestTemplate;
import gavel.driver.message.ResponseHead;
import gavel.driver.message.ResponseHead.Content;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.DefaultHttp2HeadersEncoder;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.util.AsciiString;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Headers of requests as another implementation reads them, and of responses as another one writes them. */
class HeaderBlocksTest {
    private static final RequestTemplate TEMPLATE =
            RequestTemplate.get("/api/auctions/{auction}/live?after={revision}");

    private final HeaderReader reader = new HeaderReader();
    private final HeaderWriter writer = new HeaderWriter(new Authority("front.example:8443", true));
    private final DefaultHttp2HeadersDecoder server = new DefaultHttp2HeadersDecoder(true);

    @Test
    void aRequestSaysWhatItSaysOverTheOlderProtocol() throws Exception {
        Request request = RequestTemplate.put("/api/things/{id}")
                .fill()
                .with(9)
                .bearer("secret")
                .header("idempotency-key", "k1")
                .json("{}".getBytes(StandardCharsets.UTF_8));

        Http2Headers read = read(request);

        assertThat(read.method()).hasToString("PUT");
        assertThat(read.scheme()).hasToString("https");
        assertThat(read.path()).hasToString("/api/things/9");
        assertThat(read.authority()).hasToString("front.example:8443");
        assertThat(read.get("accept-encoding")).hasToString("gzip");
        assertThat(read.get("user-agent")).hasToString("gavel");
        assertThat(read.get("authorization")).hasToString("Bearer secret");
        assertThat(read.get("idempotency-key")).hasToString("k1");
        assertThat(read.get("content-type")).hasToString("application/json");
        assertThat(read.get("content-length")).hasToString("2");
        assertThat(read.size()).isEqualTo(11);
    }

    @Test
    void whatEveryRequestSaysIsSaidOnce() throws Exception {
        ByteBuf block = block(live("a-token-of-a-session"));
        int first = block.readableBytes();
        server.decodeHeaders(1, block);
        writerAndServerAgree("a-token-of-a-session");

        assertThat(block(live("a-token-of-a-session")).readableBytes()).isLessThan(first - 60);
    }

    @Test
    void tokensMayChange() throws Exception {
        for (int session = 0; session < 20; session++) {
            writerAndServerAgree("token-" + session);
            writerAndServerAgree("token-" + session);
        }
        writerAndServerAgree("x".repeat(500));
        writerAndServerAgree(null);
    }

    @Test
    void aServerMayForbidTheTable() throws Exception {
        writerAndServerAgree("one");
        writer.tableSize(0);
        server.configuration().maxHeaderTableSize(0);

        writerAndServerAgree("one");
        writerAndServerAgree("two");
    }

    private void writerAndServerAgree(String token) throws Exception {
        Http2Headers read = read(live(token));
        assertThat(read.path()).hasToString("/api/auctions/17/live?after=4711");
        assertThat(read.authority()).hasToString("front.example:8443");
        assertThat(read.get("accept")).hasToString("*/*");
        assertThat(read.get("authorization")).isEqualTo(token == null ? null : new AsciiString("Bearer " + token));
    }

    private static Request live(String token) {
        return TEMPLATE.fill().with(17).with(4711).bearer(token).build();
    }

    private Http2Headers read(Request request) throws Exception {
        return server.decodeHeaders(1, block(request));
    }

    private ByteBuf block(Request request) {
        ByteBuf out = Unpooled.buffer();
        writer.write(request, out);
        return out;
    }

    @Test
    void readsTheFieldsItNeedsOutOfAllOthers() throws Exception {
        Http2Headers headers = new DefaultHttp2Headers()
                .status("201")
                .set("server", "someone")
                .set("date", "Sat, 21 Nov 2026 12:00:00 GMT")
                .set("content-type", "application/json;charset=utf-8")
                .set("content-length", "4711")
                .set("content-encoding", "gzip")
                .set("x-cache", "HIT")
                .set("retry-after", "7")
                .set("etag", "\"a1\"");

        ResponseHead head = reader.read(written(headers));

        assertThat(head.status()).isEqualTo(201);
        assertThat(head.content()).isEqualTo(Content.JSON);
        assertThat(head.contentLength()).isEqualTo(4711);
        assertThat(head.gzip()).isTrue();
        assertThat(head.retryAfterSeconds()).isEqualTo(7);
        assertThat(head.etag()).isEqualTo("\"a1\"");
        assertThat(reader.read(written(new DefaultHttp2Headers().status("304"))).etag())
                .as("nothing is left of the one before")
                .isNull();
    }

    /** The other implementation compresses a text that is long, and shorter then. */
    @Test
    void readsEveryLetterOfACompressedText() throws Exception {
        byte[] all = new byte[2048];
        Arrays.fill(all, (byte) 'a');
        for (int i = 0; i < 256; i++) {
            all[3 + i * 5] = (byte) i;
        }
        Http2Headers headers = new DefaultHttp2Headers(false).status("200").set("etag", new AsciiString(all));
        ByteBuf block = written(headers);
        assertThat(block.readableBytes()).as("it is compressed").isLessThan(1900);

        assertThat(reader.read(block).etag()).isEqualTo(new String(all, StandardCharsets.ISO_8859_1));
    }

    /** The example of RFC 7541, C.6.1. */
    @Test
    void readsTheExampleOfTheStandard() throws Exception {
        ByteBuf block = Unpooled.wrappedBuffer(HexFormat.of()
                .parseHex("488264025885aec3771a4b6196d07abe941054d444a8200595040b8166e082a62d1bff"
                        + "6e919d29ad171863c78f0b97c8e9ae82ae43d3"));

        assertThat(reader.read(block).status()).isEqualTo(302);
    }

    @ParameterizedTest
    @CsvSource({
        "c0, is none of a response",
        "81, is none of a response",
        "3fe11f, none is allowed",
        "8888, not one status",
        "5f, ends within a field",
        "5f05, ends within a field",
        "5f85ffffffffff, damaged",
        "5f8100, within a letter",
        "0fffffffffff7f, too large",
        "00073a73746174757303414243, not one status",
        "00053a7061746800, not a field of a response"
    })
    void refusesBlocksThatAreDamaged(String bytes, String problem) {
        assertThatThrownBy(
                        () -> reader.read(Unpooled.wrappedBuffer(HexFormat.of().parseHex(bytes))))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining(problem);
    }

    private static ByteBuf written(Http2Headers headers) throws Exception {
        DefaultHttp2HeadersEncoder encoder = new DefaultHttp2HeadersEncoder();
        encoder.configuration().maxHeaderTableSize(0);
        ByteBuf out = Unpooled.buffer();
        encoder.encodeHeaders(1, headers, out);
        return out;
    }
}
