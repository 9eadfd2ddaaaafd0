package gavel.driver.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;

class TimerWheelTest {
    private static final long ORIGIN = -5_000_123;
    private static final long MILLI = 1_000_000;

    private final TimerWheel wheel = new TimerWheel(ORIGIN);
    private final List<Long> fired = new ArrayList<>();
    private final List<Throwable> faults = new ArrayList<>();

    @Test
    void firesAtTheTickAndNotBefore() {
        Timer timer = timer(fired::add);
        wheel.schedule(timer, at(7));

        advance(6.999);
        assertThat(fired).isEmpty();
        advance(7);
        assertThat(fired).containsExactly(at(7));
        assertThat(timer.pending()).isFalse();
    }

    @Test
    void aTimersErrorKeepsNoOtherFromFiring() {
        wheel.schedule(timer(fired::add), at(7));
        wheel.schedule(
                timer(_ -> {
                    throw new IllegalStateException("a defect");
                }),
                at(7));
        wheel.schedule(timer(fired::add), at(8));

        advance(8);

        assertThat(fired).containsExactly(at(7), at(8));
        assertThat(faults).singleElement().asString().contains("a defect");
    }

    @Test
    void putsEveryMomentOnTheGridAndTellsWhich() {
        wheel.schedule(timer(fired::add), at(3) + 1);

        advance(10);

        assertThat(fired).containsExactly(at(4));
    }

    @Test
    void keepsWhatIsFurtherAwayThanOneRevolution() {
        wheel.schedule(timer(fired::add), at(20_000));

        for (int second = 1; second < 20; second++) {
            advance(second * 1000);
        }
        assertThat(fired).isEmpty();
        advance(20_000);
        assertThat(fired).containsExactly(at(20_000));
    }

    @Test
    void meetsAMomentThatHasPassedAtTheNextTickAndSaysHowLate() {
        advance(50);
        List<Long> lateness = new ArrayList<>();
        wheel.schedule(timer(fired::add), at(30));

        wheel.advance(at(51), (_, late) -> lateness.add(late), faults::add);

        assertThat(fired).containsExactly(at(30));
        assertThat(lateness).containsExactly(21 * MILLI);
    }

    @Test
    void catchesUpAfterAPauseLongerThanTheWheel() {
        for (int i = 1; i <= 30; i++) {
            wheel.schedule(timer(fired::add), at(i * 1000L));
        }

        advance(60_000);

        assertThat(fired).hasSize(30);
        assertThat(wheel.pending()).isZero();
    }

    @Test
    void cancelledTimersStaySilentAndMovedOnesFireOnce() {
        Timer cancelled = timer(fired::add);
        Timer moved = timer(fired::add);
        wheel.schedule(cancelled, at(5));
        wheel.schedule(moved, at(5));
        wheel.schedule(moved, at(9));
        wheel.cancel(cancelled);
        wheel.cancel(cancelled);

        advance(20);

        assertThat(fired).containsExactly(at(9));
    }

    @Test
    void aTimerMayCancelItsNeighbourOfTheSameTick() {
        Timer[] pair = new Timer[2];
        pair[0] = timer(due -> {
            fired.add(due);
            wheel.cancel(pair[1]);
        });
        pair[1] = timer(due -> {
            fired.add(due);
            wheel.cancel(pair[0]);
        });
        wheel.schedule(pair[0], at(5));
        wheel.schedule(pair[1], at(5));

        advance(5);

        assertThat(fired).hasSize(1);
    }

    @Test
    void aTimerMayScheduleItselfAgain() {
        Timer[] self = new Timer[1];
        self[0] = timer(due -> {
            fired.add(due);
            wheel.schedule(self[0], due + 2 * MILLI);
        });
        wheel.schedule(self[0], at(2));

        advance(10);

        assertThat(fired).containsExactly(at(2), at(4), at(6), at(8), at(10));
    }

    @Test
    void saysWhenToLookNext() {
        assertThat(wheel.nextLookNanos()).isEqualTo(TimerWheel.NEVER);
        wheel.schedule(timer(fired::add), at(8_000));
        assertThat(wheel.nextLookNanos()).isEqualTo(at(8_000));
        wheel.schedule(timer(fired::add), at(12));
        assertThat(wheel.nextLookNanos()).isEqualTo(at(12));
        advance(12);
        assertThat(wheel.nextLookNanos()).isEqualTo(at(8_000));
    }

    @Test
    void manyTimersFireExactlyOnceInTheOrderOfTheirTicks() {
        SplittableRandom random = new SplittableRandom(7);
        List<Timer> timers = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            Timer timer = timer(fired::add);
            timers.add(timer);
            wheel.schedule(timer, at(random.nextLong(1, 30_000)));
        }
        for (int i = 0; i < 10_000; i += 3) {
            wheel.cancel(timers.get(i));
        }

        while (wheel.pending() > 0) {
            wheel.advance(wheel.nextLookNanos(), LatenessListener.NONE, faults::add);
        }

        assertThat(fired).hasSize(10_000 - 3_334).isSorted();
    }

    private void advance(double millis) {
        wheel.advance(ORIGIN + Math.round(millis * MILLI), LatenessListener.NONE, faults::add);
    }

    private static long at(long millis) {
        return ORIGIN + millis * MILLI;
    }

    private static Timer timer(LongConsumer action) {
        return new Timer() {
            @Override
            protected void expired(long dueNanos) {
                action.accept(dueNanos);
            }
        };
    }
}
