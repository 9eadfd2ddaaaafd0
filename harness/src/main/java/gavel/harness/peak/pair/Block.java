package gavel.harness.peak.pair;

import gavel.harness.peak.Probe;

/**
 * A probe of each side, close in time.
 *
 * @param begun with this side
 */
record Block(Probe first, Probe second, Side begun) {
    Probe of(Side side) {
        return side == Side.FIRST ? first : second;
    }

    boolean valid() {
        return first.valid() && second.valid();
    }

    /** Whether the figures of both tell the distance to their knee. */
    boolean near() {
        return Steepness.near(first) && Steepness.near(second);
    }

    /** Of its two figures from their limit, in ln. */
    double farthest() {
        return Math.max(Math.abs(Math.log(first.worst())), Math.abs(Math.log(second.worst())));
    }

    /** Those of the second over those of the first, in ln. */
    double users() {
        return Math.log((double) second.users() / first.users());
    }

    /** That of the second over that of the first, in ln. */
    double figures() {
        return Math.log(second.worst() / first.worst());
    }

    /** 1 where the first was measured first, else -1. */
    int order() {
        return begun == Side.FIRST ? 1 : -1;
    }
}
