package gavel.harness.platform.ssh;

import gavel.harness.collect.InstanceUse;
import gavel.harness.platform.ssh.far.FarHost.Watched;

/** What a process of a simulated machine would have used. */
final class SimulatedUse {
    private static final long GIBIBYTE = 1L << 30;

    private SimulatedUse() {}

    static InstanceUse of(Watched process, int seconds) {
        return new InstanceUse(
                process.tier(),
                process.name(),
                1,
                4.0 * seconds,
                seconds,
                0,
                "",
                0,
                GIBIBYTE,
                GIBIBYTE,
                1L << 33,
                1L << 33,
                1_000_000,
                200_000,
                3_000,
                1_048_576,
                null,
                null,
                null);
    }
}
