package gavel.driver.run;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.api.HttpVersion;
import gavel.driver.loop.EngineLoops;
import gavel.driver.loop.Transport;
import org.junit.jupiter.api.Test;

class ProcessWarmUpIT {
    private final ProcessWarmUp warmUp = new ProcessWarmUp();

    /** Each load of a process had to wait for it. */
    @Test
    void aProcessWarmsUpOnceForEachHttp() throws Exception {
        try (EngineLoops loops = EngineLoops.open(1, Transport.forSockets(), System::nanoTime)) {
            assertThat(warmUp.run(loops, HttpVersion.HTTP_1)).isPositive();
            assertThat(warmUp.run(loops, HttpVersion.HTTP_1)).isZero();

            assertThat(warmUp.run(loops, HttpVersion.AUTO)).as("over HTTP/2").isPositive();
            assertThat(warmUp.run(loops, HttpVersion.AUTO)).isZero();
            assertThat(warmUp.run(loops, HttpVersion.HTTP_2)).isZero();
        }
    }
}
