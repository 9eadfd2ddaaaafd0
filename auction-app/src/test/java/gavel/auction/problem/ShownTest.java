package gavel.auction.problem;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ShownTest {
    @Test
    void whatCannotBeShownIsReplaced() {
        assertThat(Shown.of("a\u0000b\nc\u202ed\ud800e")).isEqualTo("a\ufffdb\ufffdc\ufffdd\ufffde");
        assertThat(Shown.of("Größe 👩")).isEqualTo("Größe 👩");
        assertThat(Shown.of(null)).isNull();
    }

    @Test
    void whatIsLongIsCut() {
        assertThat(Shown.of("a".repeat(5_000))).hasSize(300);
        assertThat(new FieldProblem("a".repeat(5_000), "b".repeat(5_000)).field())
                .hasSize(300);
    }
}
