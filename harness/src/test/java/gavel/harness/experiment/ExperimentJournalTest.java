package gavel.harness.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import gavel.harness.failover.FaultResult;
import gavel.harness.failover.SampleWalks;
import gavel.harness.isolate.IsolatePhase;
import gavel.harness.isolate.SampleTenants;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an experiment keeps of its parts, and what is left of it after an interruption. */
class ExperimentJournalTest {
    private static final Asked ASKED =
            new Asked("3 faults", "name: x\n", "liveauction 9f2c", "0.1.0", Map.of("localhost", "2 × one"));

    @TempDir
    private Path directory;

    private Path file() {
        return directory.resolve("failover.jsonl");
    }

    private ExperimentJournal<Asked, FaultResult> reopened() throws IOException {
        return ExperimentJournal.reopen(file(), Asked.class, FaultResult.class);
    }

    @Test
    void whatWasFoundIsReadBackInItsOrder() throws IOException {
        ExperimentJournal<Asked, FaultResult> journal = ExperimentJournal.begin(file(), ASKED);
        assertThat(reopened().request()).isEqualTo(ASKED);
        assertThat(reopened().found()).isEmpty();
        List<FaultResult> faults = List.of(
                SampleWalks.fault(1, SampleWalks.KILL, 4, 3),
                SampleWalks.uncounted(2, SampleWalks.FREEZE),
                SampleWalks.fault(3, SampleWalks.KILL, 0.1, 0));
        for (FaultResult fault : faults) {
            journal.found(fault);
        }
        assertThat(journal.found()).isEqualTo(faults);
        assertThat(reopened().found()).isEqualTo(faults);
    }

    /** As long as no other part is found, which takes another load. */
    @Test
    void whatStoodWhenALoadWasOverIsReadBack() throws IOException {
        ExperimentJournal<Asked, FaultResult> journal = ExperimentJournal.begin(file(), ASKED);
        journal.found(SampleWalks.fault(1, SampleWalks.KILL, 4, 3));
        journal.over("one", "first");
        journal.over("two", "other");
        journal.over("one", "last");
        assertThat(reopened().over(String.class)).containsExactly(entry("one", "last"), entry("two", "other"));

        journal.found(SampleWalks.fault(2, SampleWalks.FREEZE, 1, 0));
        assertThat(journal.over(String.class)).isEmpty();
        assertThat(reopened().over(String.class)).isEmpty();
        assertThat(reopened().found()).hasSize(2);
    }

    @Test
    void itGoesOnWhereItWasInterrupted() throws IOException {
        ExperimentJournal.<Asked, FaultResult>begin(file(), ASKED).found(SampleWalks.fault(1, SampleWalks.KILL, 4, 3));
        // Killed within a line.
        Files.writeString(file(), Files.readString(file()) + "{\"found\":{\"number\":2,");

        ExperimentJournal<Asked, FaultResult> journal = reopened();
        journal.found(SampleWalks.fault(2, SampleWalks.FREEZE, 1, 0));

        assertThat(reopened().found()).extracting(FaultResult::number).containsExactly(1, 2);
    }

    @Test
    void anyKindOfPartIsKept() throws IOException {
        ExperimentJournal<Asked, IsolatePhase> journal = ExperimentJournal.begin(directory.resolve("i"), ASKED);
        for (IsolatePhase phase : SampleTenants.result().phases()) {
            journal.found(phase);
        }
        assertThat(ExperimentJournal.reopen(directory.resolve("i"), Asked.class, IsolatePhase.class)
                        .found())
                .isEqualTo(SampleTenants.result().phases());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "{}\n", "null\n", "{\"request\":null,\"found\":null}\n", "notes\n", "{\"found\":null}\n"})
    void whatIsNoJournalIsToldByItsName(String text) throws IOException {
        Files.writeString(file(), text);
        assertThatThrownBy(this::reopened)
                .isInstanceOf(IOException.class)
                .hasMessage(file() + " is not the journal of such an experiment");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"request\":7,\"found\":null}\n", "{\"request\":[1],\"found\":null}\n"})
    void theJournalOfSomethingElseIsToldByItsName(String text) throws IOException {
        Files.writeString(file(), text);
        assertThatThrownBy(this::reopened)
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(file() + " cannot be read: ");
    }

    @Test
    void aJournalThatIsNotThereIsAnErrorOfTheFile() {
        assertThatThrownBy(this::reopened).isInstanceOf(IOException.class);
    }
}
