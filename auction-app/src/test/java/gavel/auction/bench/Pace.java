package gavel.auction.bench;

/** When the next bid is sent. */
sealed interface Pace {
    /** Whatever becomes of the bids before it: the n-th bid is due n / rate seconds after the first. */
    record Steady(int perSecond) implements Pace {
        long dueNanos(long n) {
            return n * 1_000_000_000L / perSecond;
        }
    }

    /** As soon as fewer than so many wait for their confirm or, if they are answered, for their answer. */
    record Saturating(int waiting, boolean answered) implements Pace {}
}
