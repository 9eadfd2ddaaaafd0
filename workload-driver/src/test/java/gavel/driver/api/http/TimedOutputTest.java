package gavel.driver.api.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class TimedOutputTest {
    private final ScheduledExecutorService watch = Executors.newSingleThreadScheduledExecutor();

    @AfterEach
    void stop() {
        watch.shutdownNow();
    }

    @Test
    void whoTakesNothingIsNotWaitedForForEver() {
        OutputStream stuck = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException closed) {
                    throw new IOException("closed by interrupt", closed);
                }
            }
        };
        try (TimedOutput out = new TimedOutput(stuck, watch, Duration.ofMillis(50))) {
            assertThatThrownBy(() -> out.write(new byte[10])).hasMessage("closed by interrupt");
        } catch (IOException impossible) {
            throw new AssertionError(impossible);
        }
    }

    @Test
    void whoTakesItGetsAll() throws IOException {
        ByteArrayOutputStream taken = new ByteArrayOutputStream();
        byte[] bytes = new byte[200_000];
        bytes[199_999] = 7;
        try (TimedOutput out = new TimedOutput(taken, watch, Duration.ofSeconds(10))) {
            out.write(bytes);
            out.write(9);
        }
        assertThat(taken.toByteArray()).hasSize(200_001).endsWith(7, 9);
        assertThat(Thread.interrupted()).isFalse();
    }
}
