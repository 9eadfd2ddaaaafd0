package gavel.harness.compare;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.peak.Conclusion;
import gavel.harness.peak.Conclusion.Answer;
import gavel.harness.peak.Conclusion.Kind;
import gavel.harness.peak.PlatformResult;
import gavel.harness.report.text.PlatformSummary;
import gavel.harness.scale.SampleSweeps;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PlatformPeakTest {
    private static final Conclusion INVALID =
            new Conclusion(Conclusion.Kind.INVALID, null, 0, "the driver was the limit");

    @Test
    void severalSearchesGiveAnIntervalWithTheScatterBetweenThem() {
        PlatformResult peak = of(found(1_000), found(1_100), found(1_210));

        // 2.920 · 9.53 % / sqrt(3) = 16.07 % around 1,100; their own deviations are 1.2 %.
        assertThat(PlatformSummary.sentence(peak))
                .isEqualTo(
                        "By 3 searches from 2026-03-14 09:26 to 2026-03-14 12:01 UTC the platform's peak is 1,100 users,"
                                + " 90 % interval 937 to 1,292; the scatter between searches is in it, 9.5 % beyond their own errors.");
    }

    @Test
    void itIsKnownOutsideOfTheIntervalOnly() {
        PlatformResult peak = of(found(1_000), found(1_100), found(1_210));

        assertThat(Stream.of(900, 937, 938, 1_292, 1_293).map(peak::atLeast))
                .containsExactly(Answer.YES, Answer.YES, Answer.UNKNOWN, Answer.UNKNOWN, Answer.NO);
    }

    @Test
    void aSingleSearchGivesNone() {
        PlatformResult peak = of(found(1_000));

        assertThat(peak.peak()).isNull();
        assertThat(peak.atLeast(1)).isEqualTo(Answer.UNKNOWN);
        assertThat(PlatformSummary.sentence(peak))
                .endsWith(
                        "give no interval of the platform's peak: it takes two searches with a peak, three or more for an"
                                + " interval that is of use, and there is one.");
    }

    @Test
    void invalidSearchesSayNothingAndAreCounted() {
        PlatformResult peak = of(found(1_000), INVALID, found(1_010));

        assertThat(peak.peak().middle()).isBetween(1_004.0, 1_006.0);
        assertThat(PlatformSummary.sentence(peak))
                .endsWith("the searches lie no farther apart than their own errors explain. Invalid, and left out: 1.");
    }

    @Test
    void aSearchThatFoundABoundOnlyIsNotLeftOut() {
        PlatformResult peak = of(
                found(1_000),
                found(1_010),
                new Conclusion(Conclusion.Kind.AT_LEAST, null, 1_500, "no more was allowed"));

        assertThat(peak.peak()).isNull();
        assertThat(peak.reason()).isEqualTo("1 of 3 searches found a bound and no peak");
    }

    /** A platform that carries the most that is allowed is good enough whatever its peak is. */
    @Test
    void boundsThatAgreeAnswerWithoutAnInterval() {
        PlatformResult good = of(bound(Kind.AT_LEAST, 2_000), INVALID, bound(Kind.BEYOND_MEMORY, 1_500));
        PlatformResult bad = of(bound(Kind.NONE, 300), bound(Kind.NONE, 400));

        assertThat(good.peak()).isNull();
        assertThat(Stream.of(1_500, 1_501).map(good::atLeast)).containsExactly(Answer.YES, Answer.UNKNOWN);
        assertThat(Stream.of(399, 400).map(bad::atLeast)).containsExactly(Answer.UNKNOWN, Answer.NO);
        assertThat(of(bound(Kind.AT_LEAST, 2_000), bound(Kind.NONE, 300)).atLeast(1_000))
                .isEqualTo(Answer.UNKNOWN);
        assertThat(of(bound(Kind.AT_LEAST, 2_000), INVALID).atLeast(1_000)).isEqualTo(Answer.UNKNOWN);
        assertThat(of(bound(Kind.AT_LEAST, 2_000), found(1_900)).atLeast(1_000)).isEqualTo(Answer.UNKNOWN);
    }

    private static Conclusion bound(Kind kind, int users) {
        return new Conclusion(kind, null, users, "no more was tried");
    }

    private static Conclusion found(double users) {
        return SampleSweeps.found(users);
    }

    private static PlatformResult of(Conclusion... conclusions) {
        return PlatformPeak.of(
                "together",
                Stream.of(conclusions)
                        .map(conclusion -> SampleSweeps.peak(conclusion, 0.5))
                        .toList());
    }
}
