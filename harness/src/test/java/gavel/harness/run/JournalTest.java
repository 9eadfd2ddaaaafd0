package gavel.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.collect.Collected;
import gavel.harness.collect.Collected.MachineUse;
import gavel.harness.collect.Sample;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class JournalTest {
    /** A day of thirty hosts would be 460 MB of a result, of which a command that reads it has twice as much in memory. */
    @Test
    void aDayOfSamplesIsKeptInNoMoreThanTwoHoursHave() {
        List<Sample> day = IntStream.rangeClosed(1, 86_400)
                .mapToObj(second -> new Sample(1_000L * second, 0.5, 0, 1, 0, List.of()))
                .toList();
        Journal journal = new Journal();

        journal.collected(new Collected(0, 86_400_000, MachineUse.UNKNOWN, List.of(), day, List.of(), List.of()));

        assertThat(journal.collected().samples()).hasSize(5_400);
    }
}
