package gavel.auction.dataset.plan;

/**
 * How many of everything a set has, and which ids they have. Running things come first, then past, then future ones; a lot of the
 * set has the id of its item.
 *
 * @param users accounts with histories: ids 1..users
 * @param accounts users first, then bidders of the running lots, then sellers: the last fifth
 */
public record DataSetSize(int users, int accounts, int running, int past, int future) {
    public static final int RUNNING_LOTS = 20;
    public static final int LOTS = 10;
    public static final int BIDS = 20;

    private static final int ATTENDEES = 40;

    static DataSetSize of(int users) {
        int halfOfUsers = (users + 1) / 2;
        return new DataSetSize(users, 5 * users, Math.max(4, (users + 14) / 15), halfOfUsers, halfOfUsers);
    }

    public int auctions() {
        return running + past + future;
    }

    public int runningItems() {
        return running * RUNNING_LOTS;
    }

    public int items() {
        return runningItems() + LOTS * (past + future);
    }

    /** Attendees of a past auction: fewer where there are fewer users. Two are needed to outbid each other. */
    public int attendees() {
        return Math.clamp(users, 2, ATTENDEES);
    }

    /** Accounts past auctions were attended by: 1..this. */
    int attending() {
        return Math.max(2, users);
    }

    int firstBidder() {
        return Math.max(2, users) + 1;
    }

    int firstSeller() {
        return 4 * users + 1;
    }

    public Phase phaseOfAuction(int auctionId) {
        if (auctionId < 1 || auctionId > auctions()) {
            throw new IllegalArgumentException("auction must be within 1.." + auctions() + ": " + auctionId);
        }
        return auctionId <= running ? Phase.RUNNING : auctionId <= running + past ? Phase.PAST : Phase.FUTURE;
    }

    /** First item of an auction; its lots have the same ids. */
    public int firstItem(int auctionId) {
        return auctionId <= running
                ? (auctionId - 1) * RUNNING_LOTS + 1
                : runningItems() + (auctionId - running - 1) * LOTS + 1;
    }

    public int auctionOfItem(int itemId) {
        return itemId <= runningItems()
                ? (itemId - 1) / RUNNING_LOTS + 1
                : running + (itemId - runningItems() - 1) / LOTS + 1;
    }

    /** When an auction takes place, seen from the load. */
    public enum Phase {
        RUNNING,
        PAST,
        FUTURE
    }
}
