package gavel.auction.history;

import java.time.Instant;

/** What stands in the history of an account. */
interface HistoryEntry {
    long accountId();

    /** When it began: entries are found by this. */
    Instant at();

    /** Tells entries of the same instant apart. */
    String key();
}
