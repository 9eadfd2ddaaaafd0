package gavel.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.api.RuleOutcome;
import gavel.driver.api.RuleOutcome.Status;
import gavel.harness.report.SampleResults;
import gavel.harness.run.experiment.LoadProblems;
import org.junit.jupiter.api.Test;

/** What an experiment says of a load whose figures it leaves out. */
class LoadProblemsTest {
    private static final String STOLEN = "the hypervisor took CPU from the driver's machine for 2.47 % of the time";

    private static String first(RuleOutcome... rules) {
        Journal journal = new Journal();
        journal.load(SampleResults.passed(rules).load());
        return LoadProblems.first(journal);
    }

    private static RuleOutcome steal(Status status, String message) {
        return new RuleOutcome("driverSteal", "driver1", status, "2.47 %", "at most 2 %", message);
    }

    @Test
    void aGoodLoadHasNone() {
        assertThat(first(steal(Status.PASS, STOLEN))).isEmpty();
    }

    /** Figures of an experiment are longer where a run's verdict would stand. */
    @Test
    void whatChangesNoVerdictOfARunIsToldWithItsLimitAlone() {
        assertThat(first(steal(Status.INFO, STOLEN + RuleOutcome.CHANGED_NO_VERDICT)))
                .isEqualTo(STOLEN + " (at most 2 %)");
    }

    @Test
    void anInvalidLoadSaysWhatToDo() {
        String advice = STOLEN + ": give the machine dedicated cores";
        assertThat(first(steal(Status.INVALID, advice))).isEqualTo(advice);
    }
}
