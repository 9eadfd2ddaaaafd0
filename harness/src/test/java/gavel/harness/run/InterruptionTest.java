package gavel.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class InterruptionTest {
    private final Interruption interruption = new Interruption(Thread.currentThread());

    @Test
    void aRequestInterruptsTheWorker() {
        interruption.request();

        assertThat(Thread.interrupted()).isTrue();
        assertThat(interruption.requested()).isTrue();
    }

    @Test
    void whoeverWindsDownIsLeftInPeace() {
        interruption.request();
        interruption.shield();
        assertThat(Thread.currentThread().isInterrupted()).isFalse();

        interruption.request();
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }
}
