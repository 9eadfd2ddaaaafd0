package gavel.driver.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.Unpooled;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonReaderTest {
    private static final String LIVE = """
            {"auctionId": 17, "state": "RUNNING", "revision": 4711,
             "lot": {"id": 9, "title": "A \\"signed\\" b\\u00fcst \\ud83d\\ude00", "price": 120.50, "leaderId": null,
                     "tags": [1, [2, {"id": 3}]], "open": true},
             "items": [{"id": 1, "images": [{"thumbnail": "/a"}]}, {"id": 2, "images": []}], "next": false}
            """;

    private final JsonReader reader = new JsonReader();
    private final List<String> events = new ArrayList<>();

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 10, 10_000})
    void takesTheWantedFieldsFromPiecesOfAnySize(int piece) throws Exception {
        read(
                JsonFields.of(
                        "auctionId",
                        "lot.price",
                        "lot.title",
                        "lot.leaderId",
                        "lot.open",
                        "items[].id",
                        "items[].images[].thumbnail"),
                LIVE,
                piece);

        assertThat(events)
                .containsExactly(
                        "auctionId=17",
                        "lot.title='A \"signed\" büst 😀'",
                        "lot.price=120.50",
                        "lot.leaderId=null",
                        "lot.open=true",
                        "items[].id=1",
                        "items[].images[].thumbnail='/a'",
                        "items[].id=2");
    }

    @Test
    void tellsWhereElementsBeginAndEnd() throws Exception {
        read(JsonFields.of("items[]", "items[].id", "items"), LIVE, 100);

        assertThat(events)
                .containsExactly(
                        "items{",
                        "items[]{",
                        "items[].id=1",
                        "items[]}",
                        "items[]{",
                        "items[].id=2",
                        "items[]}",
                        "items}");
    }

    @Test
    void readsArraysAtTheRootAndOfPlainValues() throws Exception {
        read(JsonFields.of("[].id", "[].words[]"), "[{\"id\":1,\"words\":[\"x\",\"y\"]},{\"id\":-2}]", 3);

        assertThat(events).containsExactly("[].id=1", "[].words[]='x'", "[].words[]='y'", "[].id=-2");
    }

    @Test
    void aFieldOfTheSameNameElsewhereIsAnother() throws Exception {
        read(JsonFields.of("id"), "{\"lot\":{\"id\":9},\"items\":[{\"id\":1}],\"id\":5}", 100);

        assertThat(events).containsExactly("id=5");
    }

    @Test
    void readsNumbersExactly() throws Exception {
        read(JsonFields.of("[]"), "[0, -0.05, 12.30, 1e3, 1.5E-2, 123456789012345678]", 1);

        assertThat(events)
                .containsExactly("[]=0", "[]=-0.05", "[]=12.30", "[]=1000", "[]=0.015", "[]=123456789012345678");
    }

    @Test
    void readsAPlainValueWhoseEndIsTheEndOfTheText() throws Exception {
        read(JsonFields.of(""), "42", 1);

        assertThat(events).containsExactly("=42");
    }

    @Test
    void isReusedForTheNextBody() throws Exception {
        reader.begin(JsonFields.of("a"), new Log(JsonFields.of("a")));
        reader.read(Unpooled.copiedBuffer("{\"a\": [[[", StandardCharsets.UTF_8));

        read(JsonFields.of("a"), "{\"a\":1}", 100);

        assertThat(events).endsWith("a=1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "{\"a\"}",
                "{\"a\":}",
                "{\"a\":1,}",
                "[1 2]",
                "[1]]",
                "{\"a\":1]",
                "{a:1}",
                "nul",
                "tru e",
                "\"\\x\"",
                "\"\\u12g4\"",
                "01",
                "1.",
                "-",
                "[-,1]",
                "{\"a\":-}",
                "1e",
                "{} {}",
                "<html>"
            })
    void refusesWhatIsNoJson(String text) {
        assertThatThrownBy(() -> read(JsonFields.of("a"), text, 100))
                .isInstanceOf(JsonException.class)
                .message()
                .isNotBlank();
    }

    @Test
    void aNumberTooLongMattersOnlyWhereItIsWanted() throws Exception {
        String text = "{\"a\":1,\"b\":0.12345678901234567890123}";
        read(JsonFields.of("a"), text, 100);
        assertThat(events).containsExactly("a=1");

        assertThatThrownBy(() -> read(JsonFields.of("b"), text, 100)).isInstanceOf(JsonException.class);
    }

    private void read(JsonFields fields, String text, int piece) throws JsonException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        reader.begin(fields, new Log(fields));
        for (int from = 0; from < bytes.length; from += piece) {
            reader.read(Unpooled.wrappedBuffer(bytes, from, Math.min(piece, bytes.length - from)));
        }
        reader.end();
    }

    private final class Log implements JsonHandler {
        private final JsonFields fields;

        Log(JsonFields fields) {
            this.fields = fields;
        }

        @Override
        public void number(int field, long unscaled, int scale) {
            events.add(fields.path(field) + "="
                    + BigDecimal.valueOf(unscaled, scale).toPlainString());
        }

        @Override
        public void text(int field, JsonText value) {
            events.add(fields.path(field) + "='" + value + "'");
        }

        @Override
        public void bool(int field, boolean value) {
            events.add(fields.path(field) + "=" + value);
        }

        @Override
        public void nothing(int field) {
            events.add(fields.path(field) + "=null");
        }

        @Override
        public void begin(int field) {
            events.add(fields.path(field) + "{");
        }

        @Override
        public void end(int field) {
            events.add(fields.path(field) + "}");
        }
    }
}
