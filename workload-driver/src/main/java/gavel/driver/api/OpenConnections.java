package gavel.driver.api;

import gavel.driver.api.LoadSpec.EngineSpec;

/**
 * Connections of a person, each of which is a descriptor at both ends. Measured: docs/evidence/workload.md.
 *
 * @param usual on average, when most are open
 * @param most of a person who waits for slow answers
 */
public record OpenConnections(double usual, double most) {
    /** Six at most, as browsers open, and one that is being closed. */
    public static final OpenConnections HTTP_1 = new OpenConnections(5, 7);

    /** Where none is idle for 15 s, and for 5 s. */
    private static final OpenConnections HTTP_1_BRIEF = new OpenConnections(4.5, 7);

    private static final OpenConnections HTTP_1_BRIEFEST = new OpenConnections(3.5, 7);
    /** One, and at times that of a session that has just ended. */
    public static final OpenConnections HTTP_2 = new OpenConnections(1.1, 2);

    private static final int BRIEF_MILLIS = 15_000;
    private static final int BRIEFEST_MILLIS = 5_000;

    /** @param offered whether the server takes HTTP/2 where people ask for it */
    public static OpenConnections of(EngineSpec engine, boolean offered) {
        if (engine.http() == HttpVersion.HTTP_2 || engine.http() == HttpVersion.AUTO && offered) {
            return HTTP_2;
        }
        int idle = engine.idleTimeoutMillis();
        if (idle == 0 || idle > BRIEF_MILLIS) {
            return HTTP_1;
        }
        return idle > BRIEFEST_MILLIS ? HTTP_1_BRIEF : HTTP_1_BRIEFEST;
    }

    /** Users whose usual connections so many descriptors are enough for. */
    public int usersWithin(long descriptors) {
        return within(descriptors, usual);
    }

    /** Users for whom they suffice, however many connections each has open. */
    public int usersAlwaysWithin(long descriptors) {
        return within(descriptors, most);
    }

    private static int within(long descriptors, double each) {
        return (int) Math.clamp(descriptors / each, 0, Integer.MAX_VALUE);
    }
}
