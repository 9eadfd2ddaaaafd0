package gavel.driver.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is heard of an agent's words and of its silence. */
class IntervalStreamTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Duration SILENCE = Duration.ofMillis(100);

    private final PipedOutputStream agent = new PipedOutputStream();
    private final BlockingQueue<IntervalReport> intervals = new LinkedBlockingQueue<>();
    private final AtomicLong clock = new AtomicLong();
    private long tick;
    private IntervalStream stream;

    @BeforeEach
    void follow() throws IOException {
        stream = IntervalStream.follow(new PipedInputStream(agent), intervals::add, () -> clock.addAndGet(tick));
    }

    @Test
    void anAgentThatSaysNothingThoughItsConnectionIsOpenIsLost() throws Exception {
        says(line(1));

        assertThat(stream.awaitEnd(LONG, SILENCE)).isTrue();
        assertThat(stream.broken()).hasMessage("not a word for 0.1 s");
        assertThat(intervals.poll(20, TimeUnit.SECONDS)).isEqualTo(interval(1));
    }

    @Test
    void anEmptyLineIsAWord() throws Exception {
        says("\n\n\n");
        says(line(1));
        says("end\n");

        assertThat(stream.awaitEnd(LONG, LONG)).isTrue();
        assertThat(stream.broken()).isNull();
        assertThat(intervals).containsExactly(interval(1));
    }

    @Test
    void aConnectionThatEndsWithinTheRunIsBroken() throws Exception {
        says(line(1));
        agent.close();

        assertThat(stream.awaitEnd(LONG, LONG)).isTrue();
        assertThat(stream.broken()).hasMessage("the connection ended within the run");
    }

    @Test
    void whatIsNoReportIsNotPassedOver() throws Exception {
        says("{\"second\":\n");

        assertThat(stream.awaitEnd(LONG, LONG)).isTrue();
        assertThat(stream.broken()).isNotNull();
        assertThat(intervals).isEmpty();
    }

    @Test
    void signsOfLifeDoNotMakeARunEndless() throws Exception {
        // Each look at the clock finds that ten seconds have passed, and there is always another word.
        says("\n\n\n\n");
        tick = 10_000_000_000L;

        assertThat(stream.awaitEnd(LONG, LONG)).isFalse();
        assertThat(stream.broken()).isNull();
    }

    @Test
    void aRunThatIsNotOverInTimeIsNoSilence() throws Exception {
        tick = 30_000_000;

        assertThat(stream.awaitEnd(Duration.ofMillis(50), LONG)).isFalse();
        assertThat(stream.broken()).isNull();
    }

    private void says(String text) throws IOException {
        agent.write(text.getBytes(StandardCharsets.UTF_8));
        agent.flush();
    }

    private static String line(long second) {
        return AgentJson.MAPPER.writeValueAsString(interval(second)) + "\n";
    }

    private static IntervalReport interval(long second) {
        return new IntervalReport(second, 1_000 * second, "MEASURE", 5, List.of(), 0, 0, 0.25, 900, 110);
    }
}
