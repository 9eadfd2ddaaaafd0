package gavel.harness.run.peak;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.verdict.Audit;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConclusionsTest {
    private static Audit audit(long violations) {
        return Audit.damaged(List.of(new Audit.Invariant("bids", "every bid is there", 2_000, violations, List.of())));
    }

    @Test
    void oneViolationIsNotSeveral() {
        assertThat(Conclusions.found(audit(1))).isEqualTo("the audit after the load found 1 violation");
        assertThat(Conclusions.found(audit(1_200))).isEqualTo("the audit after the load found 1,200 violations");
    }
}
