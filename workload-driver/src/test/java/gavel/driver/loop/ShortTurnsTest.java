package gavel.driver.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class ShortTurnsTest {
    @Test
    void aThreadThatAsksIsGrantedThemAndNobodyElseIs() throws Throwable {
        long usual = ShortTurns.granted();
        assumeThat(usual).as("turns of threads are not told before Linux 6.12").isPositive();

        assertThat(grantedIn(ShortTurns::ask)).isEqualTo(ShortTurns.NANOS).isLessThan(usual);
        assertThat(grantedIn(() -> {})).isEqualTo(usual);
    }

    private static long grantedIn(Runnable before) throws Exception {
        CompletableFuture<Long> granted = new CompletableFuture<>();
        Thread.ofPlatform().start(() -> {
            before.run();
            try {
                granted.complete(ShortTurns.granted());
            } catch (Throwable failed) {
                granted.completeExceptionally(failed);
            }
        });
        return granted.get();
    }
}
