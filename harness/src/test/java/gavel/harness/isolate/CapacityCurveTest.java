package gavel.harness.isolate;

import static gavel.harness.isolate.IsolateResultTest.made;
import static gavel.harness.isolate.SampleTenants.result;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import gavel.harness.isolate.IsolatePhase.Kind;
import gavel.harness.isolate.IsolateScript.Planned;
import gavel.harness.report.text.IsolateSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** What others can still do is tried until their quality holds, and the indices come of it. */
class CapacityCurveTest {
    private static final String SLOW = "too slow";

    /** @param breaks whether others lose their quality in a measurement */
    private static List<IsolatePhase> measured(IsolateScript script, Predicate<Planned> breaks) {
        List<IsolatePhase> found = new ArrayList<>();
        for (Optional<Planned> next = script.next(found); next.isPresent(); next = script.next(found)) {
            found.add(made(next.get(), breaks.test(next.get()) ? SLOW : ""));
            assertThat(found.size()).isLessThan(100);
        }
        assertThat(script.planned(found)).isEqualTo(found.size());
        return found;
    }

    private static IsolateScript script(int repeats, Double... factors) {
        return new IsolateScript(2, 100, List.of(factors), false, repeats, true);
    }

    /** All users together may be 225: with 200 of the disruptor 25 are left to the other, with 300 none. */
    private static boolean beyond225(Planned planned) {
        return planned.users().stream().mapToInt(Integer::intValue).sum() > 225;
    }

    /**
     * The other has 100 at a disruptor's load of 100, 25 at 200 and nothing at 300. I_base: 25/100. I_end: (300 − 100)/100 − 1 = 1. Until 200
     * the area is (100 + 25)/2 × 100 = 6,250, without isolation 5,000: 1,250/5,000 = 0.25. Until 300: 6,250 + 25 × 100/2 = 7,500; at best
     * 20,000: 2,500/15,000.
     */
    @Test
    void othersAreTriedWithFewerUntilTheirQualityHolds() {
        List<IsolatePhase> found = measured(script(1, 2.0, 3.0), CapacityCurveTest::beyond225);
        assertThat(found)
                .filteredOn(phase -> phase.kind() == Kind.REDUCED)
                .extracting(phase -> phase.tenants().get(1).users())
                .containsExactly(75, 50, 25, 75, 50, 25);
        CapacityCurve curve = CapacityCurve.of(found).getFirst();
        assertThat(curve.disruptor()).isEqualTo(1);
        assertThat(curve.base().mean()).isCloseTo(0.25, within(1e-12));
        assertThat(curve.end().mean()).isCloseTo(1, within(1e-12));
        assertThat(curve.integral().mean()).isCloseTo(0.25, within(1e-12));
        assertThat(curve.free().mean()).isCloseTo(2_500 / 15_000.0, within(1e-12));
        assertThat(curve.base().lower()).as("one repeat has no interval").isNull();
        assertThat(IsolateSummary.capacities(result(found.size(), false, found)).getFirst())
                .startsWith(
                        "while tenant 1 disrupts, by capacity: I_base 0.25, I_end 1.00, I_intBase 0.25, I_intFree 0.17");
    }

    /** Once nothing is left of the other at 300, and once 25: that it would have been nothing soon after is not known, and no mean leaves it out. */
    @Test
    void whereSomethingIsLeftOnceThereIsNoEnd() {
        List<IsolatePhase> found = measured(
                script(2, 2.0, 3.0),
                planned -> planned.users().stream().mapToInt(Integer::intValue).sum()
                        > (planned.repeat() == 1 ? 225 : 330));
        CapacityCurve curve = CapacityCurve.of(found).getFirst();

        assertThat(curve.base().count()).isEqualTo(2);
        assertThat(curve.end()).isNull();
    }

    /** Nothing is left at 150 already, where a system without isolation has nothing left at 200. */
    @Test
    void anIndexBelowZeroHasItsInterval() {
        List<IsolatePhase> found = measured(
                script(2, 1.5, 2.0), planned -> planned.kind() == Kind.DISRUPTED || planned.kind() == Kind.REDUCED);
        assertThat(IsolateSummary.capacities(result(found.size(), false, found)).getFirst())
                .contains("I_end -0.50 (-0.50 to -0.50)");
    }

    @Test
    void perfectIsolationNeedsNoFurtherMeasurement() {
        List<IsolatePhase> found = measured(script(3, 2.0), _ -> false);
        assertThat(found).hasSize(3 * 4);
        CapacityCurve curve = CapacityCurve.of(found).getFirst();
        assertThat(curve.base().mean()).isEqualTo(1);
        assertThat(curve.end()).isNull();
        assertThat(curve.integral().mean()).isEqualTo(1);
        assertThat(curve.free().lower()).isEqualTo(1);
    }

    @Test
    void whatTheCurveLacksMakesNoIndex() {
        assertThat(CapacityCurve.of(measured(script(1, 1.5), _ -> false)))
                .as("until 150, and 200 would be needed")
                .isEmpty();
        List<IsolatePhase> withoutFewer =
                measured(new IsolateScript(2, 100, List.of(2.0), false, 1, false), CapacityCurveTest::beyond225);
        assertThat(CapacityCurve.of(withoutFewer)).as("nobody tried with fewer").isEmpty();
        List<IsolatePhase> never = measured(script(1, 2.0), planned -> planned.kind() != Kind.ALONE);
        assertThat(CapacityCurve.of(never))
                .as("not even together was there quality")
                .isEmpty();
        assertThat(CapacityCurve.of(List.of())).isEmpty();
    }

    @Test
    void anInterruptedSearchForWhatIsLeftGoesOnWhereItWas() {
        IsolateScript script = script(1, 2.0, 3.0);
        List<IsolatePhase> all = measured(script, CapacityCurveTest::beyond225);
        for (int made = 0; made < all.size(); made++) {
            Planned next = script.next(all.subList(0, made)).orElseThrow();
            assertThat(all.get(made)).isEqualTo(made(next, beyond225(next) ? SLOW : ""));
        }
        assertThat(script.planned(all.subList(0, 4))).as("one more is known of").isEqualTo(5 + 1);
    }
}
