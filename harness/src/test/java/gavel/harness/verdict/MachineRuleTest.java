package gavel.harness.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.api.RuleOutcome;
import gavel.driver.api.RuleOutcome.Status;
import gavel.harness.collect.Outside;
import gavel.harness.collect.bottleneck.TakenCpu;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MachineRuleTest {
    private static RuleOutcome rule(Status status) {
        return new RuleOutcome("response", "Login", status, "", "", "");
    }

    private static TakenCpu taken(double outside, double stolen) {
        return new TakenCpu(new Outside(outside, List.of(new Outside.Taker("stress-ng", outside))), stolen, "");
    }

    @ParameterizedTest(name = "{0} taken, {1} stolen, the driver says {2}: {3}")
    @CsvSource({
        "0.71, 0,    FAIL,     INVALID",
        "0.71, 0,    INVALID,  INVALID",
        "0.71, 0,    PASS,     INFO",
        "0.71, 0,    MARGINAL, INFO",
        "0.71, 0,    INFO,     INFO",
        "0.10, 0,    FAIL,     PASS",
        "0.02, 0.01, FAIL,     PASS",
        "0.06, 0.06, FAIL,     INVALID",
        "0,    0.13, FAIL,     INVALID",
        "0,    0.13, PASS,     INFO",
    })
    void workOfOthersForbidsAFailAndNotAPass(double outside, double stolen, Status driver, Status expected) {
        assertThat(MachineRule.judge(taken(outside, stolen), List.of(rule(Status.PASS), rule(driver)))
                        .status())
                .isEqualTo(expected);
    }

    @Test
    void theMessageNamesWhoItWasAndWhatToDo() {
        assertThat(MachineRule.judge(taken(0.71, 0), List.of(rule(Status.FAIL))).message())
                .isEqualTo(
                        "Processes outside the run took 71 % of the machine (stress-ng 71 %): stop them, and measure again");
        assertThat(MachineRule.judge(taken(0, 0.13), List.of(rule(Status.FAIL))).message())
                .isEqualTo("The hypervisor took 13 % of the machine's CPU:"
                        + " give the machine dedicated cores, or measure when other virtual machines are idle");
        assertThat(new TakenCpu(Outside.NONE, 0.13, " on host db").statement())
                .as("not of this machine, whoever reads it")
                .isEqualTo("The hypervisor took 13 % of the machine's CPU on host db");
        assertThat(MachineRule.judge(taken(0.71, 0), List.of(rule(Status.PASS))).message())
                .endsWith("which changed no verdict: it only lengthens what was measured");
    }
}
