package gavel.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.collect.Collected;
import gavel.harness.collect.Outside;
import gavel.harness.collect.Sample;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run on a machine where somebody else is at work. */
class OtherWorkTest {
    @TempDir
    Path home;

    @Test
    void otherWorkOnTheMachineIsToldBeforeTheLoad() {
        RunRig rig = ranBeside(Long.MAX_VALUE);

        int warned =
                rig.lines.indexOf("! other work: Processes outside the run took 40 % of the machine (stress-ng 39 %);"
                        + " stop them, and measure again (beyond 10 % a limit that breaks makes a run INVALID)");
        assertThat(warned).isPositive();
        assertThat(rig.lines.get(warned - 1)).startsWith("✓ verify through the front door");
    }

    /** In a container or on another machine they are nobody's until they are watched. */
    @Test
    void whatServersTakeWhileTheyStartIsNoOtherWork() {
        assertThat(ranBeside(1).lines).noneMatch(line -> line.startsWith("! other work"));
    }

    /** @param atMillis when other work was seen */
    private RunRig ranBeside(long atMillis) {
        Sample busy = new Sample(
                atMillis, 0.8, 0, 3, 0, List.of(), new Outside(0.4, List.of(new Outside.Taker("stress-ng", 0.39))));
        RunRig rig = new RunRig(home);
        rig.collected =
                new Collected(0, 0, Collected.MachineUse.UNKNOWN, List.of(), List.of(busy), List.of(), List.of());
        rig.run();
        return rig;
    }
}
