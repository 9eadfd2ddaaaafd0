package gavel.harness.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.collect.Outside;
import gavel.harness.collect.Sample;
import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class IdleExaminationTest {
    private static Finding find(double steal, double... outside) {
        List<Sample> samples = DoubleStream.of(outside)
                .mapToObj(share -> new Sample(
                        0,
                        0,
                        steal,
                        0,
                        0,
                        List.of(),
                        new Outside(share, List.of(new Outside.Taker("stress-ng", share)))))
                .toList();
        return IdleExamination.of(samples);
    }

    @Test
    void anIdleMachineIsGood() {
        assertThat(find(0.006, 0.01, 0.09).line()).isEqualTo("other work: 2 % of the CPU");
        assertThat(find(0, 0.01, 0.03).level()).isEqualTo(Finding.Level.GOOD);
    }

    @Test
    void whatOnlyFlaresUpIsNoFinding() {
        assertThat(find(0, 0.01, 0.9, 0.02).level()).isEqualTo(Finding.Level.GOOD);
    }

    @Test
    void workThatGoesOnIsNamed() {
        Finding found = find(0, 0.48, 0.5, 0.52);
        assertThat(found.level()).isEqualTo(Finding.Level.WARNING);
        assertThat(found.line())
                .isEqualTo("other work: Processes outside the run took 50 % of the machine (stress-ng 50 %);"
                        + " stop them, and measure again (beyond 10 % a limit that breaks makes a run INVALID)");
    }

    @Test
    void noProcessIsNamedWithMoreThanAllTook() {
        assertThat(find(0, 0.06, 0.9).line()).contains("took 6 % of the machine (stress-ng 6 %)");
    }

    @Test
    void soIsAHypervisorThatNeedsTheCoresForOthers() {
        assertThat(find(0.08, 0, 0).line())
                .startsWith("other work: The hypervisor took 8 % of the machine's CPU; give the machine");
    }

    @Test
    void withoutASampleNothingIsKnown() {
        assertThat(IdleExamination.of(List.of()).line()).isEqualTo("other work: not known");
    }
}
