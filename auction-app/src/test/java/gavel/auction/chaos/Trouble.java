package gavel.auction.chaos;

import java.time.Duration;

/** What is done to the nodes and the services they stand on. */
enum Trouble {
    KILL("a node is killed", "bids decided again", 6, "even spread"),
    FREEZE(
            "a node is frozen for longer than its lease",
            "bids decided again",
            6,
            "even spread, and its bids, after it wakes"),
    DRAIN("a node is drained", "bids decided again", 1, "even spread"),
    JOIN("a node joins", "ready", 60, "even spread, by the table of leases"),
    BROKER("the broker is killed and started again", "bids decided again", 30, "even spread"),
    DATABASE("the database crashes and recovers", "bids decided again", 30, "even spread"),
    DOCUMENTS("the document store is away for 10 s", "bids decided meanwhile", 1, "history complete again");

    static final Duration LONGEST_SETTLING = Duration.ofSeconds(10);

    private final String what;
    private final String decided;
    private final Duration longest;
    private final String settled;

    Trouble(String what, String decided, int longestSeconds, String settled) {
        this.what = what;
        this.decided = decided;
        this.longest = Duration.ofSeconds(longestSeconds);
        this.settled = settled;
    }

    String what() {
        return what;
    }

    /** What the first of the two measured times ends with. */
    String decided() {
        return decided;
    }

    /** The longest the first may take. */
    Duration longest() {
        return longest;
    }

    /** What the second one ends with. */
    String settled() {
        return settled;
    }
}
