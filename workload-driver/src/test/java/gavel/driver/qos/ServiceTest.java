package gavel.driver.qos;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.api.LoadReport.FailedExchange;
import gavel.driver.api.RuleOutcome.Status;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When a load has nobody to serve, and what is said then. */
class ServiceTest {
    @ParameterizedTest
    @CsvSource(textBlock = """
            # seconds, sessionsFailed, succeeded, hopeless
            9,  500, 0, false
            10, 3,   0, true
            10, 2,   0, false
            20, 2,   0, false
            60, 900, 1, false
            10, 0,   0, false
            """)
    void isHopelessWhereSeveralSessionsFailedAndNoneWasServed(
            long seconds, long sessionsFailed, long succeeded, boolean hopeless) {
        assertThat(Service.hopeless(seconds, sessionsFailed, succeeded)).isEqualTo(hopeless);
    }

    @Test
    void saysWhatFailedFirstAndThatItIsNoVerdict() {
        Service none = new Service(
                8, 0, new FailedExchange(1, "Home", "GET /", "connect", "Connection refused: /127.0.0.1:9"));

        assertThat(none.nothingServed()).isTrue();
        assertThat(none.outcome().status()).isEqualTo(Status.INVALID);
        assertThat(none.outcome().message())
                .isEqualTo("no first operation succeeded in 8 sessions, so this is no verdict about the platform:"
                        + " Connection refused: /127.0.0.1:9 (GET /)");
        assertThat(new Service(8, 1, null).nothingServed()).isFalse();
        assertThat(new Service(0, 0, null).nothingServed()).as("nobody came").isFalse();
    }
}
