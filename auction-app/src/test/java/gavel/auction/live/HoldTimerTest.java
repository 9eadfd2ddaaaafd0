package gavel.auction.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HoldTimerTest {
    private long now = 5_000_000_000L;
    private final HoldTimer timer = new HoldTimer(Duration.ofSeconds(30), () -> now);
    private final List<Waiter> over = new ArrayList<>();

    @Test
    void aWaitEndsWithinTwoSecondsAfterItsTimeAndNeverBefore() {
        Waiter waiter = waiter();
        advance(Duration.ofMillis(400));
        timer.add(waiter, Duration.ofSeconds(30));

        advance(Duration.ofMillis(29_990));
        assertThat(over).isEmpty();
        advance(Duration.ofSeconds(2));
        assertThat(over).containsExactly(waiter);
    }

    @Test
    void shortAndLongHoldsShareTheRing() {
        Waiter longWait = waiter();
        Waiter shortWait = waiter();
        timer.add(longWait, Duration.ofSeconds(30));
        timer.add(shortWait, Duration.ofSeconds(1));

        advance(Duration.ofSeconds(3));
        assertThat(over).containsExactly(shortWait);
        advance(Duration.ofSeconds(29));
        assertThat(over).containsExactly(shortWait, longWait);
    }

    @Test
    void whoWasAnsweredIsPassedOver() {
        Waiter waiter = waiter();
        timer.add(waiter, Duration.ofSeconds(2));
        waiter.nothingNew();

        advance(Duration.ofSeconds(10));

        assertThat(over).isEmpty();
    }

    @Test
    void aLateTickMissesNobody() {
        List<Waiter> all = new ArrayList<>();
        for (int second = 0; second < 100; second++) {
            Waiter waiter = waiter();
            all.add(waiter);
            timer.add(waiter, Duration.ofSeconds(second % 31));
            advance(Duration.ofSeconds(1));
        }

        now += Duration.ofMinutes(5).toNanos();
        timer.tick(over::add);

        assertThat(over).containsExactlyInAnyOrderElementsOf(all);
    }

    private void advance(Duration time) {
        now += time.toNanos();
        timer.tick(over::add);
    }

    private static Waiter waiter() {
        return new Waiter(0, new Waiter.Reply() {
            @Override
            public void show(Snapshot snapshot) {
                throw new AssertionError("nothing to show");
            }

            @Override
            public void nothingNew() {
                // The timer is what is tested.
            }
        });
    }
}
