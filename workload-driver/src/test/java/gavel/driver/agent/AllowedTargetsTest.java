package gavel.driver.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AllowedTargetsTest {
    private static List<URI> refused(String allowed, String... targets) {
        return new AllowedTargets(List.of(allowed.split(",")))
                .refused(Arrays.stream(targets).map(URI::create).toList());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            10.0.0.5           | http://10.0.0.5:8080
            10.0.0.5:8080      | http://10.0.0.5:8080
            10.0.0.5:443       | https://10.0.0.5
            10.0.0.5:80        | http://10.0.0.5/
            Shop.Example       | https://shop.example:8443
            [fd00::5]:443      | https://[fd00::5]
            10.0.0.0/24        | http://10.0.0.255:1
            10.1.2.3/16:8443   | https://10.1.255.0:8443
            0.0.0.0/0          | http://192.168.7.7
            10.0.0.5,10.0.0.6  | http://10.0.0.6
            """)
    void whatIsNamedIsAllowed(String allowed, String target) {
        assertThat(refused(allowed, target)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            10.0.0.5           | http://10.0.0.6:8080
            10.0.0.5:8080      | http://10.0.0.5:8081
            10.0.0.5:443       | http://10.0.0.5
            shop.example       | http://shop.example.evil.test
            shop.example       | http://www.shop.example
            10.0.0.0/24        | http://10.0.1.0
            10.0.0.0/24        | http://shop.example
            10.0.0.0/24        | http://[::ffff:10.0.0.5]
            10.0.0.0/24        | http://010.0.0.5
            10.0.0.0/24        | http://10.5
            10.0.0.0/24:80     | http://10.0.0.5:81
            127.0.0.0/8        | http://localhost
            """)
    void everythingElseIsRefused(String allowed, String target) {
        assertThat(refused(allowed, target)).containsExactly(URI.create(target));
    }

    @Test
    void ofSeveralThoseThatAreNotAllowedAreNamed() {
        assertThat(refused("10.0.0.5", "http://10.0.0.5", "http://10.0.0.9", "http://other"))
                .containsExactly(URI.create("http://10.0.0.9"), URI.create("http://other"));
    }

    @Test
    void withoutAWordThisMachineAloneIsAllowed() {
        assertThat(AllowedTargets.LOOPBACK.refused(List.of(
                        URI.create("http://127.0.0.1:8080"),
                        URI.create("http://localhost"),
                        URI.create("http://[::1]"))))
                .isEmpty();
        assertThat(AllowedTargets.LOOPBACK.refused(List.of(URI.create("http://128.0.0.1"))))
                .hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "*",
                "http://10.0.0.5",
                "10.0.0.0/33",
                "10.0.0.300/8",
                "10.0.0.5:0",
                "10.0.0.5:70000",
                "a b",
                "../x"
            })
    void whatIsNoAddressIsToldWithItsOption(String entry) {
        assertThatThrownBy(() -> new AllowedTargets(List.of("10.0.0.5", entry)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("must be HOST, HOST:PORT, or a network of IPv4 such as 10.0.0.0/24: " + entry
                        + " (--allow-target)");
    }

    @Test
    void allThatIsWrongIsToldTogether() {
        assertThatThrownBy(() -> new AllowedTargets(List.of("*", "10.0.0.0/40")))
                .message()
                .hasLineCount(2);
        assertThatThrownBy(() -> new AllowedTargets(List.of())).hasMessageContaining("must be 1..1024: 0");
    }
}
