package gavel.driver.agent;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.api.AgentJson;
import gavel.driver.api.IntervalReport;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What whoever follows a run is told of its seconds. */
class IntervalFeedTest {
    private final IntervalFeed feed = new IntervalFeed();

    @Test
    void allSecondsAreToldInTheirOrder() throws Exception {
        seconds(1, 3);

        assertThat(told()).containsExactly(1L, 2L, 3L);
    }

    @Test
    void ofALongRunTheLastHourIsKept() throws Exception {
        seconds(1, IntervalFeed.KEPT + 100);

        assertThat(told()).hasSize(IntervalFeed.KEPT).startsWith(101L, 102L).endsWith(IntervalFeed.KEPT + 100L);
    }

    @Test
    void whoFollowsIsToldOfEachOnce() throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream() {
            private int flushes;

            /** The next seconds come while the reader takes those before. */
            @Override
            public void flush() {
                flushes++;
                if (flushes <= 3) {
                    seconds(2_000 * flushes + 1, 2_000 * (flushes + 1));
                } else {
                    feed.end();
                }
            }
        };
        seconds(1, 2_000);

        feed.copyTo(out);

        assertThat(read(out)).hasSize(8_000).doesNotHaveDuplicates().isSorted();
    }

    private void seconds(int from, int to) {
        for (int second = from; second <= to; second++) {
            feed.add(FakeGenerator.interval(second));
        }
    }

    private List<Long> told() throws IOException, InterruptedException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        feed.end();
        feed.copyTo(out);
        return read(out);
    }

    private static List<Long> read(ByteArrayOutputStream out) {
        List<String> lines = out.toString(StandardCharsets.UTF_8)
                .lines()
                .filter(line -> !line.isEmpty())
                .toList();
        assertThat(lines.getLast()).isEqualTo("end");
        return lines.subList(0, lines.size() - 1).stream()
                .map(line ->
                        AgentJson.MAPPER.readValue(line, IntervalReport.class).second())
                .toList();
    }
}
