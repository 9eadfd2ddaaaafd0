package gavel.driver.stub;

import gavel.driver.profile.Draws;
import gavel.driver.stub.StubServer.Answer;
import gavel.driver.stub.StubServer.Reply;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/** The stub's auction house: what is kept, and what each request is answered with. Touched by the stub's thread only. */
final class StubHouse {
    private static final long LOT_NANOS = 30_000_000_000L;
    private static final Reply PICTURE = new Reply(200, "image/jpeg", picture(), null);
    private static final int ITEMS = 37;
    private static final int PAGE_SIZE = 10;

    private final List<StubAuction> auctions = new ArrayList<>();
    private final Map<String, Long> accountOfToken = new HashMap<>();
    private final Map<String, Long> registered = new HashMap<>();
    private final Map<String, Reply> bids = new HashMap<>();
    private final Map<Long, String> lastNames = new HashMap<>();
    private final Map<Long, Integer> versions = new HashMap<>();
    private final Map<Long, String> emails = new HashMap<>();
    private final List<Reply> itemPages = new ArrayList<>();
    private final long lotNanos;
    private final long holdNanos;
    private final LongSupplier clock;
    private long tokens;
    private long made = 500_000;

    StubHouse(int count, long lotNanos, LongSupplier clock) {
        this(count, lotNanos, 3 * lotNanos, clock);
    }

    private StubHouse(int count, long lotNanos, long holdNanos, LongSupplier clock) {
        this.lotNanos = lotNanos;
        this.holdNanos = holdNanos;
        this.clock = clock;
        for (int i = 1; i <= count; i++) {
            StubAuction auction = new StubAuction(i);
            auction.open(clock.getAsLong(), lotNanos);
            auctions.add(auction);
        }
    }

    /** Lots with the timing of the profile, met in mid-life as the loader opens them, and polls held as long as the application does. */
    static StubHouse midLife(int count, LongSupplier clock) {
        StubHouse house = new StubHouse(count, LOT_NANOS, LOT_NANOS, clock);
        Draws draws = Draws.of(1, count, 0);
        house.auctions.forEach(auction -> auction.midLife(draws.unit(), draws.unit()));
        return house;
    }

    void answer(StubCall call, Answer answer) {
        if (call.route().equals("GET /api/auctions/*/live")) {
            live(call, answer);
        } else {
            answer.send(reply(call));
        }
    }

    private Reply reply(StubCall call) {
        Reply open = anybody(call);
        if (open != null) {
            return open;
        }
        Long account = accountOfToken.get(call.token());
        if (account == null) {
            return problem(401);
        }
        return switch (call.route()) {
            case "DELETE /api/sessions/current" -> {
                accountOfToken.remove(call.token());
                yield Reply.empty(204);
            }
            case "GET /api/accounts/me" -> Reply.json(200, account(account));
            case "PUT /api/accounts/me" -> {
                lastNames.put(account, call.field("lastName"));
                versions.merge(account, 4, (before, _) -> before + 1);
                yield Reply.json(200, account(account));
            }
            case "GET /api/accounts/me/bids" ->
                cursor(
                        call,
                        i -> "{\"bidId\":\"x" + i + "\",\"auctionId\":1,\"lotId\":" + i
                                + ",\"amount\":12.50,\"outcome\":\"ACCEPTED\",\"placedAt\":null,\"decidedAt\":null}");
            case "GET /api/accounts/me/attendance" ->
                cursor(call, i -> "{\"auctionId\":" + i + ",\"joinedAt\":\"x\",\"leftAt\":null}");
            case "GET /api/accounts/me/purchases" ->
                cursor(
                        call,
                        i -> "{\"lotId\":" + i
                                + ",\"auctionId\":1,\"itemId\":" + i
                                + ",\"title\":\"t\",\"price\":10.00,\"closedAt\":\"x\",\"thumbnail\":\"/api/images/" + i
                                + "-1?size=thumbnail\"}");
            case "PUT /api/auctions/*/attendance" ->
                Reply.json(
                        200,
                        "{\"auctionId\":" + call.id() + ",\"revision\":" + auction(call).revision
                                + ",\"joinedAt\":\"2026-01-01T00:00:00Z\"}");
            case "DELETE /api/auctions/*/attendance" -> Reply.empty(204);
            case "POST /api/auctions/*/bids" -> bid(call, account);
            case "GET /api/bids/*" -> bids.getOrDefault(call.id(), problem(404));
            case "POST /api/items" -> Reply.json(201, item(++made, account, call.field("title")));
            case "POST /api/items/*/images" -> Reply.json(201, image(call.id() + "-" + ++made));
            case "POST /api/auctions" -> Reply.json(201, auction(++made, call, account, 1));
            case "PUT /api/auctions/*" -> Reply.json(200, auction(Long.parseLong(call.id()), call, account, 2));
            case "POST /api/auctions/*/lots" ->
                Reply.json(
                        201,
                        "{\"id\":" + ++made + ",\"auctionId\":" + call.id() + ",\"itemId\":" + call.field("itemId")
                                + ",\"phase\":\"QUEUED\"}");
            default -> problem(404);
        };
    }

    private static String auction(long id, StubCall call, long owner, int version) {
        return "{\"id\":" + id + ",\"name\":\"" + call.field("name") + "\",\"category\":\"clocks\",\"ownerId\":" + owner
                + ",\"startsAt\":\"x\",\"state\":\"SCHEDULED\",\"recurring\":false,\"lotCount\":0,\"revision\":0,"
                + "\"version\":" + version + "}";
    }

    private Reply anybody(StubCall call) {
        return switch (call.route()) {
            case "GET /" ->
                page(
                        "text/html",
                        "<html><link href=\"/ui/1/app.css\"><script src=\"/ui/1/app.js\"></script></html>",
                        call);
            case "GET /ui/*/app.css" -> page("text/css", "body {}", call);
            case "GET /ui/*/app.js" -> page("text/javascript", "let x;", call);
            case "POST /api/accounts" -> {
                long id = ++made;
                registered.put(call.field("email"), id);
                emails.put(id, call.field("email"));
                yield Reply.json(201, account(id));
            }
            case "POST /api/sessions" -> {
                String token = "t" + ++tokens;
                String email = call.field("email");
                long account = registered.containsKey(email)
                        ? registered.get(email)
                        : Long.parseLong(email, 1, email.indexOf('@'), 10);
                accountOfToken.put("Bearer " + token, account);
                yield Reply.json(
                        201,
                        "{\"token\":\"" + token + "\",\"accountId\":" + account
                                + ",\"expiresAt\":\"2026-01-01T00:00:00Z\"}");
            }
            case "GET /api/auctions" ->
                page(call, auctions.size(), i -> auctions.get(i).summary());
            case "GET /api/auctions/*" -> Reply.json(200, auction(call).summary());
            case "GET /api/auctions/*/lots" -> page(call, 20, i -> auction(call).lot());
            case "GET /api/auctions/*/lots/current" -> {
                StubAuction auction = auction(call);
                yield Reply.json(
                        200,
                        "{\"auctionId\":" + auction.id + ",\"revision\":" + auction.revision + ",\"lot\":"
                                + auction.lot() + ",\"item\":" + item(auction.lotId, 9_000, "clock") + "}");
            }
            case "GET /api/items" -> items(call);
            case "GET /api/items/*" -> Reply.json(200, item(Long.parseLong(call.id()), 9_000, "clock"));
            case "GET /api/images/*" -> PICTURE;
            default -> null;
        };
    }

    private void live(StubCall call, Answer answer) {
        StubAuction auction = auction(call);
        long after = call.query("after", 0);
        if (after == 0 || auction.revision > after) {
            answer.send(Reply.json(200, auction.live(clock.getAsLong())));
        } else {
            auction.waiters.add(new StubAuction.Waiter(after, clock.getAsLong() + holdNanos, answer));
        }
    }

    private Reply bid(StubCall call, long account) {
        StubAuction auction = auction(call);
        BigDecimal amount = new BigDecimal(call.field("amount"));
        String id = "b" + ++made;
        String outcome;
        if (Long.parseLong(call.field("lotId")) != auction.lotId) {
            outcome = "LOT_CLOSED";
        } else if (auction.leader != null && auction.leader == account) {
            outcome = "ALREADY_LEADING";
        } else if (amount.compareTo(auction.minimumBid()) < 0) {
            outcome = "OUTBID";
        } else {
            outcome = "ACCEPTED";
            auction.price = amount;
            auction.leader = account;
            auction.bidCount++;
            auction.lastBid = id;
            auction.phase = "OPEN";
            auction.deadlineNanos = clock.getAsLong() + lotNanos;
            publish(auction);
        }
        Reply reply = Reply.json(
                200,
                "{\"bidId\":\"" + id + "\",\"outcome\":\"" + outcome + "\",\"price\":" + auction.price
                        + ",\"minimumBid\":" + auction.minimumBid() + ",\"revision\":" + auction.revision + "}");
        bids.put(id, reply);
        return reply;
    }

    /** Moves every auction on whose deadline has passed, and ends polls that waited long enough. */
    void tick() {
        long now = clock.getAsLong();
        for (StubAuction auction : auctions) {
            if (auction.deadlineNanos <= now) {
                if (auction.phase.equals("OPEN")) {
                    auction.phase = "LAST_CALL";
                    auction.deadlineNanos = now + lotNanos;
                } else {
                    auction.phase = "SOLD";
                    publish(auction);
                    auction.open(now, lotNanos);
                }
                publish(auction);
            }
            auction.endPollsUntil(now);
        }
    }

    private void publish(StubAuction auction) {
        auction.revision++;
        List<StubAuction.Waiter> told = List.copyOf(auction.waiters);
        auction.waiters.clear();
        Reply view = Reply.json(200, auction.live(clock.getAsLong()));
        told.stream()
                .sorted(Comparator.comparingLong(StubAuction.Waiter::after))
                .forEach(waiter -> waiter.answer().send(view));
    }

    private StubAuction auction(StubCall call) {
        return auctions.get((int) Math.floorMod(Long.parseLong(call.id()) - 1, (long) auctions.size()));
    }

    /** Pages of the usual size are made once: they never change. */
    private Reply items(StubCall call) {
        int page = (int) call.query("page", 0);
        Entry entry = i -> item(i + 1, 9_000, "clock");
        if (call.query("size", PAGE_SIZE) != PAGE_SIZE || page > ITEMS / PAGE_SIZE) {
            return page(call, ITEMS, entry);
        }
        while (itemPages.size() <= page) {
            String uri = "/api/items?size=" + PAGE_SIZE + "&page=" + itemPages.size();
            itemPages.add(page(StubCall.of("GET", uri, null, null, ""), ITEMS, entry));
        }
        return itemPages.get(page);
    }

    private interface Entry {
        String at(int index);
    }

    private static Reply page(StubCall call, int total, Entry entry) {
        int size = (int) call.query("size", 10);
        int page = (int) call.query("page", 0);
        List<String> entries = new ArrayList<>();
        for (int i = page * size; i < Math.min(total, (page + 1) * size); i++) {
            entries.add(entry.at(i));
        }
        return Reply.json(
                200,
                "{\"items\":[" + String.join(",", entries) + "],\"page\":" + page + ",\"size\":" + size + ",\"total\":"
                        + total + "}");
    }

    private static Reply cursor(StubCall call, Entry entry) {
        boolean second = call.uri().contains("cursor=");
        List<String> entries = new ArrayList<>();
        for (int i = 1; i <= (second ? 3 : 10); i++) {
            entries.add(entry.at(i));
        }
        return Reply.json(
                200, "{\"items\":[" + String.join(",", entries) + "],\"next\":" + (second ? "null" : "\"c2\"") + "}");
    }

    private static Reply page(String type, String body, StubCall call) {
        String etag = "\"e1\"";
        return etag.equals(call.etag())
                ? Reply.empty(304)
                : new Reply(200, type, body.getBytes(StandardCharsets.UTF_8), new String[] {"etag", etag});
    }

    private static Reply problem(int status) {
        byte[] body = ("{\"status\":" + status + ",\"title\":\"no\"}").getBytes(StandardCharsets.UTF_8);
        return new Reply(status, "application/problem+json", body, null);
    }

    private String account(long id) {
        String known = emails.get(id);
        String email = known == null ? "u" + id + "@gavel.example" : known;
        return "{\"id\":" + id + ",\"email\":\"" + email
                + "\",\"firstName\":\"A\",\"lastName\":\"" + lastNames.getOrDefault(id, "B")
                + "\",\"creditLimit\":1000000.00,\"held\":0.00,"
                + "\"spent\":0.00,\"version\":" + versions.getOrDefault(id, 3) + "}";
    }

    private static String item(long id, long seller, String title) {
        return "{\"id\":" + id + ",\"sellerId\":" + seller + ",\"title\":\"" + title
                + "\",\"description\":\"d\",\"manufacturer\":\"m\",\"condition\":\"GOOD\",\"category\":\"clocks\","
                + "\"dateOfOrigin\":null,\"startingPrice\":20.00,\"state\":\"DRAFT\",\"version\":1,\"thumbnail\":"
                + "\"/api/images/" + id + "-1?size=thumbnail\",\"images\":[" + image(id + "-1") + "," + image(id + "-2")
                + "]}";
    }

    private static String image(String id) {
        String path = "/api/images/" + id + "?size=";
        return "{\"id\":\"" + id + "\",\"width\":640,\"height\":480,\"thumbnail\":\"" + path
                + "thumbnail\",\"preview\":\"" + path + "preview\",\"full\":\"" + path + "full\"}";
    }

    private static byte[] picture() {
        byte[] bytes = new byte[2_000];
        bytes[0] = (byte) 0xFF;
        bytes[1] = (byte) 0xD8;
        bytes[2] = (byte) 0xFF;
        return bytes;
    }
}
