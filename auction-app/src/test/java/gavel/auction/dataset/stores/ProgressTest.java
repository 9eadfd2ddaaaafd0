package gavel.auction.dataset.stores;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ProgressTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final AtomicLong nanos = new AtomicLong();
    private final Progress progress =
            new Progress(new PrintStream(out, true, StandardCharsets.UTF_8), nanos::get, Duration.ofDays(1));

    @AfterEach
    void close() {
        progress.close();
    }

    @Test
    void tellsRateAndRemainingTimeOfWhatIsUnderWay() {
        Progress.Count items = progress.count("items", 10_000, 0);
        Progress.Count lots = progress.count("lots", 60, 0);
        pass(Duration.ofSeconds(4));
        items.add(2_000);
        lots.add(12);

        progress.print();

        assertThat(said()).isEqualTo("4 s: items 2,000 of 10,000 (500/s, 16 s left); lots 12 of 60 (3/s, 16 s left)\n");
    }

    @Test
    void whatAnEarlierAttemptDidCountsForTheSumAndNotForTheRate() {
        Progress.Count items = progress.count("items", 1_000, 900);
        pass(Duration.ofSeconds(10));
        items.add(50);

        progress.print();

        assertThat(said()).isEqualTo("10 s: items 950 of 1,000 (5/s, 10 s left)\n");
    }

    @Test
    void theRateCountsFromWhenThePartBegan() {
        pass(Duration.ofSeconds(100));
        Progress.Count late = progress.count("late", 30, 0);
        pass(Duration.ofSeconds(1));
        late.add(10);

        progress.print();

        assertThat(said()).isEqualTo("101 s: late 10 of 30 (10/s, 2 s left)\n");
    }

    @Test
    void theRateIsThatOfTheLastFiveLines() {
        Progress.Count items = progress.count("items", 5_000, 0);
        for (int line = 0; line < 10; line++) {
            pass(Duration.ofSeconds(1));
            items.add(line < 5 ? 10 : 500);
            progress.print();
        }

        assertThat(said())
                .contains("1 s: items 10 of 5,000 (10/s, 499 s left)\n")
                .endsWith("10 s: items 2,550 of 5,000 (500/s, 5 s left)\n");
    }

    @Test
    void nothingIsPromisedBeforeAnythingIsDone() {
        progress.count("items", 10, 0);
        pass(Duration.ofSeconds(1));

        progress.print();

        assertThat(said()).isEqualTo("1 s: items 0 of 10 (0/s)\n");
    }

    @Test
    void whatIsDoneIsNotToldAnyMore() {
        progress.count("items", 10, 0).add(10);

        progress.print();

        assertThat(said()).isEmpty();
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    private String said() {
        return out.toString(StandardCharsets.UTF_8);
    }
}
