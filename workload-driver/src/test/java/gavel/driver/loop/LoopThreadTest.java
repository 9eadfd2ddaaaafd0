package gavel.driver.loop;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LoopThreadTest {
    @Test
    void readsTheKernelsAccount() {
        LoopThread.Times times = LoopThread.parse("123456789 2000000 42\n");

        assertThat(times).isEqualTo(new LoopThread.Times(123_456_789, 2_000_000));
    }

    @Test
    void shareIsTheWaitForAProcessorOverTheTime() {
        LoopThread.Times before = new LoopThread.Times(0, 10_000_000);
        LoopThread.Times after = new LoopThread.Times(0, 40_000_000);

        assertThat(after.queuedShareSince(before, 1_000_000_000)).isEqualTo(0.03);
    }

    @Test
    void whereNothingIsKnownNothingIsClaimed() {
        assertThat(new LoopThread(null).times()).isEqualTo(new LoopThread.Times(0, 0));
    }

    @Test
    void busyShareIsWhatWasNotWaited() {
        LoopUsage before = new LoopUsage(100, 1_000);
        LoopUsage after = new LoopUsage(850, 2_000);

        assertThat(after.busyShareSince(before)).isEqualTo(0.25);
        assertThat(after.busyShareSince(after)).isZero();
    }
}
