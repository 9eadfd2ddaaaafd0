package gavel.auction.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import gavel.auction.history.Slice.Size;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SliceTest {
    private static final Instant AT = Instant.parse("2024-02-29T23:59:59.999Z");

    @ParameterizedTest
    @CsvSource({
        "MONTH, 2024-02, 2024-02-01T00:00:00Z, 2024-03-01T00:00:00Z, 2024-01",
        "DAY, 2024-02-29, 2024-02-29T00:00:00Z, 2024-03-01T00:00:00Z, 2024-02-28",
        "HOUR, 2024-02-29T23, 2024-02-29T23:00:00Z, 2024-03-01T00:00:00Z, 2024-02-29T22",
        "MINUTE, 2024-02-29T23:59, 2024-02-29T23:59:00Z, 2024-03-01T00:00:00Z, 2024-02-29T23:58",
        "SECOND, 2024-02-29T23:59:59, 2024-02-29T23:59:59Z, 2024-03-01T00:00:00Z, 2024-02-29T23:59:58"
    })
    void aSliceIsTheBeginOfTheTextOfItsInstants(Size size, String text, Instant from, Instant end, String previous) {
        Slice slice = Slice.of(size, AT);

        assertThat(slice).isEqualTo(new Slice(size, from)).isEqualTo(Slice.parse(text));
        assertThat(slice.text()).isEqualTo(text);
        assertThat(slice.end()).isEqualTo(end);
        assertThat(slice.previous().text()).isEqualTo(previous);
        assertThat(slice.contains(AT)).isTrue();
        assertThat(slice.contains(from)).isTrue();
        assertThat(slice.contains(end)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"2024-02, 29", "2023-02, 28", "2024-02-29, 24", "2024-02-29T23, 60", "2024-02-29T23:59, 60"})
    void thePartsOfASliceCoverItOnceTheNewestFirst(String text, int count) {
        Slice slice = Slice.parse(text);

        assertThat(slice.parts()).hasSize(count).allMatch(part -> part.text().startsWith(text));
        assertThat(slice.parts().getFirst().end()).isEqualTo(slice.end());
        assertThat(slice.parts().getLast().from()).isEqualTo(slice.from());
        for (int i = 1; i < count; i++) {
            assertThat(slice.parts().get(i).end())
                    .isEqualTo(slice.parts().get(i - 1).from());
        }
    }

    @Test
    void aSecondHasNoParts() {
        assertThat(Slice.of(Size.SECOND, AT).parts()).isEmpty();
    }

    @Test
    void theLastPartBeginsBeforeAnInstant() {
        Slice february = Slice.of(Size.MONTH, AT);

        assertThat(february.lastPart(Instant.parse("2024-02-10T00:00:00Z")).text())
                .isEqualTo("2024-02-09");
        assertThat(february.lastPart(Instant.parse("2024-02-10T00:00:00.000001Z"))
                        .text())
                .isEqualTo("2024-02-10");
        assertThat(february.lastPart(Instant.parse("2025-01-01T00:00:00Z")).text())
                .isEqualTo("2024-02-29");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "2024", "2024-02-29T", "2024-02-29T23:59:59Z"})
    void nothingElseIsASlice(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> Slice.parse(text));
    }
}
