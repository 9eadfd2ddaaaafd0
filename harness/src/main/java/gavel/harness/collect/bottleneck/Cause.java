package gavel.harness.collect.bottleneck;

/**
 * Time in which a process of the run, or the whole machine, did not run or could not be reached.
 *
 * @param kind what was wrong with it
 * @param tier empty where it is a whole machine
 * @param instance empty where it is a whole machine
 * @param fromSecond of the measurement; 0 where it is not known when
 * @param seconds for how long, about
 * @param statement one sentence for the reader
 */
public record Cause(Kind kind, String tier, String instance, double fromSecond, double seconds, String statement) {
    public enum Kind {
        /** By a signal or a debugger. */
        STOPPED,
        /** No sample was taken. */
        NOT_SAMPLED,
        /** Its host did not answer. */
        SILENT,
        GARBAGE_COLLECTION,
        THROTTLED,
        /** By processes outside the run or by the hypervisor. */
        TAKEN
    }
}
