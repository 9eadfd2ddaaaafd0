package gavel.driver.user;

import gavel.driver.profile.OperationKind;
import gavel.driver.profile.Session;
import gavel.driver.profile.Session.Step;

/**
 * The next step of a person at a step who follows so many auctions: probabilities of each operation before the hub, of
 * reaching the hub, and of each operation drawn there. Worked out once for a profile; shared by all loops.
 */
public final class ChoiceTable {
    private static final int START = 0;

    private final Session session;
    private final int slots;
    private final double[][][] direct;
    private final double[][] hub;
    private final double[][] fromHub;

    public ChoiceTable(Session session, int slots) {
        this.session = session;
        this.slots = slots;
        int steps = session.steps().size();
        int kinds = OperationKind.values().length;
        direct = new double[steps + 1][slots + 1][kinds];
        hub = new double[steps + 1][slots + 1];
        fromHub = new double[slots + 1][kinds];
        for (int following = 0; following <= slots; following++) {
            reach(session.first(), 1, following, direct[START][following], START, false);
            for (int step = 0; step < steps; step++) {
                row(session.step(step), 1, following, direct[step + 1][following], step + 1);
            }
            hubRow(following);
        }
    }

    private void row(Step from, double weight, int following, double[] into, int index) {
        double[] open = session.open(from, following, slots);
        double sum = 0;
        for (int i = 0; i < open.length; i++) {
            sum += open[i];
            if (open[i] > 0) {
                reach(from.targets().get(i), weight * open[i], following, into, index, false);
            }
        }
        if (sum == 0) {
            hub[index][following] += weight;
        }
    }

    private void reach(int target, double weight, int following, double[] into, int index, boolean atHub) {
        if (target == Session.END) {
            // The next person begins: one chain without a gap.
            reach(session.first(), weight, 0, into, index, atHub);
            return;
        }
        Step step = session.step(target);
        if (step.does() != null) {
            into[step.does().ordinal()] += weight;
        } else if (target == session.hub() && !atHub) {
            hub[index][following] += weight;
        } else {
            row(step, weight, following, into, index);
        }
    }

    private void hubRow(int following) {
        Step at = session.step(session.hub());
        double[] open = session.open(at, following, slots);
        for (int i = 0; i < open.length; i++) {
            if (open[i] > 0) {
                reach(at.targets().get(i), open[i], following, fromHub[following], START, true);
            }
        }
    }

    /** Probability that the way from a step leads over the hub; a step of {@link Session#END} is a session's start. */
    double hubShare(int step, int following) {
        return hub[step + 1][following];
    }

    /**
     * Probability of an operation.
     *
     * @param bidProbability that a bid is made if the hub is reached
     */
    double share(OperationKind kind, int step, int following, double bidProbability) {
        double before = direct[step + 1][following][kind.ordinal()];
        double atHub = hub[step + 1][following];
        if (atHub == 0) {
            return before;
        }
        double there = kind == OperationKind.PLACE_BID ? bidProbability : 0;
        return before + atHub * (there + (1 - bidProbability) * fromHub[following][kind.ordinal()]);
    }
}
