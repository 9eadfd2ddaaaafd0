package gavel.harness.peak;

/**
 * What a machine has room for, whatever a search is allowed.
 *
 * @param users at most
 * @param limit what there is too little of for more
 */
public record Room(int users, Limit limit) {
    /** What bounds the number of users. */
    public enum Limit {
        MEMORY(
                "memory",
                Conclusion.Kind.BEYOND_MEMORY,
                "give the tiers less (`gavel plan --users N` shows what they have)"),
        DESCRIPTORS(
                "descriptors",
                Conclusion.Kind.BEYOND_DESCRIPTORS,
                "raise the limit (`ulimit -Hn`), let people speak HTTP/2 (drivers.http), or divide them (`gavel plan` shows what each process needs)");

        private final String word;
        private final Conclusion.Kind kind;
        private final String advice;

        Limit(String word, Conclusion.Kind kind, String advice) {
            this.word = word;
            this.kind = kind;
            this.advice = advice;
        }

        /** As it is called before people. */
        public String word() {
            return word;
        }
    }

    /** Where the machine has room for every number that is allowed. */
    public static Room enough() {
        return new Room(Integer.MAX_VALUE, Limit.MEMORY);
    }

    /** The narrower one. */
    public Room and(Room other) {
        return other.users < users ? other : this;
    }

    /** Room for at least this many users. */
    public Room atLeast(int known) {
        return new Room(Math.max(users, known), limit);
    }

    Conclusion stillPasses() {
        return new Conclusion(
                limit.kind,
                null,
                users,
                "there " + (limit == Limit.MEMORY ? "is memory" : "are descriptors")
                        + " for no more users, and these still pass: " + limit.advice + " or take a larger machine");
    }
}
