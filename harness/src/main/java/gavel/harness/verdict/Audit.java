package gavel.harness.verdict;

import java.util.List;

/** What the application's audit found, as its report file says it. */
public record Audit(boolean ok, long historyLagMillis, List<Invariant> invariants) {
    public Audit {
        invariants = invariants == null ? List.of() : List.copyOf(invariants);
    }

    /**
     * @param checked how many facts were held against it
     * @param examples the first violations, in words
     */
    public record Invariant(String name, String description, long checked, long violations, List<String> examples) {
        public Invariant {
            examples = examples == null ? List.of() : List.copyOf(examples);
        }
    }

    public long violations() {
        return invariants.stream().mapToLong(Invariant::violations).sum();
    }
}
