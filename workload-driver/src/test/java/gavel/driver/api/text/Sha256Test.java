package gavel.driver.api.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.api.Test;

class Sha256Test {
    /** "abc" is the example of NIST for the standard. */
    @Test
    void isThatOfTheStandard() {
        assertThat(Sha256.hex("abc".getBytes(UTF_8)))
                .isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        assertThat(Sha256.hex(new byte[0]))
                .isEqualTo("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
        assertThat(Sha256.of("abc".getBytes(UTF_8))).hasSize(32).startsWith(0xba, 0x78);
    }

    @Test
    void isTheSameOfAStream() throws IOException {
        byte[] content = new byte[100_000];
        new Random(7).nextBytes(content);

        assertThat(Sha256.hex(new ByteArrayInputStream(content))).isEqualTo(Sha256.hex(content));
    }
}
