package gavel.harness.peak;

/**
 * One interval at a fixed number of users, judged.
 *
 * @param users people at full load
 * @param outcome its verdict
 * @param worst the figure nearest to its limit or furthest above it, as a share of that limit: 1 is just at the limit; 0 where nothing came
 *     near one
 * @param served share of what the users would have done without waiting, > 0, at most 1: main operations started over those expected
 */
public record Probe(int users, Outcome outcome, double worst, double served) {
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
        if (!(served > 0 && served <= 1)) {
            throw new IllegalArgumentException("served must be > 0 and <= 1: " + served);
        }
    }

    /** One whose users were not slowed down, as far as known. */
    public Probe(int users, Outcome outcome, double worst) {
        this(users, outcome, worst, 1);
    }

    public boolean passed() {
        return outcome == Outcome.PASS;
    }

    public boolean valid() {
        return outcome != Outcome.INVALID;
    }
}
