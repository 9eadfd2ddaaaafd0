package gavel.harness.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.compare.ComparedResult;
import gavel.harness.compare.History;
import gavel.harness.kind.PeakKind;
import gavel.harness.scale.SampleSweeps;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class KnownScatterTest {
    @Test
    void whatEqualSearchesOfThisMachineSayIsToldAndWhatIsMissing() {
        List<ComparedResult> searches = new ArrayList<>();
        for (double users : new double[] {1_000, 1_100, 1_210, 1_331}) {
            searches.add(new PeakKind().compared(SampleSweeps.peak(SampleSweeps.found(users), 0.5)));
        }

        assertThat(KnownScatter.findings(History.NONE, new History(searches)))
                .extracting(Finding::level)
                .containsExactly(Finding.Level.WARNING, Finding.Level.WARNING);
        searches.add(new PeakKind().compared(SampleSweeps.peak(SampleSweeps.found(1_464.1), 0.5)));
        List<Finding> findings = KnownScatter.findings(History.NONE, new History(searches));

        assertThat(findings).extracting(Finding::level).containsExactly(Finding.Level.WARNING, Finding.Level.GOOD);
        assertThat(findings.getFirst().line()).contains("there are none to show", "gavel run --repeat 5");
        assertThat(findings.getLast().line())
                .contains("peaks scatter by 15 % on this machine, by 5 results in 1 group");
    }
}
