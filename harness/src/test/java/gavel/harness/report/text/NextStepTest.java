package gavel.harness.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.collect.Collected;
import gavel.harness.collect.Collected.HostUse;
import gavel.harness.collect.Collected.MachineUse;
import gavel.harness.collect.InstanceUse;
import gavel.harness.collect.Outside;
import gavel.harness.collect.Power;
import gavel.harness.report.SampleResults;
import gavel.harness.report.Summary;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NextStepTest {
    @Test
    void aPassIsFollowedByASearchAboveIt() {
        assertThat(NextStep.of(SampleResults.passed()))
                .matches(
                        "the run used \\d[\\d.]* % of the machine: `gavel peak --hint \\d+`.* finds how many users the platform supports");
    }

    private static MachineUse machine(double busy, double others) {
        return new MachineUse(2, busy, 0, 0, 1, 0, 0, 0, 0, 0, new Outside(others, List.of()), Power.NONE);
    }

    private static InstanceUse instance(String tier, double cpu, double limit) {
        return new InstanceUse(
                tier, tier + 1, 1, cpu, 0, limit, limit > 0 ? tier : "", 0, 0, 0, 0, 0, 0, 0, 0, 0, null, null, null);
    }

    private static String beyond(MachineUse machine, List<InstanceUse> instances, HostUse... hosts) {
        return NextStep.beyond(
                new Collected(0, 100_000, machine, instances, List.of(), List.of(), List.of(), List.of(hosts)),
                100,
                "");
    }

    @Test
    void theLoadOfOthersDoesNotGrowWithTheUsers() {
        List<InstanceUse> server = List.of(instance("app", 20, 0));

        assertThat(beyond(machine(0.25, 0), server))
                .isEqualTo(
                        "the run used 25 % of the machine: `gavel peak --hint 400` finds how many users the platform supports");
        assertThat(beyond(machine(0.5, 0.25), server))
                .as("a quarter is not the run's")
                .isEqualTo(beyond(machine(0.25, 0), server));
        assertThat(beyond(machine(0.21, 0), server)).contains(" 21 % of the machine: `gavel peak --hint 500`");
        assertThat(beyond(machine(0.5, 0.5), server))
                .isEqualTo("`gavel peak --hint 200` finds how many users the platform supports");
    }

    @Test
    void whatIsNearestToItsEndSaysHowFarItIs() {
        List<InstanceUse> limited = List.of(instance("app", 5, 0.1), instance("database", 10, 0));

        assertThat(beyond(machine(0.25, 0), limited))
                .as("5 s of 0.1 cores x 100 s")
                .startsWith("app1 used 50 % of its CPU quota: `gavel peak --hint 200`");
        assertThat(beyond(
                        machine(0.3, 0.1),
                        limited.subList(1, 2),
                        new HostUse("db", machine(0.6, 0.1), List.of("database1")),
                        new HostUse("load", machine(0.1, 0.1), List.of())))
                .startsWith("the run used 50 % of host db: `gavel peak --hint 200`");
    }

    @Test
    void afterAFailureFewerAreExpected() {
        int users = SampleResults.overloaded().run().users();
        assertThat(NextStep.of(SampleResults.overloaded()))
                .startsWith("`gavel peak --hint " + NextStep.rounded(users / 2.0) + "`")
                .endsWith("finds how many users the platform supports");
    }

    @Test
    void nothingIsAdvisedAfterAnInterruptOrWithoutALoad() {
        assertThat(NextStep.of(SampleResults.interrupted())).isEmpty();
        assertThat(NextStep.of(SampleResults.neverLoaded())).isEmpty();
        assertThat(Summary.of(SampleResults.interrupted(), null)).doesNotContain("Next  ");
    }

    @Test
    void theSummaryHasItOnce() {
        assertThat(Summary.of(SampleResults.passed(), null).split("Next {8}")).hasSize(2);
    }

    /** 300 users that took 23 % of a VM told 1,000, and it bore 2,200: the set was loaded twice, and another one for the other VM. */
    @ParameterizedTest
    @CsvSource({"1304, 2000", "400, 400", "0, 1", "7, 7", "96, 100", "101, 200", "9001, 10000", "0.3, 1"})
    void beyondARunItIsRatherMore(double users, long hint) {
        assertThat(NextStep.roundedUp(users)).isEqualTo(hint);
    }

    @ParameterizedTest
    @CsvSource({"1111, 1000", "0, 1", "7, 7", "96, 100", "151, 200", "149, 100", "4027.4, 4000", "0.3, 1"})
    void aHintHasOneDigit(double users, long hint) {
        assertThat(NextStep.rounded(users)).isEqualTo(hint);
    }
}
