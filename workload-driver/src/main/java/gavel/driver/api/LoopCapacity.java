package gavel.driver.api;

/**
 * What one loop of a driver did when nothing but itself and loopback was in its way. An upper bound for people, who have connections and
 * histories of their own and get longer answers.
 *
 * @param exchanges checked, one after the other over each of a few connections
 * @param busyShare of the loop's time, 0..1; below 1 the server was the limit, which {@link #exchangesPerSecond} makes up for
 */
public record LoopCapacity(long exchanges, double seconds, double busyShare) {
    /** Of a loop's time; a run whose loops were busier is not valid unless that changes no verdict. */
    public static final double PERMITTED_BUSY_SHARE = 0.8;

    /** With the loop busy all the time. */
    public double exchangesPerSecond() {
        return exchanges / (seconds * busyShare);
    }
}
