package gavel.driver.profile;

import java.util.EnumMap;
import java.util.Map;

/**
 * How often a session without failures does each operation, by the theory of absorbing chains (Kemeny and Snell, "Finite Markov Chains").
 * The chain is walked over pairs of step and number of auctions followed, until all probability has reached the end.
 *
 * @param perSession expected number of each operation in a session; bids are not part of the chain
 * @param attendedCycles expected sum over a session's cycles of the auctions followed
 */
public record Visits(Map<OperationKind, Double> perSession, double attendedCycles) {
    private static final double NEGLIGIBLE = 1e-12;

    public Visits {
        perSession = Map.copyOf(perSession);
    }

    public static Visits of(Session session, int slots) {
        int size = session.steps().size();
        double[][] now = new double[size][slots + 1];
        now[session.first()][0] = 1;
        Map<OperationKind, Double> perSession = new EnumMap<>(OperationKind.class);
        double attended = 0;
        double mass = 1;
        while (mass > NEGLIGIBLE) {
            double[][] next = new double[size][slots + 1];
            mass = 0;
            for (int i = 0; i < size; i++) {
                Session.Step step = session.step(i);
                for (int following = 0; following <= slots; following++) {
                    double probability = now[i][following];
                    if (probability == 0) {
                        continue;
                    }
                    int then = after(step.does(), following);
                    if (step.does() != null) {
                        perSession.merge(step.does(), probability, Double::sum);
                        attended += probability * then;
                    }
                    mass += spread(session, step, probability, then, slots, next);
                }
            }
            now = next;
        }
        return new Visits(perSession, attended);
    }

    private static int after(OperationKind does, int following) {
        return following + (does == OperationKind.JOIN_AUCTION ? 1 : does == OperationKind.LEAVE_AUCTION ? -1 : 0);
    }

    private static double spread(
            Session session, Session.Step step, double probability, int following, int slots, double[][] next) {
        double[] open = session.open(step, following, slots);
        double stayed = 0;
        double any = 0;
        for (int i = 0; i < open.length; i++) {
            any += open[i];
            int target = step.targets().get(i);
            if (target != Session.END) {
                next[target][following] += probability * open[i];
                stayed += probability * open[i];
            }
        }
        if (any == 0) {
            next[session.hub()][following] += probability;
            stayed += probability;
        }
        return stayed;
    }

    /** Operations of a session, bids aside. */
    public double operations() {
        return perSession.values().stream().mapToDouble(Double::doubleValue).sum();
    }

    public double share(OperationKind kind) {
        return perSession.getOrDefault(kind, 0.0) / operations();
    }

    /** Auctions one person follows on average over a session. */
    public double following() {
        return attendedCycles / operations();
    }
}
