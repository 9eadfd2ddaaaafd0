package gavel.driver.operation;

import gavel.driver.loop.Timetable;
import gavel.driver.profile.Profile;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;

/** What the operations of one loop share: its log, the profile, photos, and exchanges that are free. Owned by the loop. */
public final class LoopContext {
    private static final int MOST_TEXTS = 1_000;
    private static final int MOST_FREE = 256;

    private final Timetable timetable;
    private final Profile profile;
    private final Photos photos;
    private final OperationLog log;
    private final InstantSource time;
    private final String runKey;
    private final Map<String, String> texts = new HashMap<>();
    private final ArrayDeque<Call> free = new ArrayDeque<>();
    private final ArrayDeque<Body> bodies = new ArrayDeque<>();
    private final ZipfTables zipf;
    private int auctions = Integer.MAX_VALUE;
    private long persons;

    /** @param runKey a word that no other run and no other agent uses: part of new addresses and idempotency keys */
    public LoopContext(
            Timetable timetable, Profile profile, Photos photos, OperationLog log, InstantSource time, String runKey) {
        this.timetable = timetable;
        this.profile = profile;
        this.photos = photos;
        this.log = log;
        this.time = time;
        this.runKey = runKey;
        this.zipf = new ZipfTables(profile.auctions().skew());
    }

    public Timetable timetable() {
        return timetable;
    }

    public Profile profile() {
        return profile;
    }

    public OperationLog log() {
        return log;
    }

    Photos photos() {
        return photos;
    }

    InstantSource time() {
        return time;
    }

    String runKey() {
        return runKey;
    }

    /** Counts newcomers, so that their addresses differ. */
    long nextPerson() {
        return ++persons;
    }

    /** How many people the whole load has from now on, those of other loops and agents too. */
    public void users(int number) {
        auctions = profile.auctions().running(number);
    }

    /**
     * How many of the running auctions people go to, the first ones of the list: as many as the profile has for the users of the load. A
     * data set made for more has more of them, and people spread over all would meet too few others to bid against.
     */
    int auctions(int running) {
        return Math.min(running, auctions);
    }

    /** A rank, from 0, among so many auctions. */
    int rank(int auctions, double uniform) {
        return zipf.pick(auctions, uniform);
    }

    /** The text that was seen first of those that are equal, for what is the same for thousands of people; null stays null. */
    String same(String text) {
        if (text == null) {
            return null;
        }
        String first = texts.get(text);
        if (first == null && texts.size() < MOST_TEXTS) {
            texts.put(text, text);
        }
        return first == null ? text : first;
    }

    Call borrow() {
        Call call = free.pollLast();
        return call == null ? new Call() : call;
    }

    /** Some are kept for the next; those of the busiest moment, with the requests they still know, are not kept for ever. */
    void giveBack(Call call) {
        if (free.size() < MOST_FREE) {
            free.addLast(call);
        }
    }

    Body borrowBody() {
        Body body = bodies.pollLast();
        return body == null ? new Body() : body;
    }

    void giveBack(Body body) {
        if (bodies.size() < MOST_FREE) {
            bodies.addLast(body);
        }
    }
}
