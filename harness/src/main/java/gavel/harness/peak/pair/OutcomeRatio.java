package gavel.harness.peak.pair;

import gavel.harness.peak.Climb;
import gavel.harness.peak.Peak;
import gavel.harness.peak.PeakSearch;
import gavel.harness.peak.Probe;
import java.util.List;
import java.util.Map;

/**
 * The ratio where figures only jump at the knee: that of two fits to passes and fails alone, as a search makes one. Both saw the machine in the
 * same hour; what it did from one probe to the next is in their intervals. Pure.
 */
final class OutcomeRatio {
    private OutcomeRatio() {}

    /** Null where not both have passed and failed. */
    static Ratio of(Map<Side, Climb> climbs, List<Block> blocks) {
        Peak one = fitted(Side.FIRST, climbs, blocks);
        Peak other = fitted(Side.SECOND, climbs, blocks);
        if (one == null || other == null) {
            return null;
        }
        double middle = other.middle() / one.middle();
        double below = Math.hypot(Math.log(other.middle() / other.lower()), Math.log(one.upper() / one.middle()));
        double above = Math.hypot(Math.log(other.upper() / other.middle()), Math.log(one.middle() / one.lower()));
        return new Ratio(middle * Math.exp(-below), middle, middle * Math.exp(above));
    }

    private static Peak fitted(Side side, Map<Side, Climb> climbs, List<Block> blocks) {
        List<Probe> probes =
                blocks.stream().map(each -> each.of(side)).filter(Probe::valid).toList();
        boolean both =
                probes.stream().anyMatch(Probe::passed) && probes.stream().anyMatch(probe -> !probe.passed());
        return both ? PeakSearch.fitted(climbs.get(side), probes) : null;
    }
}
