package gavel.auction.audit;

import java.util.ArrayList;
import java.util.List;

/**
 * What came of checking one invariant.
 *
 * @param checked how many things it was checked for
 * @param examples the first violations, for people
 */
public record InvariantResult(
        String name, String description, long checked, long violations, List<String> examples) {

    public InvariantResult {
        examples = List.copyOf(examples);
    }

    public boolean holds() {
        return violations == 0;
    }

    /** Counts what is checked and keeps the first examples. Used by one thread. */
    static final class Tally {
        private static final int EXAMPLES = 10;

        private final String name;
        private final String description;
        private final List<String> examples = new ArrayList<>(EXAMPLES);
        private long checked;
        private long violations;

        Tally(String name, String description) {
            this.name = name;
            this.description = description;
        }

        void checked(long more) {
            checked += more;
        }

        void violation(String example) {
            violations++;
            if (examples.size() < EXAMPLES) {
                examples.add(example);
            }
        }

        InvariantResult result() {
            return new InvariantResult(name, description, checked, violations, examples);
        }
    }
}
