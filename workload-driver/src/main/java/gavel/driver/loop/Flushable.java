package gavel.driver.loop;

/** Something that wrote within this turn of its loop: all of it leaves together when the turn ends. */
@FunctionalInterface
public interface Flushable {
    /** @param nowNanos the moment the bytes leave, the same for everything flushed in this turn */
    void flushAt(long nowNanos);
}
