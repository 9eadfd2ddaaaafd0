package gavel.auction.operations;

/** A part of this node that has something to hand over or to finish before the node may end. */
@FunctionalInterface
public interface Drainable {
    /** Starts handing over; does not wait for the end. Doing it twice is harmless. */
    void drain();
}
