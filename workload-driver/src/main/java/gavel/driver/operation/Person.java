package gavel.driver.operation;

import gavel.driver.http.Carrier;
import gavel.driver.profile.Draws;
import gavel.driver.room.AuctionRoom;
import gavel.driver.room.BidAnswer;
import gavel.driver.room.BidIntent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What one person knows and has chosen during one session: main screen and followers share it. A new session is another person.
 * Owned by the loop.
 */
public final class Person {
    private final long user;
    private final Account account;
    private final Carrier connections;
    private final Draws draws;
    private final List<AuctionRoom> rooms = new ArrayList<>(0);

    String email;
    long accountId;
    String token;
    long profileVersion;
    int auctionsRunning;
    List<String> assets = List.of();
    long[] listed = {};
    List<String> shown = List.of();
    int rank;
    String cursor;
    boolean secondPage;
    long candidate;
    long[] catalogued = {};
    List<String> pictures = List.of();
    long ownItem;
    long ownAuction;
    long ownAuctionVersion;
    private long made;
    private Map<String, String> etags = Map.of();
    private AuctionRoom leaving;
    private BidIntent intent;
    AuctionRoom entering;
    BidAnswer answer;
    private AuctionRoom joined;

    /**
     * A loaded account.
     *
     * @param id also the account's id in the data set
     */
    public record Account(long id, String email, String password) {
        @Override
        public String toString() {
            return "Account[" + id + ", " + email + "]";
        }
    }

    /** @param draws for what is searched, read and written; bids and the way through the session have streams of their own */
    public Person(long user, Account account, Carrier connections, Draws draws) {
        this.user = user;
        this.account = account;
        this.connections = connections;
        this.draws = draws;
        this.email = account.email();
    }

    /** Number of the simulated user, over all agents. */
    public long user() {
        return user;
    }

    public Account account() {
        return account;
    }

    /** The account's id as the server said it. */
    public long accountId() {
        return accountId;
    }

    public boolean loggedIn() {
        return token != null;
    }

    public Carrier connections() {
        return connections;
    }

    /** Auctions attended, in the order they were joined. */
    public List<AuctionRoom> rooms() {
        return rooms;
    }

    /** Says which auction the next LeaveAuction leaves. */
    public void leaves(AuctionRoom room) {
        leaving = room;
    }

    /** Says what the next PlaceBid bids. */
    public void intends(BidIntent bid) {
        intent = bid;
    }

    /** The room the last JoinAuction entered, once. */
    public AuctionRoom takeJoined() {
        AuctionRoom taken = joined;
        joined = null;
        return taken;
    }

    /** What became of the last PlaceBid; null before an answer. */
    public BidAnswer answer() {
        return answer;
    }

    void entered(AuctionRoom room) {
        joined = room;
    }

    AuctionRoom leaving() {
        return leaving;
    }

    BidIntent intent() {
        return intent;
    }

    boolean registering() {
        return !email.equals(account.email());
    }

    Draws draws() {
        return draws;
    }

    /** What the browser's cache has of a path; null for nothing. */
    String etag(String path) {
        return etags.get(path);
    }

    void cache(String path, String etag) {
        if (etag != null) {
            etags = etags.isEmpty() ? new HashMap<>(8) : etags;
            etags.put(path, etag);
        }
    }

    boolean attends(long auction) {
        return rooms.stream().anyMatch(room -> room.auctionId() == auction);
    }

    /** Counts what this person makes, so that names and keys differ. */
    long nextMade() {
        return ++made;
    }
}
