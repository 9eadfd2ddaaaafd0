package gavel.driver.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.driver.body.Answer;
import gavel.driver.body.AssetScanner;
import gavel.driver.body.JsonBody;
import gavel.driver.json.JsonException;
import gavel.driver.json.JsonFields;
import gavel.driver.json.JsonReader;
import gavel.driver.profile.Draws;
import io.netty.buffer.Unpooled;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

/** What is read from responses, and what is written into requests. */
class BodiesTest {
    private static final JsonFields FIELDS =
            JsonFields.of("items[].id", "items[].thumbnail", "page", "size", "total", "next");

    @Test
    void pagesMustFitWhatTheySay() throws Exception {
        String page =
                "{\"items\":[{\"id\":1,\"thumbnail\":null},{\"id\":2,\"thumbnail\":\"/a\"}],\"page\":1,\"size\":10,\"total\":12,\"next\":null}";
        Answer answer = read(page);
        assertThatCode(() -> Pages.check(answer, answer.count(0), 2, 10, 4)).doesNotThrowAnyException();
        assertThat(answer.ids(0)).containsExactly(1L, 2L);
        assertThat(answer.texts(1)).containsExactly("/a");
        assertThat(answer.isNull(5)).isTrue();
        assertThatCode(() -> answer.expectTogether(0, 1)).doesNotThrowAnyException();

        Answer short1 = read(page.replace("\"total\":12", "\"total\":13"));
        assertThatThrownBy(() -> Pages.check(short1, short1.count(0), 2, 10, 4))
                .hasMessage("2 entries on page 1 of 13 in all");
        Answer small = read(page.replace("\"size\":10", "\"size\":5"));
        assertThatThrownBy(() -> Pages.check(small, small.count(0), 2, 10, 4)).hasMessageContaining("asked for was 10");
    }

    @Test
    void whatIsMissingOrOfAnotherKindIsNamed() throws Exception {
        Answer answer =
                read("{\"items\":[{\"id\":1},{\"id\":2,\"thumbnail\":\"/a\"}],\"page\":\"one\",\"size\":10.50}");
        assertThatThrownBy(() -> answer.expectTogether(0, 1))
                .hasMessage("items[].thumbnail came 1 times, items[].id 2 times");
        assertThatThrownBy(answer::expectAll).hasMessage("total is missing");
        assertThatThrownBy(() -> answer.id(2)).hasMessage("page is one, expected was a whole number");
        assertThatThrownBy(() -> answer.id(4)).hasMessage("total is missing, expected was a whole number");
        assertThatThrownBy(() -> answer.text(3)).hasMessageContaining("expected was a text");
        assertThatThrownBy(() -> answer.expectId(0, 7)).hasMessage("items[].id is 1, asked for was 7");
        assertThat(answer.money(3)).isEqualByComparingTo("10.50");
    }

    @Test
    void linksThatCouldBreakARequestAreRefused() {
        assertThatCode(() -> Pages.links(List.of("/api/images/1-1?size=thumbnail")))
                .doesNotThrowAnyException();
        for (String bad : List.of("http://elsewhere/x", "/a b", "/a\r\nx: y", "/{a}")) {
            assertThatThrownBy(() -> Pages.links(List.of(bad))).hasMessageContaining("not a link");
        }
    }

    @Test
    void aPageNamesItsAssetsInWhateverPiecesItArrives() {
        String html =
                "<link rel=\"stylesheet\" href=\"/app.css\"><a href=\"/about\">x</a><script src=\"/app.js\"></script>"
                        + "<script src=\"//elsewhere/x.js\"></script><link href=\"/app.css\">";
        AssetScanner scanner = new AssetScanner();
        scanner.begin();
        for (byte b : html.getBytes(StandardCharsets.US_ASCII)) {
            scanner.read(Unpooled.wrappedBuffer(new byte[] {b}));
        }
        assertThat(scanner.paths()).containsExactly("/app.css", "/app.js");
    }

    @Test
    void bodiesAreEscaped() {
        byte[] body = new JsonBody()
                .with("password", "a\"b\\c\n")
                .with("amount", new BigDecimal("1E+3"))
                .with("lotId", 7L)
                .bytes();
        assertThat(new String(body, StandardCharsets.UTF_8))
                .isEqualTo("{\"password\":\"a\\\"b\\\\c\\u000a\",\"amount\":1000,\"lotId\":7}");
    }

    @Test
    void photosAreAsLargeAsPhotosAndNoTwoAreTheSame() throws IOException {
        Photos photos = Photos.draw(2, 1);
        Draws draws = Draws.of(1, 0, 0);
        byte[] one = photos.form(draws);
        byte[] other = photos.form(draws);
        assertThat(one).isNotEqualTo(other);
        assertThat(one.length).isBetween(30_000, 60_000);
        BufferedImage image = ImageIO.read(new ByteArrayInputStream(one, photoAt(one), one.length));
        assertThat(image.getWidth()).isEqualTo(Photos.WIDTH);
        assertThat(image.getHeight()).isEqualTo(Photos.HEIGHT);
    }

    private static int photoAt(byte[] form) {
        String head = new String(form, 0, 512, StandardCharsets.ISO_8859_1);
        return head.indexOf("\r\n\r\n") + 4;
    }

    private static Answer read(String json) throws JsonException {
        Answer answer = new Answer();
        JsonReader reader = new JsonReader();
        answer.begin(FIELDS);
        reader.begin(FIELDS, answer);
        reader.read(Unpooled.copiedBuffer(json, StandardCharsets.UTF_8));
        reader.end();
        return answer;
    }
}
