package gavel.harness.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What is said of searches that were really made, equal ones one after the other. */
class RecordedSearchesTest {
    private static final double PERMITTED = 0.12;

    private final List<List<Measurement>> series = RecordedSearches.series();
    private int pairs;
    private int called;

    /** Why a single search gives no interval for its platform. */
    @Test
    void theIntervalOfASingleSearchHoldsTheMeanOfItsSeriesInSixOfTwentyTwoCases() {
        int held = 0;
        for (List<Measurement> searches : series) {
            double mean = GroupEstimate.of(searches.stream()
                            .map(each -> Measurement.of(each.value()))
                            .toList())
                    .logarithm();
            for (Measurement search : searches) {
                held += Math.abs(search.logarithm() - mean) <= 1.6449 * search.deviation() ? 1 : 0;
            }
        }

        assertThat(series).extracting(List::size).containsExactly(4, 4, 4, 5, 5);
        assertThat(held).isEqualTo(6);
    }

    @Test
    void twoSingleSearchesAreNotKnownToDiffer() {
        eachPair((searches, i, j) -> Difference.ofSingles(searches.get(i), searches.get(j), Scatter.UNKNOWN));

        assertThat(pairs).isEqualTo(38);
        assertThat(called).isZero();
    }

    @Test
    void twoSingleSearchesThatTheOtherSeriesKnowTheScatterOfSeldomDiffer() {
        eachPair((searches, i, j) -> Difference.ofSingles(searches.get(i), searches.get(j), scatter(searches)));

        assertThat(called)
                .as("of 38: within one series, 2,785 beside 3,943 users")
                .isEqualTo(3);
        assertThat(called).isLessThan((int) (PERMITTED * pairs));
    }

    @Test
    void twoSearchesBesideTwoOrThreeOfTheSameSeriesSeldomDiffer() {
        for (List<Measurement> searches : series) {
            for (List<Integer> some : choices(searches.size(), 2)) {
                for (int more : new int[] {2, 3}) {
                    choices(searches.size(), more).stream()
                            .filter(others -> others.stream().noneMatch(some::contains))
                            .filter(others -> more > 2 || some.getFirst() < others.getFirst())
                            .forEach(others ->
                                    count(Difference.welch(estimate(searches, some), estimate(searches, others))));
                }
            }
        }

        assertThat(pairs).isEqualTo(59);
        assertThat((double) called / pairs).isLessThan(PERMITTED);
    }

    @Test
    void oneSearchBesideSeveralOfTheSameSeriesSeldomDiffers() {
        for (List<Measurement> searches : series) {
            for (int more = 2; more < searches.size(); more++) {
                for (List<Integer> others : choices(searches.size(), more)) {
                    IntStream.range(0, searches.size())
                            .filter(one -> !others.contains(one))
                            .forEach(one -> count(Difference.ofOneAndSeveral(
                                    searches.get(one),
                                    others.stream().map(searches::get).toList(),
                                    Scatter.UNKNOWN)));
                }
            }
        }

        assertThat(pairs).isEqualTo(158);
        assertThat((double) called / pairs).isLessThan(PERMITTED);
    }

    private interface Rule {
        Difference of(List<Measurement> searches, int one, int other);
    }

    private void eachPair(Rule rule) {
        for (List<Measurement> searches : series) {
            choices(searches.size(), 2).forEach(pair -> count(rule.of(searches, pair.getFirst(), pair.getLast())));
        }
    }

    private void count(Difference difference) {
        pairs++;
        called += difference.call() == Difference.Call.DIFFERENCE ? 1 : 0;
    }

    /** Of all series but that one. */
    private Scatter scatter(List<Measurement> without) {
        return Scatter.of(series.stream()
                .filter(each -> each != without)
                .map(each -> each.stream().map(Measurement::value).toList())
                .toList());
    }

    private static GroupEstimate estimate(List<Measurement> searches, List<Integer> chosen) {
        return GroupEstimate.of(chosen.stream().map(searches::get).toList());
    }

    /** All choices of so many of the numbers from 0. */
    private static List<List<Integer>> choices(int of, int many) {
        List<List<Integer>> choices = new ArrayList<>();
        for (int bits = 0; bits < 1 << of; bits++) {
            int chosen = bits;
            if (Integer.bitCount(chosen) == many) {
                choices.add(IntStream.range(0, of)
                        .filter(i -> (chosen >> i & 1) == 1)
                        .boxed()
                        .toList());
            }
        }
        return choices;
    }
}
