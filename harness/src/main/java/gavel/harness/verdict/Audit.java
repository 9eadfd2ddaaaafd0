package gavel.harness.verdict;

import java.util.List;

/**
 * What the application's audit found, as its report file says it.
 *
 * @param ok whether no invariant is violated
 * @param historyLagMillis age of the oldest decision that was not in the history when the audit began
 * @param invariants each that was checked
 * @param notLookedAt what no invariant would notice
 */
public record Audit(boolean ok, long historyLagMillis, List<Invariant> invariants, List<Omission> notLookedAt) {
    public Audit {
        // Of two clocks: that of the server that decided may be ahead of the store's.
        historyLagMillis = Math.max(0, historyLagMillis);
        invariants = invariants == null ? List.of() : List.copyOf(invariants);
        notLookedAt = notLookedAt == null ? List.of() : List.copyOf(notLookedAt);
    }

    /** Of data that did not even count as they should, so that no more was looked at. */
    public static Audit damaged(List<Invariant> damage) {
        return new Audit(false, 0, damage, List.of());
    }

    /**
     * @param name of the invariant
     * @param description what must be true
     * @param checked how many facts were held against it
     * @param violations facts that break it
     * @param examples the first violations, in words
     */
    public record Invariant(String name, String description, long checked, long violations, List<String> examples) {
        public Invariant {
            examples = examples == null ? List.of() : List.copyOf(examples);
        }
    }

    /**
     * Something the audit does not look at.
     *
     * @param why which part, and for what reason
     * @param where columns, fields of documents, and other places
     */
    public record Omission(String why, List<String> where) {
        public Omission {
            where = where == null ? List.of() : List.copyOf(where);
        }
    }

    /** In how many columns, fields and other places there is something that is not looked at. */
    public int placesNotLookedAt() {
        return notLookedAt.stream()
                .mapToInt(omission -> omission.where().size())
                .sum();
    }

    /** Whether the data are whole. */
    public boolean sound() {
        return ok && violations() == 0;
    }

    public long violations() {
        return invariants.stream().mapToLong(Invariant::violations).sum();
    }
}
