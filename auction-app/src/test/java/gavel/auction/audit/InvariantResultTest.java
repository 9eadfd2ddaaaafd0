package gavel.auction.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InvariantResultTest {
    @Test
    void withoutViolationsItHolds() {
        InvariantResult.Tally tally = new InvariantResult.Tally("name", "what must be");
        tally.checked(40);
        tally.checked(2);

        assertThat(tally.result()).isEqualTo(new InvariantResult("name", "what must be", 42, 0, List.of()));
        assertThat(tally.result().holds()).isTrue();
    }

    @Test
    void everyViolationIsCountedAndTheFirstTenAreShown() {
        InvariantResult.Tally tally = new InvariantResult.Tally("name", "what must be");
        for (int i = 1; i <= 25; i++) {
            tally.violation("number " + i);
        }

        assertThat(tally.result().holds()).isFalse();
        assertThat(tally.result().violations()).isEqualTo(25);
        assertThat(tally.result().examples()).hasSize(10).startsWith("number 1").endsWith("number 10");
    }

    @Test
    void itsExamplesAreItsOwn() {
        List<String> examples = new ArrayList<>(List.of("one"));
        InvariantResult result = new InvariantResult("name", "what must be", 1, 1, examples);
        examples.clear();

        assertThat(result.examples()).containsExactly("one");
    }

    @Test
    void aFileOfAnswersIsKnownByItsFirstLine(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("answers.csv"), AnsweredBids.HEADER + "\n");

        assertThat(AnsweredBids.problemOf(file)).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "\n", "bidId,auctionId", "bidId,auctionId,lotId,accountId,amount,outcome,revision,more"})
    void otherFilesAreRefusedWithWhatIsExpectedOfThem(String content, @TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("answers.csv"), content);

        assertThat(AnsweredBids.problemOf(file)).contains(AnsweredBids.HEADER, file.toString());
    }
}
