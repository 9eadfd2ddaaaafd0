package gavel.auction.cache;

/**
 * How many entries each cache holds, from the users a deployment is sized for.
 *
 * @param users above 0
 */
public record CacheSizes(int users) {
    /** Two sessions for each user: the present one, and the last one until it expires. */
    public int sessions() {
        return atLeast(1_000, 2L * users);
    }

    /** One running auction for 15 users, and as many again that are looked at. */
    public int auctions() {
        return atLeast(1_000, users / 4L);
    }

    /** 20 lots in each running auction, and the items people search for. */
    public int items() {
        return atLeast(2_000, 4L * users);
    }

    /** Two pages of ten for each auction. */
    public int lotPages() {
        return atLeast(1_000, users / 2L);
    }

    public int images() {
        return atLeast(2_000, 4L * users);
    }

    /** About 4 KB each. */
    public int thumbnails() {
        return Math.min(20_000, atLeast(2_000, 4L * users));
    }

    private static int atLeast(int floor, long entries) {
        return (int) Math.min(Integer.MAX_VALUE, Math.max(floor, entries));
    }
}
