package gavel.driver.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ByteArrayTest {
    @ParameterizedTest
    @ValueSource(longs = {0, 7, 9, 10, 99, 100, 12_345, Long.MAX_VALUE, -1, Long.MIN_VALUE})
    void numbersAreWrittenAsJavaWritesThem(long value) {
        assertThat(text(new ByteArray(1).append(value))).isEqualTo(Long.toString(value));
    }

    @Test
    void growsAsFarAsItHasTo() {
        ByteArray bytes = new ByteArray(2)
                .append("ab")
                .append("c")
                .append(new byte[1_000])
                .append(5);

        assertThat(bytes.length()).isEqualTo(1_004);
        assertThat(text(bytes)).hasSize(1_004).startsWith("abc\0").endsWith("5");
    }

    @Test
    void whatCouldEndAHoleIsEncoded() {
        assertThat(text(new ByteArray(4).appendEncoded("aZ09-._~/"))).isEqualTo("aZ09-._~/");
        assertThat(text(new ByteArray(4).appendEncoded(" ?&=%\r\n#+"))).isEqualTo("%20%3F%26%3D%25%0D%0A%23%2B");
        assertThat(text(new ByteArray(4).appendEncoded("\u00fc\u20ac"))).isEqualTo("%C3%BC%E2%82%AC");
    }

    @Test
    void showsItsFirstLineOnly() {
        assertThat(new ByteArray(4).append("GET / HTTP/1.1\r\nauthorization: secret"))
                .hasToString("GET / HTTP/1.1");
        assertThat(new ByteArray(4)).hasToString("");
    }

    private static String text(ByteArray bytes) {
        return new String(bytes.array(), 0, bytes.length(), StandardCharsets.US_ASCII);
    }
}
