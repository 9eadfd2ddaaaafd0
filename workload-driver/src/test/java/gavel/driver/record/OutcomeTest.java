package gavel.driver.record;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OutcomeTest {
    @Test
    void namesInReportsAreThoseOfTheDocumentation() {
        assertThat(Outcome.values())
                .extracting(Outcome::label)
                .containsExactly(
                        "ok",
                        "connect",
                        "connectTimeout",
                        "tls",
                        "acquireTimeout",
                        "responseTimeout",
                        "reset",
                        "halfBody",
                        "refused",
                        "protocol",
                        "status",
                        "content",
                        "descriptors",
                        "ports",
                        "cancelled");
    }
}
