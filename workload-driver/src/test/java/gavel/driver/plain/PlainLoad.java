package gavel.driver.plain;

/** Plain exchanges, without sessions and operations. Begun on the loop's thread; the tally completes when all have ended. */
interface PlainLoad {
    /** @param number of connections or of people, as the load has it */
    void start(int number, long atNanos);

    PlainTally tally();
}
