package gavel.driver.user;

import gavel.driver.profile.OperationKind;
import gavel.driver.qos.MixSample;
import java.util.ArrayList;
import java.util.List;

/** How often each main operation was chosen, and how often it should have been, choice by choice. Owned by the loop. */
public final class MixTally {
    private static final OperationKind[] KINDS = OperationKind.values();

    private final long[] chosen = new long[KINDS.length];
    private final double[] expected = new double[KINDS.length];
    private final double[] variance = new double[KINDS.length];

    void choice(OperationKind made, ChoiceTable table, int step, int following, double bidProbability) {
        chosen[made.ordinal()]++;
        for (OperationKind kind : KINDS) {
            if (!kind.background()) {
                double share = table.share(kind, step, following, bidProbability);
                expected[kind.ordinal()] += share;
                variance[kind.ordinal()] += share * (1 - share);
            }
        }
    }

    public void add(MixTally other) {
        for (int i = 0; i < KINDS.length; i++) {
            chosen[i] += other.chosen[i];
            expected[i] += other.expected[i];
            variance[i] += other.variance[i];
        }
    }

    public List<MixSample> samples() {
        List<MixSample> samples = new ArrayList<>();
        for (OperationKind kind : KINDS) {
            int i = kind.ordinal();
            if (!kind.background() && (chosen[i] > 0 || expected[i] > 0)) {
                samples.add(new MixSample(kind, chosen[i], expected[i], variance[i]));
            }
        }
        return samples;
    }
}
