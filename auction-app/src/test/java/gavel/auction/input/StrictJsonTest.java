package gavel.auction.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.auction.problem.RefusedValue;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

class StrictJsonTest {
    private final JsonMapper json =
            JsonMapper.builder().addModule(new StrictJson()).build();

    record Body(String text, BigDecimal amount, LocalDate date, Instant time) {}

    @Test
    void ordinaryValuesAreRead() {
        assertThat(json.readValue("""
                        {"text": "Größe \\ud83d\\udc69", "amount": 12.50, "date": "1925-05-01", "time": "2026-11-26T10:00:00Z"}""", Body.class))
                .isEqualTo(new Body(
                        "Größe 👩",
                        new BigDecimal("12.50"),
                        LocalDate.of(1925, 5, 1),
                        Instant.parse("2026-11-26T10:00:00Z")));
        assertThat(json.readValue("{\"text\": null}", Body.class)).isEqualTo(new Body(null, null, null, null));
    }

    @ParameterizedTest(name = "{index}")
    @ValueSource(
            strings = {
                "{\"text\": \"a\\u0000\"}",
                "{\"text\": \"a\\ud800b\"}",
                "{\"text\": \"\\udc00\\ud800\"}",
                "{\"amount\": 1e2147483647}",
                "{\"amount\": 1e-2147483648}",
                "{\"amount\": 1e99999999999}",
                "{\"date\": \"+5874898-01-01\"}",
                "{\"date\": \"-5000-01-01\"}",
                "{\"time\": \"-5000-01-01T00:00:00Z\"}"
            })
    void aValueThatBreaksItsRuleSaysWhich(String body) {
        assertThatThrownBy(() -> json.readValue(body, Body.class)).isInstanceOfSatisfying(RefusedValue.class, e -> {
            assertThat(e.getPath()).hasSize(1);
            assertThat(e.getOriginalMessage()).startsWith("must ");
        });
    }

    @ParameterizedTest(name = "{index}")
    @ValueSource(
            strings = {
                "{\"text\": 1}",
                "{\"text\": []}",
                "{\"amount\": \"1\"}",
                "{\"date\": 20}",
                "{\"date\": [2020, 1, 1]}",
                "{\"time\": 12}"
            })
    void aValueOfAnotherTypeIsRefused(String body) {
        assertThatThrownBy(() -> json.readValue(body, Body.class)).isInstanceOf(JacksonException.class);
    }
}
