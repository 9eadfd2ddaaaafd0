package gavel.driver.user;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.driver.room.BidAnswer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AnsweredBidsTest {
    private final AnsweredBids bids = new AnsweredBids();

    @Test
    void nothingIsWrittenOfNothing() throws IOException {
        assertThat(written(bids.lines())).isEmpty();
    }

    @Test
    void allLinesComeBackInTheirOrderHoweverManyPiecesTheyAre() throws IOException {
        IntStream.range(0, 5_000).forEach(this::add);

        List<String> lines = written(bids.lines());

        assertThat(lines).hasSize(5_000).startsWith("bid-0,7,8,9,12.50,ACCEPTED,0");
        assertThat(lines.getLast()).isEqualTo("bid-4999,7,8,9,12.50,ACCEPTED,4999");
    }

    /** A search asks after each of its loads, and its users go on. */
    @Test
    void whoAskedBeforeIsToldWhatWasAnsweredBefore() throws IOException {
        add(1);
        AnsweredBids.Lines before = bids.lines();
        IntStream.range(2, 3_000).forEach(this::add);

        assertThat(written(bids.lines())).hasSize(2_999);
        assertThat(written(before)).containsExactly("bid-1,7,8,9,12.50,ACCEPTED,1");
    }

    @Test
    void theirFileGoesWithTheRun() throws IOException {
        IntStream.range(0, 3_000).forEach(this::add);
        assertThat(written(bids.lines())).hasSize(3_000);
        Path file = bids.file();
        assertThat(file).exists();

        bids.close();

        assertThatThrownBy(() -> written(bids.lines())).isInstanceOf(IOException.class);
        assertThat(file).doesNotExist();
    }

    private void add(int number) {
        bids.add(
                9,
                new BidAnswer(
                        "bid-" + number,
                        7,
                        8,
                        new BigDecimal("12.50"),
                        BidAnswer.ACCEPTED,
                        new BigDecimal("12.50"),
                        number));
    }

    private static List<String> written(AnsweredBids.Lines lines) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        lines.writeTo(all);
        return all.toString(StandardCharsets.UTF_8).lines().toList();
    }
}
