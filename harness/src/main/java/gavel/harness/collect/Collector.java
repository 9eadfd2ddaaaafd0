package gavel.harness.collect;

/**
 * Watches every instance of a deployment from its start until it is closed, one sample a second. The measurement is the time between
 * {@link #beginMeasurement} and {@link #endMeasurement}; only what happened there is in {@link Collected}'s sums.
 */
public interface Collector extends InstanceWatch, AutoCloseable {
    /** Reads all counters; called when the driver's measurement begins. */
    void beginMeasurement() throws InterruptedException;

    /** Reads all counters again; called when the driver's measurement ends, before anything is stopped. */
    void endMeasurement() throws InterruptedException;

    /** The newest sample, for a status line; {@link Sample#NONE} before the first. */
    Sample latest();

    /** What is read for the live page, by one thread at a time; each reading costs requests to the servers. Nothing once it is closed. */
    default LiveFigures figures() throws InterruptedException {
        return LiveFigures.NONE;
    }

    /** What was seen so far. Complete after {@link #endMeasurement}; before it (an interrupted run) the sums are those up to now. */
    Collected collected();

    @Override
    void close();
}
