package gavel.driver.profile;

import java.util.List;

/**
 * The main behaviour: a Markov chain of steps that a session walks from its first step to its end. Immutable; steps are told apart
 * by their index.
 *
 * @param first index of the step a session begins with
 * @param hub index of the step where followers are asked for bids and where a session goes on when a draw has nothing left
 */
public record Session(List<Step> steps, int first, int hub) {
    /** Index that ends a session. */
    public static final int END = -1;

    /** What a step's condition may look at. */
    public enum Condition {
        ALWAYS("always"),
        SLOT_FREE("slotFree"),
        ATTENDING("attending");

        private final String title;

        Condition(String title) {
            this.title = title;
        }

        String title() {
            return title;
        }

        /** Whether it holds for a person who follows so many auctions. */
        public boolean holds(int following, int slots) {
            return switch (this) {
                case ALWAYS -> true;
                case SLOT_FREE -> following < slots;
                case ATTENDING -> following > 0;
            };
        }
    }

    /**
     * One step.
     *
     * @param does null for a step that only draws
     * @param targets indices of the steps that may follow, {@link #END} among them
     * @param percents of the targets, adding up to 100
     */
    public record Step(String name, OperationKind does, Condition when, List<Integer> targets, List<Double> percents) {
        public Step {
            targets = List.copyOf(targets);
            percents = List.copyOf(percents);
        }
    }

    public Session {
        steps = List.copyOf(steps);
    }

    public Step step(int index) {
        return steps.get(index);
    }

    /** The probabilities of a step's targets, in their order, given how many auctions are followed; all 0 when none is open. */
    public double[] open(Step from, int following, int slots) {
        double[] shares = new double[from.targets().size()];
        double sum = 0;
        for (int i = 0; i < shares.length; i++) {
            int target = from.targets().get(i);
            boolean holds = target == END || steps.get(target).when().holds(following, slots);
            shares[i] = holds ? from.percents().get(i) : 0;
            sum += shares[i];
        }
        for (int i = 0; i < shares.length && sum > 0; i++) {
            shares[i] /= sum;
        }
        return shares;
    }

    /** Picks a target with one uniform number; the hub when no target is open. */
    public int choose(Step from, double[] open, double uniform) {
        double sum = 0;
        int last = hub;
        for (int i = 0; i < open.length; i++) {
            if (open[i] > 0) {
                sum += open[i];
                last = from.targets().get(i);
                if (uniform < sum) {
                    return last;
                }
            }
        }
        return last;
    }
}
