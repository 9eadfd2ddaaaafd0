package gavel.harness.run.peak;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.peak.PeakResult;
import gavel.harness.peak.SearchSettings;
import gavel.harness.run.RunRequest;
import gavel.harness.run.RunRig;
import gavel.harness.run.experiment.ExperimentOutcome;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Searches for the peak of a system that bears so many users and no more, where nothing is real but the files. */
abstract class PeakRig {
    static final int KNEE = 420;
    private static final int PROBES = 12;

    @TempDir
    Path home;

    RunRig rig;
    FakeSystem system;

    @BeforeEach
    void makeRig() {
        rig = new RunRig(home);
        system = new FakeSystem(KNEE);
        rig.another = system;
    }

    @AfterEach
    void forgetInterrupt() {
        assertThat(Thread.interrupted()).as("an interrupt is never left behind").isFalse();
    }

    /** @param resume name of a search that goes on; null for a new one */
    final ExperimentOutcome<PeakResult> search(int setUsers, int most, String resume) {
        return new PeakExperiment(rig.environment(), resumed(request(setUsers, most, PROBES), resume)).run();
    }

    /** @param name null for a search that begins */
    static PeakRequest resumed(PeakRequest wanted, String name) {
        return new PeakRequest(wanted.sized(), wanted.search(), wanted.setUsers(), wanted.levels(), name, name != null);
    }

    final PeakRequest request(int setUsers, int most, int probes) {
        return request(setUsers, most, probes, Duration.ofDays(1));
    }

    final PeakRequest request(int setUsers, int most, int probes, Duration budget) {
        SearchSettings settings = new SearchSettings(10, most, 0.05, probes, budget, 1);
        return new PeakRequest(this::sized, settings, setUsers, true, null, false);
    }

    final RunRequest sized(int users) {
        String[] sized = {"load.users=" + users};
        return new RunRequest(rig.configuration(sized), RunRig.overrides(sized), null, false, "gavel peak");
    }

    final void pass(Duration time) {
        try {
            rig.time.pause(time);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
