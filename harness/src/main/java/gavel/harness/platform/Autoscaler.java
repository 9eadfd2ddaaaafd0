package gavel.harness.platform;

import java.io.IOException;

/** Something beside the harness that says how many application servers there are to be. Used by one thread. */
public interface Autoscaler extends AutoCloseable {
    /**
     * What it is to do.
     *
     * @param most servers there may be
     * @param coresEach that servers are to use on average
     * @param settlingSeconds it waits before it takes servers away; null for what it does by itself
     */
    record Wish(int most, double coresEach, Integer settlingSeconds) {}

    /**
     * What it says now.
     *
     * @param servers there are to be
     * @param idle why it decides nothing; empty where it decides
     */
    record Word(int servers, String idle) {}

    /** @throws IOException where it cannot be asked */
    Word now() throws IOException;

    /** It says nothing any more. Safe to call twice. */
    @Override
    void close();
}
