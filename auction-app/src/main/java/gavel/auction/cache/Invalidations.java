package gavel.auction.cache;

/** Tells every node that the source of a cached value has changed. */
@FunctionalInterface
public interface Invalidations {
    /** Best effort and without waiting: what cannot be sent is bounded by the time to live. */
    void publish(String cache, String key);
}
