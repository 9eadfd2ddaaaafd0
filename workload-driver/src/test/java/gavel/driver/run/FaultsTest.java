package gavel.driver.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FaultsTest {
    private final Faults faults = new Faults();

    @Test
    void aRunWithoutFaultsHasNone() {
        assertThat(faults.count()).isZero();
        assertThat(faults.first()).isNull();
    }

    @Test
    void theFirstIsKeptWithItsPlaceAndAllAreCounted() {
        faults.add(new IllegalStateException("a planted bug"));
        faults.add(new NullPointerException("its consequence"));

        assertThat(faults.count()).isEqualTo(2);
        assertThat(faults.first())
                .startsWith("java.lang.IllegalStateException: a planted bug at gavel.driver.run.FaultsTest.");
    }

    @Test
    void anErrorWithoutAPlaceIsKeptToo() {
        StackOverflowError bare = new StackOverflowError("deep");
        bare.setStackTrace(new StackTraceElement[0]);
        faults.add(bare);

        assertThat(faults.first()).isEqualTo("java.lang.StackOverflowError: deep");
    }
}
