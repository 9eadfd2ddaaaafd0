package gavel.harness.dashboard.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever is added stays in the line, and the line stays short. */
class TimeLineTest {
    /** Consecutive numbers. */
    private record Span(long from, long to) {
        Span and(Span next) {
            assertThat(next.from).as("in their order, none left out").isEqualTo(to + 1);
            return new Span(from, next.to);
        }
    }

    private final TimeLine<Span> line = new TimeLine<>(Span::and);

    private void add(long entries) {
        LongStream.range(0, entries).forEach(i -> line.add(new Span(i, i)));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 600, 601, 1_199, 1_200, 1_201, 1_800, 3_600, 86_400, 604_800})
    void everythingIsThereInOrderAndTheNewestOneByOne(long entries) {
        add(entries);
        List<Span> all = line.all();

        assertThat(all.stream().reduce(Span::and)).contains(new Span(0, entries - 1));
        assertThat(all).hasSizeLessThanOrEqualTo(TimeLine.MOST);
        assertThat(all.reversed().stream().limit(Math.min(entries, TimeLine.NEWEST)))
                .allMatch(span -> span.from == span.to);
        assertThat(line.last()).isEqualTo(new Span(entries - 1, entries - 1));
    }

    @Test
    void olderOnesArePutTogetherAllAlike() {
        add(86_400);
        List<Long> lengths = line.all().stream()
                .filter(span -> span.to > span.from)
                .map(span -> span.to - span.from + 1)
                .distinct()
                .toList();

        assertThat(lengths.getFirst()).as("86,400 s in at most 600").isEqualTo(256);
        assertThat(lengths).as("and what is being put together").hasSizeLessThanOrEqualTo(2);
    }

    @Test
    void anEmptyOneHasNoLastAndBeginsAnewWhenCleared() {
        assertThat(line.last()).isNull();
        assertThat(line.all()).isEmpty();
        add(5_000);
        line.clear();
        assertThat(line.all()).isEmpty();
        add(700);
        assertThat(line.all()).as("one by one again").hasSize(700);
    }
}
