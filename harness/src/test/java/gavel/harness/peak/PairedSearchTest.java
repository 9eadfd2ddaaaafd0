package gavel.harness.peak;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.peak.SimulatedPairs.Machine;
import gavel.harness.peak.SimulatedPairs.Outcome;
import gavel.harness.peak.pair.PairConclusion;
import gavel.harness.peak.pair.PairedSearch;
import gavel.harness.peak.pair.PairedSearch.Wanted;
import gavel.harness.peak.pair.Side;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToDoubleBiFunction;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Two systems compared on simulated machines. {@code bench/paired-search.sh} does the same with 1,000 seeds and prints the table. */
class PairedSearchTest {
    private static final int SEEDS = 100;

    /** Of 90 in 100 that it claims: of each machine 400 pairs, and of equal systems 800. */
    @Test
    void theIntervalHoldsTheRatioAsOftenAsItSaysWhateverTheMachineDoes() {
        List<Outcome> equal = new ArrayList<>();
        for (Machine machine : Machine.ALL) {
            List<Outcome> all = new ArrayList<>();
            for (double width : new double[] {0.01, 0.03}) {
                equal.addAll(SimulatedPairs.paired(machine, 1, width, SEEDS));
                all.addAll(equal.subList(equal.size() - SEEDS, equal.size()));
                all.addAll(SimulatedPairs.paired(machine, 0.8, width, SEEDS));
            }
            List<Outcome> found = SimulatedPairs.found(all);
            assertThat(found).as(machine.words()).hasSizeGreaterThanOrEqualTo(all.size() * 98 / 100);
            assertThat(SimulatedPairs.share(found, Outcome::holds))
                    .as("interval, where the machine " + machine.words())
                    .isBetween(0.85, 0.95);
            assertThat(SimulatedPairs.share(all, Outcome::right))
                    .as("within 3 %, where the machine " + machine.words())
                    .isGreaterThanOrEqualTo(0.9);
            assertThat(all).allMatch(outcome -> outcome.minutes() <= 62);
        }
        assertThat(SimulatedPairs.share(SimulatedPairs.found(equal), Outcome::holds))
                .as("no difference")
                .isBetween(0.9, 0.95);
    }

    @Test
    void twoSearchesApartAreWrongByMore() {
        List<Outcome> apart = SimulatedPairs.apart(Machine.DRIFTS_AND_STEPS, 0.8, 0.03, 25);
        assertThat(SimulatedPairs.share(apart, Outcome::right)).isLessThan(0.5);
    }

    private static PairedSearch search(int probes) {
        return search(probes, 1_000);
    }

    private static PairedSearch search(int probes, int most) {
        PairedSearch search = new PairedSearch(new SearchSettings(10, most, 0.05, probes, Duration.ofHours(1), 3));
        search.climbed(Side.FIRST, new Climb(400, 600));
        search.climbed(Side.SECOND, new Climb(300, 450));
        return search;
    }

    @Test
    void eachBlockHasOneOfEachInRandomOrder() {
        PairedSearch search = search(40, 100_000_000);
        List<Side> order = new ArrayList<>();
        for (Optional<Wanted> next = search.next(100); next.isPresent(); next = search.next(100)) {
            order.add(next.get().side());
            search.probed(next.get().side(), new Probe(next.get().users(), Probe.Outcome.PASS, 0));
        }

        assertThat(order).hasSize(40);
        for (int i = 0; i < order.size(); i += 2) {
            assertThat(order.get(i + 1)).isEqualTo(order.get(i).other());
        }
        assertThat(order.stream().filter(order.getFirst()::equals)).hasSize(20);
        for (int i = 0; i < order.size(); i += 4) {
            assertThat(order.get(i)).as("two blocks have both orders").isEqualTo(order.get(i + 3));
        }
        assertThat(List.of(order.get(0), order.get(4), order.get(8), order.get(12), order.get(16)))
                .contains(Side.FIRST, Side.SECOND);
    }

    @Test
    void aBlockThatWasBegunIsFinished() {
        PairedSearch search = search(24);
        Wanted first = search.next(2).orElseThrow();
        search.probed(first.side(), new Probe(first.users(), Probe.Outcome.PASS, 0.5));

        assertThat(search.next(0)).map(Wanted::side).contains(first.side().other());
        assertThat(search(24).next(1)).as("there is no time for both").isEmpty();
    }

    /** Knees at 500 and 400 users, at which everything is late at once. */
    @Test
    void figuresThatJumpTellByPassesAndFails() {
        PairedSearch search = search(24);
        for (Optional<Wanted> next = search.next(100); next.isPresent(); next = search.next(100)) {
            int users = next.get().users();
            boolean passes = users <= (next.get().side() == Side.FIRST ? 500 : 400);
            search.probed(
                    next.get().side(),
                    new Probe(users, passes ? Probe.Outcome.PASS : Probe.Outcome.FAIL, passes ? 0 : 90));
        }

        assertThat(search.conclusion().kind()).isEqualTo(PairConclusion.Kind.DIFFERENT);
        assertThat(search.conclusion().reason()).contains("only passes and fails");
        assertThat(search.ratio().middle()).isCloseTo(0.8, Percentage.withPercentage(3));
        assertThat(search.ratio().lower()).isLessThan(0.8);
        assertThat(search.ratio().upper()).isGreaterThan(0.8);
    }

    /** Knees at 500 and 400 users. */
    private static PairConclusion compared(ToDoubleBiFunction<Side, Integer> figure) {
        return compared(24, figure);
    }

    private static PairConclusion compared(int probes, ToDoubleBiFunction<Side, Integer> figure) {
        PairedSearch search = search(probes);
        for (Optional<Wanted> next = search.next(100); next.isPresent(); next = search.next(100)) {
            Side side = next.get().side();
            int users = next.get().users();
            double worst = figure.applyAsDouble(side, users);
            search.probed(side, new Probe(users, worst <= 1 ? Probe.Outcome.PASS : Probe.Outcome.FAIL, worst));
        }
        return search.conclusion();
    }

    private static double knee(Side side) {
        return side == Side.FIRST ? 500 : 400;
    }

    private static double growing(Side side, int users) {
        return Math.pow(users / knee(side), 40);
    }

    /** No further block would be near the limit on both sides. */
    @ParameterizedTest
    @EnumSource(Side.class)
    void figuresThatJumpOnOneSideOnlyTellByPassesAndFails(Side jumping) {
        PairConclusion conclusion = compared((side, users) -> {
            if (side != jumping) {
                return growing(side, users);
            }
            return users <= knee(side) ? 0 : 90;
        });

        assertThat(conclusion.kind()).isEqualTo(PairConclusion.Kind.DIFFERENT);
        assertThat(conclusion.reason())
                .contains("the figures of the " + jumping.word() + " configuration jump at its peak");
        assertThat(conclusion.ratio().middle()).isCloseTo(0.8, Percentage.withPercentage(3));
        assertThat(conclusion.ratio().lower()).isLessThan(0.81);
        assertThat(conclusion.ratio().upper()).isGreaterThan(0.79);
    }

    /** As on a machine whose speed shakes: a third of the figures tell a distance, but never those of both sides in one block. */
    @Test
    void figuresThatSeldomTellOnBothSidesTellByPassesAndFails() {
        Map<Side, Integer> made = new EnumMap<>(Side.class);
        PairConclusion conclusion = compared((side, users) -> {
            boolean tells = made.merge(side, 1, Integer::sum) % 3 == side.ordinal();
            return users <= knee(side) ? (tells ? 0.5 : 0) : tells ? 3 : 90;
        });

        assertThat(conclusion.kind()).isEqualTo(PairConclusion.Kind.DIFFERENT);
        assertThat(conclusion.reason()).contains("passes and fails locate");
        assertThat(conclusion.ratio().middle()).isCloseTo(0.8, Percentage.withPercentage(3));
        assertThat(conclusion.ratio().lower()).isLessThan(0.81);
        assertThat(conclusion.ratio().upper()).isGreaterThan(0.79);
    }

    /** One in four of the first side's probes passes, and its fails are far from its limit. */
    @Test
    void whoseFailsTellNoDistanceIsNamedWithWhatToDo() {
        Map<Side, Integer> made = new EnumMap<>(Side.class);
        PairConclusion conclusion = compared(14, (side, _) -> {
            int number = made.merge(side, 1, Integer::sum);
            return side == Side.FIRST ? (number % 4 == 1 ? 0.5 : 90) : number % 2 == 1 ? 0.5 : 2;
        });

        assertThat(conclusion.kind()).isEqualTo(PairConclusion.Kind.INVALID);
        assertThat(conclusion.reason())
                .isEqualTo(
                        "2 of 7 blocks came near the limit on both sides, but 5 are needed;"
                                + " the fails of the first configuration tell no distance to its peak;"
                                + " allow more probes and time (--probes, --budget), or compare a `gavel peak --repeat 3` of each");
    }

    @Test
    void passesAndFailsAloneNeedMoreBlocks() {
        PairedSearch search = search(10);
        for (Optional<Wanted> next = search.next(100); next.isPresent(); next = search.next(100)) {
            boolean passes = next.get().users() <= knee(next.get().side());
            search.probed(
                    next.get().side(),
                    new Probe(next.get().users(), passes ? Probe.Outcome.PASS : Probe.Outcome.FAIL, passes ? 0 : 90));
        }

        assertThat(search.conclusion().reason())
                .startsWith("the figures jump at the peaks, so only passes and fails locate them;"
                        + " 8 blocks are needed, with passes and fails of both, and there are 5; allow more probes");
    }

    @Test
    void aBlockOfWhichAProbeIsInvalidDoesNotCount() {
        PairedSearch search = search(16);
        int probes = 0;
        for (Optional<Wanted> next = search.next(100); next.isPresent(); next = search.next(100)) {
            boolean passes = next.get().users() <= knee(next.get().side());
            Probe.Outcome outcome = passes ? Probe.Outcome.PASS : Probe.Outcome.FAIL;
            boolean lost = ++probes == 7;
            search.probed(
                    next.get().side(),
                    new Probe(next.get().users(), lost ? Probe.Outcome.INVALID : outcome, passes ? 0 : 90));
        }

        assertThat(probes).isEqualTo(16);
        assertThat(search.conclusion().reason())
                .contains("8 blocks are needed, with passes and fails of both, and there are 7;"
                        + " 1 of 16 measurements was invalid; allow more probes");
    }

    /** The machine is slower by a tenth for a while: what was then far from its limit says nothing of how figures grow. */
    @Test
    void figuresThatAreFarFromTheirLimitForAWhileDoNotJump() {
        AtomicInteger probes = new AtomicInteger();
        PairConclusion conclusion = compared((side, users) -> {
            int made = probes.getAndIncrement();
            double speed = made >= 8 && made < 16 ? 0.9 : 1;
            return growing(side, (int) Math.round(users / speed));
        });

        assertThat(conclusion.reason()).doesNotContain("jump");
        assertThat(conclusion.ratio().middle()).isCloseTo(0.8, Percentage.withPercentage(1));
    }

    @Test
    void measurementsThatAreInvalidOneAfterTheOtherEndIt() {
        PairedSearch search = search(24);
        int probes = 0;
        for (Optional<Wanted> next = search.next(100); next.isPresent(); next = search.next(100)) {
            search.probed(next.get().side(), new Probe(next.get().users(), Probe.Outcome.INVALID, 0));
            probes++;
        }

        assertThat(probes).isEqualTo(4);
        assertThat(search.conclusion().reason()).isEqualTo("3 measurements in a row were invalid");
    }

    /** Those of the other between them are valid, so there are never three in a row: an hour of them would tell nothing. */
    @ParameterizedTest
    @EnumSource(Side.class)
    void measurementsOfOneSideThatAreAllInvalidEndIt(Side lame) {
        PairedSearch search = search(24);
        int probes = 0;
        for (Optional<Wanted> next = search.next(100); next.isPresent(); next = search.next(100)) {
            Side side = next.get().side();
            int users = next.get().users();
            double worst = growing(side, users);
            Probe.Outcome outcome = worst <= 1 ? Probe.Outcome.PASS : Probe.Outcome.FAIL;
            search.probed(side, new Probe(users, side == lame ? Probe.Outcome.INVALID : outcome, worst));
            probes++;
        }

        assertThat(probes).as("four blocks").isEqualTo(8);
        assertThat(search.conclusion().reason())
                .isEqualTo("4 measurements of the " + lame.word() + " configuration in a row were invalid");
    }
}
