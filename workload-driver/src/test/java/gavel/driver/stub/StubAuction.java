package gavel.driver.stub;

import gavel.driver.profile.Draws;
import gavel.driver.stub.StubServer.Reply;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;

/** One running auction of the stub: lots follow one another for ever. Touched by the stub's thread only. */
final class StubAuction {
    private static final long SOMEBODY = 9_000;
    /** Mean plus 0.8 deviations of the logarithm of the profile's ceilings. */
    private static final double USUAL_CEILING = Math.exp(1.0 + 0.8 * 0.5);

    final long id;
    final List<Waiter> waiters = new ArrayList<>();
    long revision = 1;
    long lotId;
    BigDecimal startingPrice;
    BigDecimal price;
    Long leader;
    int bidCount;
    String lastBid;
    String phase;
    long deadlineNanos;
    private long lots;
    private long lastCallNanos;
    private boolean asLoaded;

    record Waiter(long after, long untilNanos, StubServer.Answer answer) {}

    StubAuction(long id) {
        this.id = id;
    }

    void open(long nowNanos, long lastCallNanos) {
        lots++;
        lotId = id * 1_000 + lots;
        startingPrice = startingPrice();
        price = null;
        leader = null;
        bidCount = 0;
        lastBid = null;
        phase = "OPEN";
        this.lastCallNanos = lastCallNanos;
        deadlineNanos = nowNanos + lastCallNanos;
    }

    /** The loader's lie evenly between 10 and 500 on a logarithmic scale; how far bids can raise them decides how long lots last. */
    private BigDecimal startingPrice() {
        double price =
                asLoaded ? 10 * Math.exp(Draws.of(id, lots, 0).unit() * Math.log(50)) : 20 + (id * 7 + lots * 13) % 60;
        return BigDecimal.valueOf(price).setScale(2, RoundingMode.HALF_UP);
    }

    /**
     * As if it had been opened a while ago: somebody leads, at a price between the starting price and what most would pay.
     *
     * @param raised how far the price has come, and {@code waited} how much of the time to last call is over, 0..1
     */
    void midLife(double raised, double waited) {
        asLoaded = true;
        startingPrice = startingPrice();
        price = startingPrice
                .multiply(BigDecimal.valueOf(1 + raised * (USUAL_CEILING - 1)))
                .setScale(2, RoundingMode.DOWN);
        leader = SOMEBODY;
        deadlineNanos -= (long) (waited * lastCallNanos);
    }

    /** Answers the polls that waited long enough; they stand in the order they came. */
    void endPollsUntil(long nowNanos) {
        int ended = 0;
        while (ended < waiters.size() && waiters.get(ended).untilNanos() <= nowNanos) {
            ended++;
        }
        if (ended > 0) {
            List<Waiter> over = List.copyOf(waiters.subList(0, ended));
            waiters.subList(0, ended).clear();
            over.forEach(waiter -> waiter.answer().send(Reply.empty(204)));
        }
    }

    BigDecimal minimumBid() {
        if (price == null) {
            return startingPrice;
        }
        return price.add(
                price.movePointLeft(2).setScale(2, RoundingMode.CEILING).max(BigDecimal.ONE));
    }

    String live(long nowNanos) {
        return "{\"auctionId\":" + id + ",\"state\":\"RUNNING\",\"revision\":" + revision + ",\"lot\":{\"id\":" + lotId
                + ",\"itemId\":" + lotId + ",\"title\":\"a \\\"fine\\\" clock\",\"phase\":\"" + phase + "\",\"price\":"
                + (price == null ? startingPrice : price) + ",\"minimumBid\":" + minimumBid() + ",\"leaderId\":"
                + leader + ",\"bidCount\":" + bidCount + ",\"closesInMillis\":"
                + Math.max(0, (deadlineNanos - nowNanos) / 1_000_000) + "},\"lastBidId\":"
                + (lastBid == null ? "null" : "\"" + lastBid + "\"") + ",\"changedAt\":\"2026-01-01T00:00:00Z\"}";
    }

    String lot() {
        return "{\"id\":" + lotId + ",\"auctionId\":" + id + ",\"itemId\":" + lotId
                + ",\"position\":1,\"round\":1,\"title\":\"clock\",\"thumbnail\":\"/api/images/" + lotId
                + "-1?size=thumbnail\",\"startingPrice\":" + startingPrice + ",\"price\":" + price + ",\"phase\":\""
                + phase + "\",\"leaderId\":" + leader + ",\"bidCount\":" + bidCount
                + ",\"openedAt\":\"2026-01-01T00:00:00Z\",\"closesAt\":null,\"closedAt\":null}";
    }

    String summary() {
        return "{\"id\":" + id + ",\"name\":\"auction " + id
                + "\",\"category\":\"clocks\",\"ownerId\":9000,\"startsAt\":\"2026-01-01T00:00:00Z\",\"state\":\"RUNNING\","
                + "\"recurring\":true,\"lotCount\":20,\"revision\":" + revision + ",\"version\":1}";
    }
}
