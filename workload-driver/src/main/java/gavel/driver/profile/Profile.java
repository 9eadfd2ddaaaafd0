package gavel.driver.profile;

import java.util.List;
import java.util.Map;

/**
 * What the simulated people do: read from a file, checked, immutable.
 *
 * @param sha256 of the file's bytes, in hexadecimal
 * @param builtIn whether it is the unchanged file that Gavel ships
 * @param limitMillis of every operation, from intended start to last byte
 * @param words that are searched for
 */
public record Profile(
        String name,
        String version,
        String sha256,
        boolean builtIn,
        CycleTime cycle,
        BackOff backOff,
        Pages pages,
        Auctions auctions,
        BidStrategy bids,
        long newsLimitMillis,
        double acceptedBidsPerUserSecond,
        Map<OperationKind, Long> limitMillis,
        Session session,
        List<String> words) {
    /** Of anything that is waited for. */
    static final int LONGEST_SECONDS = 86_400;

    private static final int STEEPEST = 10;

    /** Seconds a person waits after a failure; uniform. */
    public record BackOff(double shortest, double longest) {
        public BackOff {
            if (!(shortest >= 0 && shortest <= longest)) {
                throw new IllegalArgumentException("needs 0 <= shortest <= longest: " + shortest + " <= " + longest);
            }
            if (longest > LONGEST_SECONDS) {
                throw new IllegalArgumentException("longest must be <= " + LONGEST_SECONDS + ": " + longest);
            }
        }

        public long drawNanos(Draws draws) {
            return (long) (draws.between(shortest, longest) * 1e9);
        }
    }

    /** Entries on a page, and how often the page after the first is asked for too. */
    public record Pages(int size, double nextPage) {
        public Pages {
            if (size < 1 || size > 100 || !(nextPage >= 0 && nextPage <= 1)) {
                throw new IllegalArgumentException(
                        "needs a size of 1..100 and a nextPage of 0..1: " + size + ", " + nextPage);
            }
        }
    }

    /**
     * @param slots auctions one person follows at most
     * @param skew of Zipf's law by which auctions are chosen; 0 for all alike
     * @param lastCallSeconds without a bid until last call, and {@code closeSeconds} more until the hammer falls
     */
    public record Auctions(
            int slots, double usersPerAuction, double skew, double lastCallSeconds, double closeSeconds) {
        public Auctions {
            if (slots < 1 || slots > 6 || !(usersPerAuction > 0 && skew >= 0)) {
                throw new IllegalArgumentException("needs 1..6 slots, usersPerAuction > 0 and skew >= 0: " + slots
                        + ", " + usersPerAuction + ", " + skew);
            }
            if (!(lastCallSeconds > 0 && closeSeconds > 0)) {
                throw new IllegalArgumentException(
                        "lot timing must be > 0 s: " + lastCallSeconds + ", " + closeSeconds);
            }
            if (usersPerAuction < 1 || skew > STEEPEST || Math.max(lastCallSeconds, closeSeconds) > LONGEST_SECONDS) {
                throw new IllegalArgumentException("needs usersPerAuction >= 1, skew <= " + STEEPEST
                        + " and lot timing <= " + LONGEST_SECONDS + " s: " + usersPerAuction + ", " + skew + ", "
                        + lastCallSeconds + ", " + closeSeconds);
            }
        }

        /** Running auctions for a number of users, at least 4. */
        public int running(int users) {
            return Math.max(4, (int) Math.ceil(users / usersPerAuction));
        }
    }

    public Profile {
        limitMillis = Map.copyOf(limitMillis);
        words = List.copyOf(words);
    }

    /** Whether people of this profile, or their pages, ever do it. */
    public boolean performs(OperationKind kind) {
        return kind.background()
                || kind == OperationKind.PLACE_BID
                || session.steps().stream().anyMatch(step -> step.does() == kind);
    }

    public long limitMillis(OperationKind kind) {
        return limitMillis.get(kind);
    }

    /** How long the load is held after a measurement: what is still open then is late even if the driver added to it what it may. */
    public long holdMillis() {
        return longestLimitMillis() + 1_000;
    }

    /** The largest limit: of an operation that is judged by its response time, or of the news. */
    public long longestLimitMillis() {
        return limitMillis.entrySet().stream()
                .filter(entry -> !entry.getKey().longPoll())
                .mapToLong(Map.Entry::getValue)
                .reduce(newsLimitMillis, Math::max);
    }
}
