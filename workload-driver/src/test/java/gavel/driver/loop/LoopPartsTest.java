package gavel.driver.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** How many loops there are, shares of a loop's time, and time that passes by hand. */
class LoopPartsTest {
    @Test
    void halfOfTheProcessorsAreLoopsUnlessSaidOtherwise() {
        assertThat(EngineLoops.countOr(0, 1)).isOne();
        assertThat(EngineLoops.countOr(0, 2)).isOne();
        assertThat(EngineLoops.countOr(0, 9)).isEqualTo(4);
        assertThat(EngineLoops.countOr(3, 16)).isEqualTo(3);
        assertThatThrownBy(() -> new EngineLoops(List.of())).hasMessageContaining("at least one loop");
    }

    @Test
    void whereOneLoopCannotBeHadThoseBeforeItEnd() throws InterruptedException {
        AtomicInteger made = new AtomicInteger();
        Set<Thread> before = loopThreads();

        assertThatThrownBy(() -> EngineLoops.open(5, Transport.IN_PROCESS, () -> {
                    // A loop asks for the time first, when it is made; its thread does so from then on.
                    if (!Thread.currentThread().getName().startsWith("gavel-loop") && made.incrementAndGet() == 4) {
                        throw new IllegalStateException("too many open files");
                    }
                    return System.nanoTime();
                }))
                .hasMessage("too many open files");

        for (Thread thread : loopThreads()) {
            if (!before.contains(thread)) {
                thread.join(10_000);
            }
        }
        assertThat(before).containsAll(loopThreads());
    }

    private static Set<Thread> loopThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("gavel-loop"))
                .collect(Collectors.toSet());
    }

    @Test
    void aShareOfNoTimeIsNoneAndNoShareIsOutsideZeroToOne() {
        LoopUsage usage = new LoopUsage(500, 1_000);
        assertThat(usage.busyShareSince(usage)).isZero();
        assertThat(new LoopUsage(2_000, 2_000).busyShareSince(usage))
                .as("more waited than passed")
                .isZero();
        assertThat(new LoopUsage(500, 2_000).busyShareSince(usage)).isEqualTo(1);
        LoopThread.Times before = new LoopThread.Times(0, 100);
        assertThat(new LoopThread.Times(0, 5_000).queuedShareSince(before, 1_000))
                .isEqualTo(1);
        assertThat(new LoopThread.Times(0, 50).queuedShareSince(before, 1_000)).isZero();
        assertThat(new LoopThread.Times(0, 500).queuedShareSince(before, 0)).isZero();
    }

    @Test
    void timeThatPassesByHandMeetsEveryMomentInItsOrder() {
        ManualTimetable timetable = new ManualTimetable();
        List<String> seen = new ArrayList<>();
        timetable.at(30_000_000, () -> seen.add("c " + timetable.nanoTime()));
        timetable.at(10_000_000, () -> {
            seen.add("a " + timetable.nanoTime());
            timetable.at(20_000_000, () -> seen.add("b " + timetable.nanoTime()));
        });

        timetable.runUntil(29_999_999);
        assertThat(seen).containsExactly("a 10000000", "b 20000000");
        assertThat(timetable.nanoTime()).isEqualTo(29_999_999);
        timetable.runUntil(40_000_000);
        assertThat(seen).hasSize(3).last().isEqualTo("c 30000000");
    }

    @Test
    void socketsTravelByTheKernelAndOneProcessByItself() {
        assertThat(Transport.forSockets()).isIn(Transport.EPOLL, Transport.NIO);
        assertThat(Transport.forSockets().sockets()).isTrue();
        assertThat(Transport.IN_PROCESS.sockets()).isFalse();
    }
}
