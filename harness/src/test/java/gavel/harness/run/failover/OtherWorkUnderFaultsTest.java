package gavel.harness.run.failover;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.collect.Collected;
import gavel.harness.collect.Collected.MachineUse;
import gavel.harness.collect.Outside;
import gavel.harness.collect.Sample;
import gavel.harness.config.Configuration;
import gavel.harness.failover.FailoverResult;
import gavel.harness.failover.FailoverSettings;
import gavel.harness.failover.FaultPlan;
import gavel.harness.run.RunRequest;
import gavel.harness.run.RunRig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What faults cost on a machine where somebody else is at work. */
class OtherWorkUnderFaultsTest {
    @TempDir
    Path home;

    /** @param others shares that others take of the machine, second by second */
    private FailoverResult beside(double... others) {
        RunRig rig = new RunRig(home);
        FakeSteadyLoad load = new FakeSteadyLoad(rig.time);
        rig.another = load;
        List<Sample> samples = DoubleStream.of(others)
                .mapToObj(share -> new Sample(
                        1, 0.9, 0, 3, 0, List.of(), new Outside(share, List.of(new Outside.Taker("make", share)))))
                .toList();
        rig.collected = new Collected(0, 0, MachineUse.UNKNOWN, List.of(), samples, List.of(), List.of());
        Configuration configuration = rig.configuration();
        FaultPlan plan = FaultPlan.of(
                FaultCandidates.of(configuration), List.of("appServers"), List.of("restart"), new ArrayList<>());
        return new FailoverExperiment(
                        rig.environment().with(load.listening(rig.environment().console())),
                        new FailoverRequest(
                                new RunRequest(configuration, List.of(), null, false, "gavel failover"),
                                plan,
                                FailoverSettings.USUAL,
                                null),
                        FakeService::atOnce)
                .run()
                .result();
    }

    @Test
    void itIsARemark() {
        assertThat(beside(0.3, 0.3, 0).remarks())
                .contains(
                        "Processes outside the run took 30 % of the machine (make 30 %) in most seconds of a load, so it may have"
                                + " answered later: stop them, and measure again.");
    }

    @Test
    void whatOnlyFlaresUpIsNone() {
        assertThat(beside(0.05, 0.9, 0.05).remarks()).noneMatch(remark -> remark.contains("outside the run"));
    }
}
