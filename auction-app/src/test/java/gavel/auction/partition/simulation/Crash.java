package gavel.auction.partition.simulation;

/** The process ends here; an error, so that nothing under test catches it. */
final class Crash extends Error {
    private static final long serialVersionUID = 1L;

    Crash(String where) {
        super(where, null, false, false);
    }
}
