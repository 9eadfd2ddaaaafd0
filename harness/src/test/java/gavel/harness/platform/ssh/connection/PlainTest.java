package gavel.harness.platform.ssh.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class PlainTest {
    @Test
    void aPathMustBeSafeForAnyShell() {
        assertThat(Plain.path("/var/tmp/gavel-1_x")).isEqualTo("/var/tmp/gavel-1_x");
        for (String path : List.of("relative", "/a b", "/a'b", "/a;b", "/a/../b", "/$HOME", "")) {
            assertThatThrownBy(() -> Plain.path(path)).as(path).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
