package gavel.driver.user;

/** Kinds of decisions; each user has a random stream of its own for each, so that one kind does not move another. */
final class Streams {
    static final long CHAIN = 1;
    static final long CYCLES = 2;
    static final long BROWSING = 3;
    static final long WISHES = 4;
    static final long BACK_OFF = 5;
    static final long SESSIONS = 7;

    private Streams() {}
}
