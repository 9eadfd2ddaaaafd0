package gavel.harness.peak.pair;

import gavel.harness.peak.Probe;

/** A probe of one side. */
record Measured(Side side, Probe probe) {
    double users() {
        return Math.log(probe.users());
    }

    double figure() {
        return Math.log(probe.worst());
    }
}
