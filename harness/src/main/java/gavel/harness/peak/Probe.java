package gavel.harness.peak;

/**
 * One interval at a fixed number of users, judged.
 *
 * @param worst the figure nearest to its limit or furthest above it, as a share of that limit: 1 is just at the limit; 0 where nothing came
 *     near one
 */
public record Probe(int users, Outcome outcome, double worst) {
    /** How an interval ends; an invalid one says nothing about the system. */
    public enum Outcome {
        PASS,
        FAIL,
        INVALID
    }

    public Probe {
        if (users <= 0) {
            throw new IllegalArgumentException("users must be > 0: " + users);
        }
        if (!(worst >= 0)) {
            throw new IllegalArgumentException("worst must be >= 0: " + worst);
        }
    }

    boolean passed() {
        return outcome == Outcome.PASS;
    }

    public boolean valid() {
        return outcome != Outcome.INVALID;
    }
}
