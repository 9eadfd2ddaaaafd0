package gavel.auction.input;

import static gavel.auction.testing.Checked.faultsOf;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlainTextTest {
    record Body(
            @PlainText(max = 12) String line,
            @PlainText(min = 0, max = 12) String mayBeEmpty,
            @PlainText(min = 0, max = 40, lines = true) String lines) {}

    @ParameterizedTest(name = "{index}")
    @ValueSource(
            strings = {
                "Mantel clock",
                " indented",
                "Größe 5 €",
                "時計",
                "ساعت\u200cها",
                "👩\u200d🔧",
                "❤\ufe0f",
                "e\u0301clat",
                "葛\udb40\udd00",
                "<b>&\"'"
            })
    void whatPeopleReadIsText(String text) {
        assertThat(faultsOf(new Body(text, text, text))).isEmpty();
    }

    @ParameterizedTest(name = "{index}")
    @ValueSource(
            strings = {
                "a\u0000",
                "a\u0007",
                "a\u001b[1m",
                "a\u007f",
                "a\u0085",
                "a\u00ad",
                "a\u061c",
                "a\u200b",
                "a\u200e",
                "a\u202eb",
                "a\u2028",
                "a\u2066b",
                "\u2060a",
                "a\u3164",
                "a\ufeff",
                "a\ufffd",
                "a\uffff",
                "a\ufdd0",
                "a\udb40\udc41"
            })
    void whatShowsNothingOrTurnsOthersIsRefusedEverywhere(String text) {
        assertThat(faultsOf(new Body(text, text, text))).containsExactly("line", "lines", "mayBeEmpty");
    }

    @ParameterizedTest(name = "{index}")
    @ValueSource(strings = {"", " ", "\u00a0\u3000", "\u2800", "\u200d", "\u0301", "\ufe0f"})
    void aLineShowsSomething(String text) {
        assertThat(faultsOf(new Body(text, null, null))).containsExactly("line");
    }

    @Test
    void onlyLinesMayHaveLines() {
        assertThat(faultsOf(new Body("a\nb", "a\tb", "a\r\n\tb\n"))).containsExactly("line", "mayBeEmpty");
    }

    @Test
    void lengthsAreCountedAsTheStoresCountThem() {
        assertThat(faultsOf(new Body("👩".repeat(12), "", ""))).isEmpty();
        assertThat(faultsOf(new Body("a".repeat(13), "a".repeat(13), "a".repeat(41))))
                .containsExactly("line", "lines", "mayBeEmpty");
    }

    @Test
    void aTextThatIsRefusedAtItsEndCostsNoMoreThanOthers() {
        Instant begun = Instant.now();

        for (int i = 0; i < 10; i++) {
            assertThat(Characters.mayBeAsked(" a".repeat(100_000) + "\u0007")).isFalse();
        }

        assertThat(Duration.between(begun, Instant.now())).isLessThan(Duration.ofSeconds(10));
    }
}
