package gavel.driver.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.driver.body.Expectation.Kind;
import gavel.driver.json.JsonException;
import gavel.driver.json.JsonFields;
import gavel.driver.json.JsonReader;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** What is taken for right of a body, and what for wrong. */
class AnswerTest {
    private final JsonReader reader = new JsonReader();
    private final Answer answer = new Answer();

    @Test
    void nothingOfOneBodyIsLeftInTheNext() throws Exception {
        read("{\"id\":1,\"name\":\"a\",\"lots\":[{\"id\":1},{\"id\":2}]}", "id", "name", "lots[].id");
        read("{\"id\":2}", "id", "name");

        assertThat(answer.id(0)).isEqualTo(2);
        assertThat(answer.count(1)).isZero();
        assertThatThrownBy(answer::expectAll).hasMessage("name is missing");
        read("{\"lots\":[]}", "lots[].id", "lots");
        assertThat(answer.ids(0)).isEmpty();
        assertThat(answer.isNull(1)).isFalse();
    }

    @Test
    void nullIsThereAndAbsentIsNot() throws Exception {
        read("{\"a\":null}", "a", "b");
        assertThat(answer.isNull(0)).isTrue();
        assertThat(answer.isNull(1)).isTrue();
        assertThat(answer.count(0)).isOne();
        assertThat(answer.count(1)).isZero();
        assertThatThrownBy(() -> answer.id(0)).hasMessage("a is null, expected was a whole number");
        assertThatThrownBy(() -> answer.money(1)).hasMessage("b is missing, expected was an amount");
    }

    @Test
    void wholeNumbersAreAmountsTooButAmountsAreNoIds() throws Exception {
        read("{\"a\":17,\"b\":17.00}", "a", "b");
        assertThat(answer.money(0)).isEqualByComparingTo("17");
        assertThat(answer.money(1)).isEqualByComparingTo("17");
        assertThat(answer.id(0)).isEqualTo(17);
        assertThatThrownBy(() -> answer.id(1)).hasMessage("b is 17.00, expected was a whole number");
    }

    @Test
    void partsOfAPartThatIsNullNeedNotBeThere() throws Exception {
        read("{\"lot\":null}", "lot", "lot.id");
        assertThatCode(answer::expectAll).doesNotThrowAnyException();
        assertThat(answer.isNull(0)).isTrue();
    }

    @Test
    void everyElementIsLookedAt() throws Exception {
        read("[{\"s\":\"UP\",\"n\":1},{\"s\":\"DOWN\",\"n\":\"x\"},{\"s\":null,\"n\":2}]", "[].s", "[].n");
        assertThat(answer.texts(0)).containsExactly("UP", "DOWN");
        assertThatThrownBy(() -> answer.expectEach(0, "UP")).hasMessage("[].s is DOWN, asked for was UP");
        assertThatThrownBy(() -> answer.ids(1)).hasMessageContaining("expected was whole numbers");
        assertThatThrownBy(() -> answer.texts(1)).hasMessageContaining("expected was texts");
        assertThatCode(() -> answer.expectTogether(0, 1)).doesNotThrowAnyException();
        assertThatThrownBy(() -> answer.expectText(0, "DOWN")).hasMessage("[].s is UP, expected was DOWN");
    }

    @Test
    void aSecondStatusMayBeRightToo() {
        Expectation one = Expectation.json(200, "id");
        assertThat(one.accepts(200)).isTrue();
        assertThat(one.accepts(202)).isFalse();
        assertThat(one.accepts(404)).isFalse();
        Expectation two = one.or(202);
        assertThat(two.accepts(200)).isTrue();
        assertThat(two.accepts(202)).isTrue();
        assertThat(two.kind()).isEqualTo(Kind.JSON);
        assertThat(two.fields().path(0)).isEqualTo("id");
        assertThat(Expectation.PAGE.accepts(304)).isTrue();
        assertThat(Expectation.PICTURE.accepts(304)).isFalse();
    }

    @Test
    void filesOfAPageAreThoseOfItsOwnServer() {
        AssetScanner scanner = new AssetScanner();
        for (int round = 0; round < 2; round++) {
            scanner.begin();
            scanner.read(Unpooled.copiedBuffer(
                    "x".repeat(5_000) + "<img src=\"/logo.svg\"><img src=\"/a.png\"><a href=\"/page\">"
                            + "<script src=\"/app.js\"></script><link href=\"https://cdn/x.css\">",
                    StandardCharsets.US_ASCII));
            assertThat(scanner.paths()).containsExactly("/logo.svg", "/a.png", "/app.js");
        }
    }

    private void read(String json, String... paths) throws JsonException {
        JsonFields fields = JsonFields.of(paths);
        answer.begin(fields);
        reader.begin(fields, answer);
        reader.read(Unpooled.copiedBuffer(json, StandardCharsets.UTF_8));
        reader.end();
    }
}
