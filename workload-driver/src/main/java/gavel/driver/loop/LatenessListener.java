package gavel.driver.loop;

/** Hears how late a loop fired each timer: actual minus intended, in nanoseconds. Called on the loop's thread. */
@FunctionalInterface
public interface LatenessListener {
    LatenessListener NONE = (_, _) -> {};

    void fired(long dueNanos, long lateNanos);
}
