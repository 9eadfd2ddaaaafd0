package gavel.driver.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Numbers, texts and paths: what the reader is made of. */
class JsonPartsTest {
    private final JsonNumber number = new JsonNumber();

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "-0, 0",
        "7, 7",
        "-17, -17",
        "0.10, 0.10",
        "-120.50, -120.50",
        "1e2, 100",
        "1E+2, 100",
        "1.25e1, 12.5",
        "125e-2, 1.25",
        "0.000000000000000001, 0.000000000000000001",
        "999999999999999999, 999999999999999999",
        "0e999, 0",
    })
    void aNumberIsWhatItSays(String text, BigDecimal expected) throws JsonException {
        assertThat(read(text)).isTrue();
        number.end(true);
        assertThat(BigDecimal.valueOf(number.unscaled(), number.scale())).isEqualByComparingTo(expected);
    }

    @Test
    void moneyKeepsItsCents() throws JsonException {
        read("120.50");
        number.end(true);
        assertThat(number.unscaled()).isEqualTo(12_050);
        assertThat(number.scale()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"+1", "01", "1.2.3", ".5", "--1", "1e2.5", "1a", "-a", "1e+-2", "1.e5"})
    void whatDoesNotBelongToANumberIsNotTaken(String text) {
        assertThat(read(text)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"-", "1.", "1e", "1e+", "-0."})
    void aNumberThatStopsInTheMiddleIsNone(String text) {
        assertThat(read(text)).isTrue();
        assertThatThrownBy(() -> number.end(false)).hasMessage("a number ends too early");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1234567890123456789", "0.1234567890123456789", "1e30"})
    void whatALongCannotHoldIsAnErrorWhereItIsWanted(String text) throws JsonException {
        read(text);
        number.end(false);
        read(text);
        assertThatThrownBy(() -> number.end(true)).isInstanceOf(JsonException.class);
    }

    @Test
    void leadingZeroesAreNoDigitsThatCount() throws JsonException {
        read("0.0000000000000000000000005");
        number.end(true);
        assertThat(number.unscaled()).isEqualTo(5);
        assertThat(number.scale()).isEqualTo(25);
    }

    @ParameterizedTest
    @ValueSource(ints = {0x24, 0x7f, 0x80, 0xe9, 0x7ff, 0x800, 0x20ac, 0xffff, 0x10000, 0x1f600, 0x10ffff})
    void charactersAreWrittenAsUtf8(int point) {
        JsonText text = new JsonText();
        text.appendCodePoint(point);

        assertThat(text.length).isEqualTo(Character.toString(point).getBytes(StandardCharsets.UTF_8).length);
        assertThat(text).hasToString(Character.toString(point));
    }

    @Test
    void aTextGrows() {
        JsonText text = new JsonText();
        for (int i = 0; i < 200; i++) {
            text.append('a' + i % 26);
        }
        assertThat(text.toString()).startsWith("abc").hasSize(200);
    }

    @Test
    void pathsShareTheirBeginnings() {
        JsonFields fields = JsonFields.of("lot.id", "lot.price", "lot", "items[].id", "items[].images[].full", "[]");
        JsonFields.Node lot = named(fields.root(), "lot");

        assertThat(lot.field).isEqualTo(2);
        assertThat(named(lot, "id").field).isZero();
        assertThat(named(lot, "price").field).isEqualTo(1);
        assertThat(named(lot, "pric")).isNull();
        assertThat(named(lot, "prices")).isNull();
        JsonFields.Node item = named(fields.root(), "items").element;
        assertThat(item.field).isEqualTo(JsonFields.Node.NONE);
        assertThat(named(item, "id").field).isEqualTo(3);
        assertThat(named(named(item, "images").element, "full").field).isEqualTo(4);
        assertThat(fields.root().element.field).isEqualTo(5);
        assertThat(fields.size()).isEqualTo(6);
        assertThat(fields.path(4)).isEqualTo("items[].images[].full");
    }

    private static JsonFields.Node named(JsonFields.Node node, String name) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        return node.named(bytes, bytes.length);
    }

    /** False at the first byte that does not belong to the number. */
    private boolean read(String text) {
        number.clear();
        for (byte b : text.getBytes(StandardCharsets.US_ASCII)) {
            if (!number.accept(b)) {
                return false;
            }
        }
        return true;
    }
}
