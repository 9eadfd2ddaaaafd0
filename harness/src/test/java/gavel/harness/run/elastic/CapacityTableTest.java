package gavel.harness.run.elastic;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.config.Configuration;
import gavel.harness.config.Configurations;
import gavel.harness.elastic.DemandTable;
import gavel.harness.peak.Conclusion;
import gavel.harness.run.RunRig;
import gavel.harness.scale.SampleSweeps;
import gavel.harness.scale.ScaleResult;
import gavel.harness.scale.SweepPoint;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A sweep of another deployment, with a gap or that falls is refused with its reasons. */
class CapacityTableTest {
    private static final Configuration HERE = configuration("appServers.cpu=0.3", "appServers.count=1");

    private final List<String> problems = new ArrayList<>();

    private static Configuration configuration(String... settings) {
        return new Configurations(Path.of("../deploy/configs")).read("small", RunRig.overrides(settings));
    }

    private DemandTable table(ScaleResult sweep, int most) {
        return CapacityTable.of("sweep", sweep, HERE, most, problems);
    }

    @Test
    void aSweepOfTheSameDeploymentGivesItsPeaks() {
        Configuration swept = configuration("appServers.cpu=0.3", "appServers.count=3", "load.users=900", "name=sweep");
        DemandTable table = table(SampleSweeps.of(swept, SampleSweeps.line(3)), 0);
        assertThat(problems).isEmpty();
        assertThat(table.most()).isEqualTo(3);
        assertThat(table.users(2)).isEqualTo(200);
        assertThat(table.peaks().getFirst().lower()).isEqualTo(98);
        assertThat(table(SampleSweeps.of(swept, SampleSweeps.line(3)), 2).most())
                .isEqualTo(2);
    }

    @Test
    void anotherConfigurationIsRefusedWithTheDifferences() {
        Configuration swept = configuration("appServers.cpu=0.2", "appServers.count=3", "broker.count=3");
        assertThat(table(SampleSweeps.of(swept, SampleSweeps.line(3)), 0)).isNull();
        assertThat(problems)
                .containsExactlyInAnyOrder(
                        "sweep is of another configuration: appServers.cpu is 0.2  /  0.3 here (--capacity)",
                        "sweep is of another configuration: broker.count is 3  /  1 here (--capacity)");
    }

    @Test
    void gapsFallsAndMissingServersAreRefused() {
        Conclusion none = new Conclusion(Conclusion.Kind.INVALID, null, 0, "nothing was valid");
        table(
                SampleSweeps.of(
                        HERE,
                        SampleSweeps.sweep(List.of(
                                SampleSweeps.point(1, SampleSweeps.found(100), 0.5),
                                SampleSweeps.point(2, none, 0.5),
                                SampleSweeps.point(3, SampleSweeps.found(300), 0.5)))),
                0);
        assertThat(problems)
                .containsExactly(
                        "N(2) of sweep does not count: no number: nothing was valid (--capacity)",
                        "N(k) must have no gap: N(2) is missing before N(3) (--capacity)");
        problems.clear();
        table(
                SampleSweeps.of(
                        HERE,
                        SampleSweeps.sweep(List.of(
                                SampleSweeps.point(1, SampleSweeps.found(200), 0.5),
                                SampleSweeps.point(2, SampleSweeps.found(100), 0.5)))),
                0);
        assertThat(problems).containsExactly("N(k) must rise with k: N(2) = 100 after N(1) = 200 (--capacity)");
        problems.clear();
        table(SampleSweeps.of(HERE, SampleSweeps.line(2)), 4);
        assertThat(problems)
                .containsExactly("N(3) is not known, and there are to be up to 4 servers: sweep has 2 (--capacity)");
        problems.clear();
        table(SampleSweeps.of(HERE, SampleSweeps.sweep(List.of(SweepPoint.missing(1, "not measured yet", 0)))), 0);
        assertThat(problems)
                .containsExactly(
                        "N(1) of sweep does not count: not measured yet (--capacity)",
                        "N(k) must have the peak of one server at least: none (--capacity)");
    }
}
