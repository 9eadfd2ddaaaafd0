package gavel.harness.result;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.report.SampleResults;
import gavel.harness.report.html.Links;
import gavel.harness.report.html.Page;
import gavel.harness.report.html.PageHead;
import gavel.harness.result.efficiency.Hardware;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a disclosure says a platform has. */
class HardwareTest {
    private static final Disclosure.Host ONE = new Disclosure.Host("one", "", "", "cpu", 4, 16L << 30, "", Map.of());
    private static final Disclosure.Host TWO = new Disclosure.Host("two", "", "", "cpu", 8, 32L << 30, "", Map.of());

    private static Hardware of(Disclosure.Host host, List<Disclosure.Host> hosts, boolean sharedCores) {
        return disclosure(host, hosts, sharedCores).hardware();
    }

    private static Disclosure disclosure(Disclosure.Host host, List<Disclosure.Host> hosts, boolean sharedCores) {
        return new Disclosure("", host, hosts, Map.of(), List.of(), "", sharedCores, List.of(), Map.of());
    }

    @Test
    void oneMachineIsCountedOnce() {
        assertThat(of(ONE, List.of(), true))
                .isEqualTo(new Hardware(4, 16L << 30, "the whole machine, its drivers included"));
        assertThat(of(ONE, List.of(ONE), false)).isEqualTo(new Hardware(4, 16L << 30, "the machine"));
    }

    @Test
    void severalMachinesAreAddedUp() {
        assertThat(of(ONE, List.of(ONE, TWO), false))
                .isEqualTo(new Hardware(12, 48L << 30, "all 2 hosts, those of the drivers included"));
    }

    /** Containers, for example, which see all of its cores, or the part that each may use. */
    @Test
    void hostsOnOneMachineDoNotSayWhatTheyHaveTogether() {
        Disclosure.Host three = new Disclosure.Host(
                "three", "", "", "cpu", 4, 16L << 30, "", Map.of(Disclosure.Host.SAME_MACHINE, "one"));

        assertThat(of(ONE, List.of(ONE, TWO, three), false).cores()).isZero();
        assertThat(of(ONE, List.of(ONE, TWO, three), false).memoryBytes()).isZero();
        Page page = new Page(new Links("", false));
        PageHead.about(page, SampleResults.passed().run(), disclosure(ONE, List.of(ONE, TWO, three), false));
        assertThat(page.toString()).contains("3 hosts · cpu<").doesNotContain("core");
        assertThat(disclosure(ONE, List.of(ONE, TWO, three), false).remarks())
                .containsExactly(
                        "Hosts are one machine (the same kernel) and shared its cores: three is on that of one.");
        assertThat(disclosure(ONE, List.of(ONE, TWO), false).remarks()).isEmpty();
    }

    @Test
    void aMachineNobodyCouldAskHasNothing() {
        assertThat(of(null, List.of(), true).cores()).isZero();
    }
}
