package gavel.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.collect.Collected;
import gavel.harness.collect.Outside;
import gavel.harness.collect.Sample;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A run on a machine where somebody else is at work. */
class OtherWorkTest {
    @TempDir
    Path home;

    /** What starts here is the run's own from its first moment; the check through the front door is over within a second or two. */
    @ParameterizedTest
    @ValueSource(longs = {1, Long.MAX_VALUE})
    void otherWorkOnTheMachineIsToldBeforeTheLoad(long seenAt) {
        RunRig rig = ranBeside(seenAt);

        int warned =
                rig.lines.indexOf("! other work: Processes outside the run took 40 % of the machine (stress-ng 39 %);"
                        + " stop them, and measure again (beyond 10 % a limit that breaks makes a run INVALID)");
        assertThat(warned).isPositive();
        assertThat(rig.lines.get(warned - 1)).startsWith("✓ verify through the front door");
    }

    /** In a container or on another machine they are nobody's until they are watched. */
    @ParameterizedTest
    @CsvSource({"1, false", "9223372036854775807, true"})
    void whatServersTakeElsewhereWhileTheyStartIsNoOtherWork(long seenAt, boolean told) {
        RunRig rig = ranBeside(
                seenAt,
                "hosts.machines=[{name: app, address: 10.0.0.3, tiers: [appServers]},"
                        + " {name: rest, address: 10.0.0.6, tiers: [services, drivers]}]");

        assertThat(rig.lines.stream().anyMatch(line -> line.startsWith("! other work")))
                .isEqualTo(told);
    }

    /** @param atMillis when other work was seen */
    private RunRig ranBeside(long atMillis, String... settings) {
        Sample busy = new Sample(
                atMillis, 0.8, 0, 3, 0, List.of(), new Outside(0.4, List.of(new Outside.Taker("stress-ng", 0.39))));
        RunRig rig = new RunRig(home);
        rig.collected =
                new Collected(0, 0, Collected.MachineUse.UNKNOWN, List.of(), List.of(busy), List.of(), List.of());
        rig.run(settings);
        return rig;
    }
}
