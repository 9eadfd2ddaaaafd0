package gavel.harness.scale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.peak.SearchSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which searches of a sweep have ended, after whatever interruption. */
class ScaleJournalTest {
    private static final ScaleJournal.Request REQUEST = new ScaleJournal.Request(
            List.of(3, 1, 2),
            new SearchSettings(10, 1_000, 0.05, 12, Duration.ofHours(4), 7),
            1_500,
            "name: mine\n",
            "liveauction 9f2c",
            "1.0",
            Map.of("localhost", "2 × one"));

    @TempDir
    private Path directory;

    private ScaleJournal reopened() throws IOException {
        return ScaleJournal.reopen(directory);
    }

    private void append(String text) throws IOException {
        Files.writeString(directory.resolve(ScaleJournal.FILE), text, StandardOpenOption.APPEND);
    }

    @Test
    void whatWasAskedIsThereFromTheBeginning() throws IOException {
        ScaleJournal.begin(directory, REQUEST);
        assertThat(reopened().request()).isEqualTo(REQUEST);
        assertThat(reopened().count()).isZero();
        assertThat(reopened().hasEnded(1)).isFalse();
    }

    @Test
    void searchesThatEndedAreKnownInWhateverOrder() throws IOException {
        ScaleJournal journal = ScaleJournal.begin(directory, REQUEST);
        journal.ended(3);
        journal.ended(1);
        journal.ended(3);
        for (ScaleJournal known : List.of(journal, reopened())) {
            assertThat(known.count()).isEqualTo(2);
            assertThat(known.hasEnded(3)).isTrue();
            assertThat(known.hasEnded(1)).isTrue();
            assertThat(known.hasEnded(2)).isFalse();
        }
    }

    @Test
    void aSearchThatIsMadeAgainHasNotEndedUntilItEndsAgain() throws IOException {
        ScaleJournal journal = ScaleJournal.begin(directory, REQUEST);
        journal.ended(1);
        journal.again(1);
        assertThat(journal.hasEnded(1)).isFalse();
        assertThat(reopened().hasEnded(1)).isFalse();
        reopened().ended(1);
        assertThat(reopened().hasEnded(1)).isTrue();
    }

    @Test
    void aLineThatWasCutOffTakesNoOtherWithIt() throws IOException {
        ScaleJournal.begin(directory, REQUEST).ended(3);
        append("{\"request\":null,\"ended\":1,");
        ScaleJournal journal = reopened();
        assertThat(journal.hasEnded(1)).isFalse();
        journal.ended(2);
        assertThat(reopened().count()).isEqualTo(2);
    }

    @Test
    void whatIsNotThereCannotGoOn() {
        assertThatThrownBy(this::reopened).isInstanceOf(NoSuchFileException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{}\n",
                "null\n",
                "{\"ended\":1}\n",
                "{\"request\":7}\n",
                "{\"request\":{\"order\":[1],\"search\":null,\"setUsers\":\"many\"}}\n",
            })
    void whatIsNoJournalOfASweepIsRefused(String text) throws IOException {
        Files.writeString(directory.resolve(ScaleJournal.FILE), text);
        assertThatThrownBy(this::reopened)
                .isInstanceOf(IOException.class)
                .hasMessage(directory.resolve(ScaleJournal.FILE) + " is not the journal of a sweep");
    }
}
