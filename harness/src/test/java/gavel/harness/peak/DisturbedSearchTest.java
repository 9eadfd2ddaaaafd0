package gavel.harness.peak;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.peak.Conclusion.Kind;
import gavel.harness.peak.Probe.Outcome;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Searches of which one probe says what is not so, as nobody but the search measured there. */
class DisturbedSearchTest {
    /** The first was one of 2026-11-29: its third probe failed at 1,721 users, and nine others passed with some percent more each time. */
    @ParameterizedTest
    @CsvSource({"1013, 1500, 2400, 3", "1013, 1500, 2400, 1", "1500, 2250, 1800, 2", "2000, 3000, 1000, 1"})
    void oneProbeDoesNotKeepASearchFromTheKnee(int good, int bad, int knee, int disturbed) {
        PeakSearch search = new PeakSearch(SimulatedSearches.settings(1, 12));
        search.climbed(new Climb(good, bad));
        int number = 0;
        while (search.next(99) instanceof Step.Measure(int users, Step.Purpose purpose)) {
            number++;
            boolean passes = users <= knee != (number == disturbed);
            search.probed(new Probe(users, passes ? Outcome.PASS : Outcome.FAIL, passes ? 0.001 : 60), purpose);
        }

        Conclusion conclusion = search.next(99) instanceof Step.Done(Conclusion done) ? done : null;
        assertThat(conclusion.kind()).isEqualTo(Kind.FOUND);
        assertThat(conclusion.peak().middle()).isBetween(0.95 * knee, 1.05 * knee);
        assertThat((double) knee)
                .isBetween(conclusion.peak().lower(), conclusion.peak().upper());
    }
}
