package gavel.harness.peak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.peak.Probe.Outcome;
import gavel.harness.peak.Step.Purpose;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SearchJournalTest {
    private static final SearchJournal.Request REQUEST = new SearchJournal.Request(
            SimulatedSearches.settings(3, 12), "name: mine\n", "liveauction", "1.0", Map.of("localhost", "2 × one"));

    @TempDir
    Path directory;

    @Test
    void aSearchThatGoesOnAsksWhatItWouldHaveAsked() throws IOException {
        List<Step> uninterrupted = asked(SearchJournal.begin(directory.resolve("one"), REQUEST), 10);
        asked(SearchJournal.begin(directory.resolve("two"), REQUEST), 6);

        assertThat(asked(SearchJournal.reopen(directory.resolve("two")), 4)).isEqualTo(uninterrupted.subList(6, 10));
    }

    @Test
    void aLineThatWasCutOffIsMadeAgain() throws IOException {
        asked(SearchJournal.begin(directory, REQUEST), 4);
        Files.writeString(directory.resolve(SearchJournal.FILE), "{\"request\":null,\"cli", StandardOpenOption.APPEND);

        SearchJournal known = SearchJournal.reopen(directory);

        assertThat(known.findings()).hasSize(4);
        asked(known, 1);
        assertThat(SearchJournal.reopen(directory).findings()).hasSize(5);
    }

    @Test
    void nothingIsThereWhereNotEvenTheFirstLineWasWritten() throws IOException {
        Path file = directory.resolve(SearchJournal.FILE);
        assertThat(SearchJournal.in(directory)).isFalse();
        Files.createFile(file);
        assertThat(SearchJournal.in(directory)).isFalse();
        Files.writeString(file, "{\"request\":{\"sea");
        assertThat(SearchJournal.in(directory)).isFalse();

        asked(SearchJournal.begin(directory, REQUEST), 2);

        assertThat(SearchJournal.in(directory)).isTrue();
        assertThat(SearchJournal.reopen(directory).findings()).hasSize(2);
    }

    @Test
    void whatAClimbBoreOnAnotherDataSetIsRemembered() throws IOException {
        SearchJournal.begin(directory, REQUEST).passed(1_500, 70);

        assertThat(SearchJournal.reopen(directory).passed()).isEqualTo(1_500);
        assertThat(SearchJournal.reopen(directory).taken()).hasSeconds(70);
    }

    @Test
    void aSearchThatIsInterruptedInItsClimbKnowsHowHighItWas() throws IOException {
        SearchJournal journal = SearchJournal.begin(directory, REQUEST);
        journal.borne(800, 40);
        journal.borne(1_200, 50);
        journal.borne(300, 60);

        assertThat(SearchJournal.in(directory)).isTrue();
        SearchJournal known = SearchJournal.reopen(directory);
        assertThat(known.borne()).isEqualTo(1_200);
        assertThat(known.passed()).isZero();
        assertThat(known.climb()).isNull();
        assertThat(known.search().next(99)).isInstanceOf(Step.Ascend.class);
    }

    /** Somebody took memory meanwhile: a data set for the first level was made again and again until the time was used up. */
    @Test
    void aSearchThatGoesOnWithLessRoomAsksForNoMore() {
        assertThat(withRoom(2_050).next(1)).isEqualTo(new Step.Measure(1_900, Purpose.REPEAT));
        assertThat(withRoom(1_800).next(1)).isInstanceOfSatisfying(Step.Done.class, done -> assertThat(
                        done.conclusion().reason())
                .contains("repeat the first level"));

        PeakSearch spoilt = withRoom(2_050);
        spoilt.probed(new Probe(2_100, Outcome.INVALID, 1), Purpose.BRACKET);
        assertThat(spoilt.next(99)).isEqualTo(new Step.Measure(2_050, Purpose.AGAIN));
    }

    private static PeakSearch withRoom(int users) {
        PeakSearch search = new PeakSearch(REQUEST.search(), new Room(users, Room.Limit.MEMORY));
        search.climbed(new Climb(1_500, 2_250));
        search.probed(new Probe(2_100, Outcome.FAIL, 1.5), Purpose.BRACKET);
        search.probed(new Probe(1_900, Outcome.PASS, 0.7), Purpose.BRACKET);
        search.probed(new Probe(2_000, Outcome.PASS, 0.9), Purpose.BRACKET);
        return search;
    }

    @Test
    void whatIsNoJournalIsNotResumed() throws IOException {
        Files.writeString(directory.resolve(SearchJournal.FILE), "hello\n");

        assertThatThrownBy(() -> SearchJournal.reopen(directory))
                .hasMessageContaining("is not the journal of a search");
    }

    /** Answers so many questions of a system whose knee is at 2,000, and writes each answer down. */
    private static List<Step> asked(SearchJournal journal, int count) throws IOException {
        PeakSearch search = journal.search();
        List<Step> steps = new ArrayList<>();
        if (journal.climb() == null) {
            search.climbed(new Climb(1_500, 2_250));
            journal.climbed(new Climb(1_500, 2_250), 90);
        }
        for (int i = 0; i < count; i++) {
            Step.Measure wanted = (Step.Measure) search.next(99);
            steps.add(wanted);
            double worst = Math.pow(wanted.users() / 2_000.0, 20) * (count(search) % 2 == 0 ? 4 : 0.25);
            Probe probe = new Probe(wanted.users(), worst <= 1 ? Outcome.PASS : Outcome.FAIL, worst);
            search.probed(probe, wanted.purpose());
            journal.found(
                    new ProbeResult(
                            count(search), wanted.purpose(), probe, "Home late", "", 0, 60, 120, 1, 1.0, 1.0, null),
                    90 + 80L * count(search));
        }
        return steps;
    }

    private static int count(PeakSearch search) {
        return search.probes().size();
    }
}
