package gavel.harness.result;

/** How an experiment of several measurements ended. */
public enum ExperimentVerdict {
    /** Every one of them was made and counts, and no data were lost. */
    MEASURED,
    /** Answered bids or other facts were lost. */
    FAIL,
    /** Some are left to be made. */
    INCOMPLETE,
    /** Something cannot be trusted. */
    INVALID
}
