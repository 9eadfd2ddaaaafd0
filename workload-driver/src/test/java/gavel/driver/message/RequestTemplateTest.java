package gavel.driver.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class RequestTemplateTest {
    private static final byte[] HOST = "host: shop:80\r\n".getBytes(StandardCharsets.US_ASCII);

    @Test
    void writesARequestWithoutHoles() {
        assertThat(wire(RequestTemplate.get("/").request()))
                .isEqualTo(
                        "GET / HTTP/1.1\r\nhost: shop:80\r\naccept-encoding: gzip\r\naccept: */*\r\nuser-agent: gavel\r\n\r\n");
    }

    @Test
    void takesALinkAsItIs() {
        Request link = RequestTemplate.link("/images/7.jpg?size=small&v={1}");

        assertThat(wire(link))
                .isEqualTo(wire(RequestTemplate.get("/").request())
                        .replace("GET / ", "GET /images/7.jpg?size=small&v={1} "));
        assertThat(link.length(HOST)).isEqualTo(wire(link).length());
        assertThatThrownBy(() -> RequestTemplate.link("http://elsewhere/7.jpg")).hasMessageContaining("begin with '/'");
    }

    @Test
    void fillsHolesFromLeftToRight() {
        Request request = RequestTemplate.get("/api/auctions/{auction}/live?after={revision}&q={text}")
                .fill()
                .with(17)
                .with(0)
                .with("a b&c=ü")
                .bearer("t0ken")
                .build();

        assertThat(wire(request))
                .startsWith("GET /api/auctions/17/live?after=0&q=a%20b%26c%3D%C3%BC HTTP/1.1\r\n")
                .contains("\r\nauthorization: Bearer t0ken\r\n");
    }

    @Test
    void carriesABodyWithItsLength() {
        Request request = RequestTemplate.post("/x").fill().json("{\"a\":1}".getBytes(StandardCharsets.UTF_8));

        assertThat(wire(request)).contains("content-type: application/json\r\ncontent-length: 7\r\n\r\n{\"a\":1}");
    }

    @Test
    void aPutWithoutABodySaysSo() {
        Request request = RequestTemplate.put("/x").request();

        assertThat(wire(request)).contains("content-length: 0\r\n\r\n");
    }

    @Test
    void leavesOutHeadersThatAreNull() {
        assertThat(wire(RequestTemplate.get("/")
                        .fill()
                        .bearer(null)
                        .header("if-none-match", null)
                        .build()))
                .doesNotContain("authorization")
                .doesNotContain("if-none-match");
    }

    @Test
    void lengthIsWhatIsWritten() {
        Request request = RequestTemplate.put("/x/{n}").fill().with(-12345).json(new byte[300]);

        assertThat(request.length(HOST)).isEqualTo(wire(request).length());
    }

    @Test
    void showsNoSecret() {
        Request request = RequestTemplate.get("/me").fill().bearer("t0ken").build();

        assertThat(request).hasToString("GET /me");
    }

    @Test
    void refusesHolesThatStayEmptyOrDoNotExist() {
        RequestTemplate template = RequestTemplate.get("/a/{b}");

        assertThatThrownBy(() -> template.fill().build()).hasMessageContaining("only 0 of 1 holes");
        assertThatThrownBy(() -> template.fill().with(1).with(2)).hasMessageContaining("all 1 holes");
        assertThatThrownBy(() -> RequestTemplate.get("a")).hasMessageContaining("must begin with '/': a");
        assertThatThrownBy(() -> RequestTemplate.get("/a{b")).hasMessageContaining("not closed: /a{b");
    }

    private static String wire(Request request) {
        ByteBuf out = Unpooled.buffer();
        request.writeTo(out, HOST);
        return out.toString(StandardCharsets.UTF_8);
    }
}
