package gavel.harness.isolate;

import static gavel.harness.isolate.SampleTenants.round;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import gavel.harness.compare.MeanEstimate;
import gavel.harness.isolate.IsolatePhase.Kind;
import gavel.harness.isolate.IsolatePhase.Tenant;
import gavel.harness.report.text.IsolateSummary;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who is at fault, by what was seen. */
class AttributionTest {
    private static Tenant does(double operations) {
        return new Tenant(100, 50.0, operations, "", "", 0.5);
    }

    private static IsolatePhase phase(double database, double machine, double... operations) {
        List<Tenant> tenants = new ArrayList<>();
        for (double each : operations) {
            tenants.add(does(each));
        }
        return new IsolatePhase(
                Kind.DISRUPTED,
                1,
                2,
                1,
                tenants,
                List.of(new CommonUse("relational", database), new CommonUse(CommonUse.MACHINE, machine)));
    }

    @Test
    void whoeverDoesMostMoreIsAtFaultWhoeverWasToldTo() {
        Attribution found = Attribution.of(phase(0.4, 0.3, 20, 20, 20), phase(0.95, 0.6, 18, 19, 50));
        assertThat(found.tenant()).isEqualTo(3);
        assertThat(found.growth()).isCloseTo(2.5, within(1e-12));
        assertThat(found.resource()).isEqualTo(new CommonUse("relational", 0.95));
        assertThat(found.before()).isEqualTo(0.4);
    }

    @Test
    void theBusiestOfWhatIsInCommonIsNamed() {
        assertThat(Attribution.of(phase(0.4, 0.3, 20, 20), phase(0.8, 0.97, 40, 20))
                        .resource()
                        .what())
                .isEqualTo(CommonUse.MACHINE);
    }

    @Test
    void whatIsNotBusyOrWasAsBusyBeforeIsNotTheCause() {
        assertThat(Attribution.of(phase(0.4, 0.3, 20, 20), phase(0.69, 0.5, 40, 20))
                        .resource())
                .isNull();
        assertThat(Attribution.of(phase(0.9, 0.3, 20, 20), phase(0.9, 0.5, 40, 20))
                        .resource())
                .isNull();
    }

    @Test
    void whatBecameBusyIsNamedThoughSomethingElseWasBusierAllTheTime() {
        assertThat(Attribution.of(phase(0.5, 0.96, 20, 20), phase(0.9, 0.96, 40, 20))
                        .resource())
                .isEqualTo(new CommonUse("relational", 0.9));
    }

    @Test
    void whereNobodyDoesMoreNobodyIsAtFault() {
        assertThat(Attribution.of(phase(0.4, 0.3, 20, 20), phase(0.95, 0.9, 21, 20)))
                .isNull();
        Disturbance nobody = new Disturbance(1, 2, null, List.of(), 0.5, List.of());
        assertThat(IsolateSummary.fault(nobody))
                .as("the first did 5 % more")
                .isEqualTo("No tenant is at fault: none did over 10 % more than before.");
    }

    /** Two of three measurements name the first. */
    @Test
    void theMostFrequentlyNamedIsNamed() {
        Attribution first = new Attribution(1, 2, null, 0);
        Attribution second = new Attribution(2, 3, null, 0);
        Disturbance found = new Disturbance(1, 2, null, List.of(), 0.5, List.of(second, first, first));
        assertThat(found.fault()).contains(first);
        assertThat(IsolateSummary.fault(found))
                .isEqualTo("At fault is tenant 1, which did 2.0 times its operations (found in 2 of 3);"
                        + " nothing that tenants have in common was busy.");
    }

    @Test
    void measurementsThatNameNobodyCountToo() {
        Attribution first = new Attribution(1, 2, null, 0);
        Disturbance found =
                new Disturbance(1, 2, MeanEstimate.of(List.of(0.3, 0.4, 0.5)), List.of(), 0.5, List.of(first));
        assertThat(IsolateSummary.fault(found)).contains("(found in 1 of 3)");
    }

    @Test
    void everyMeasurementOfADisruptorTells() {
        List<IsolatePhase> all = new ArrayList<>(round(1, 120, ""));
        all.addAll(round(2, 130, ""));
        assertThat(Disturbance.of(all).getFirst().attributions())
                .extracting(Attribution::tenant)
                .containsExactly(1, 1);
    }
}
