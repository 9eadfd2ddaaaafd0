package gavel.harness.run.elastic;

import gavel.driver.api.shape.LoadPath;
import gavel.harness.elastic.DemandTable;
import gavel.harness.elastic.ElasticPass;
import gavel.harness.elastic.ElasticSettings;
import gavel.harness.elastic.SupplySpec;
import gavel.harness.experiment.Replacements;
import gavel.harness.experiment.TimeRange;
import gavel.harness.run.Plan;
import gavel.harness.run.RunRequest;
import java.util.List;

/**
 * What an elastic experiment is asked to do.
 *
 * @param run the deployment with as many servers as there are at first, and a load along the path
 * @param resume name of a result that was interrupted and goes on; null for a new one
 */
public record ElasticRequest(
        RunRequest run, ElasticSettings settings, SupplySpec supply, DemandTable table, LoadPath path, String resume) {
    /** Of each probe beside what is measured: users come, and the servers are warm. */
    static final int PROBE_RAMP = 15;

    static final int PROBE_WARM_UP = 20;
    static final int PROBE_SECONDS = 40;
    static final int RAMP_DOWN = 5;
    /** Last answers are waited for and kept, and servers brought back to as many as at first. */
    private static final int AFTER_A_LOAD = 10;

    static final TimeRange PROBE =
            TimeRange.about(PROBE_RAMP + PROBE_WARM_UP + PROBE_SECONDS + RAMP_DOWN + AFTER_A_LOAD);

    /** One pass along the path. */
    TimeRange pass() {
        return TimeRange.about(run.configuration().load().phases().totalSeconds() + AFTER_A_LOAD);
    }

    /**
     * How many passes are made in all: some of those that do not count are made again.
     *
     * @param found that are made
     */
    int wanted(List<ElasticPass> found) {
        return settings.repeats() + Replacements.of(settings.repeats(), lost(found));
    }

    /** How many of these do not count. */
    long lost(List<ElasticPass> found) {
        return found.stream().filter(pass -> !pass.counts()).count();
    }

    /** @param passes that are left */
    public TimeRange predicted(int passes) {
        return Plan.deploying(run.configuration()).plus(left(passes, 2));
    }

    /** When so many passes and probes are left. */
    TimeRange left(int passes, int probes) {
        return PROBE.times(probes).plus(pass().times(passes)).plus(Plan.ending(run.configuration()));
    }
}
