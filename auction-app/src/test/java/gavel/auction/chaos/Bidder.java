package gavel.auction.chaos;

import gavel.auction.testing.Api;
import java.math.BigDecimal;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import tools.jackson.databind.JsonNode;

/**
 * One account: places bids until they are answered, whichever node it takes, and lets no node show it less than another did.
 *
 * <p>Several threads may bid and look for the same account at once.
 */
final class Bidder {
    private static final Duration PATIENCE = Duration.ofMillis(2_500);
    private static final Duration PAUSE = Duration.ofMillis(50);
    private static final Duration LONGEST = Duration.ofSeconds(60);
    private static final int LOOKS_BEFORE_SENDING_AGAIN = 10;
    private static final BigDecimal TOO_LITTLE = new BigDecimal("1.00");

    private final long account;
    private final House house;
    private final RandomGenerator random;
    private final Memory memory;
    private final AtomicInteger keys = new AtomicInteger();
    private volatile String token;

    /** What all bidders share. */
    record House(OpenLots lots, Doors doors, Witness witness, LongSupplier nanos) {}

    /** A bid on its way. */
    private record Attempt(
            long auction, OpenLots.Offer offer, BigDecimal amount, String key, Memory.Seen seen, long began) {
        String body() {
            return "{\"lotId\": %s, \"amount\": %s}".formatted(offer.lot(), amount);
        }
    }

    Bidder(long account, House house, RandomGenerator random) {
        this.account = account;
        this.house = house;
        this.random = random;
        this.memory = new Memory(account, house.witness());
    }

    void logIn() {
        Api.Answer answer = house.doors()
                .any(random)
                .post(
                        "/api/sessions",
                        "{\"email\": \"u%s@gavel.example\", \"password\": \"%s\"}".formatted(account, Site.PASSWORD));
        token = answer.json().get("token").stringValue();
    }

    /** Bids in an auction, enough every other time; returns when the bid is decided, whichever node says so. */
    void bid(long auction) {
        OpenLots.Offer offer = house.lots().offer(auction);
        Attempt attempt = new Attempt(
                auction,
                offer,
                random.nextBoolean() && offer.minimum() != null ? offer.minimum() : TOO_LITTLE,
                "chaos-%s-%s".formatted(account, keys.incrementAndGet()),
                memory.seen(auction, offer.lot()),
                house.nanos().getAsLong());
        String pending = null;
        for (int tries = 1; age(attempt).compareTo(LONGEST) < 0; tries++) {
            Api.Answer answer =
                    pending == null || tries % LOOKS_BEFORE_SENDING_AGAIN == 0 ? send(attempt) : look(pending);
            if (isDecision(answer)) {
                answered(attempt, answer.json());
                return;
            }
            if (answer != null && answer.status() == 202) {
                pending = answer.json().get("bidId").stringValue();
            } else if (answer != null && answer.status() >= 400 && answer.status() < 500) {
                house.witness()
                        .violation(
                                "%s of account %s: %s %s".formatted(attempt, account, answer.status(), answer.text()));
                return;
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
        house.witness().violation("%s of account %s: no answer within %s".formatted(attempt, account, LONGEST));
    }

    private Duration age(Attempt attempt) {
        return Duration.ofNanos(house.nanos().getAsLong() - attempt.began());
    }

    private Api.Answer send(Attempt attempt) {
        return ask(
                node -> node.request("/api/auctions/" + attempt.auction() + "/bids")
                        .header("Content-Type", "application/json")
                        .header("Idempotency-Key", attempt.key())
                        .POST(BodyPublishers.ofString(attempt.body())),
                PATIENCE);
    }

    private Api.Answer look(String bidId) {
        return ask(node -> node.request("/api/bids/" + bidId).GET(), PATIENCE);
    }

    private static boolean isDecision(Api.Answer answer) {
        return answer != null
                && answer.status() == 200
                && !answer.json().get("outcome").stringValue().equals("PENDING");
    }

    private void answered(Attempt attempt, JsonNode answer) {
        long revision = answer.get("revision").longValue();
        String outcome = answer.get("outcome").stringValue();
        long lot = attempt.offer().lot();
        house.witness()
                .answered(
                        new Witness.Answer(
                                answer.get("bidId").stringValue(),
                                attempt.auction(),
                                lot,
                                account,
                                attempt.amount(),
                                outcome,
                                revision),
                        age(attempt));
        memory.shown("a decision", attempt.auction(), revision, attempt.seen().revision());
        if (!answer.get("price").isNull()) {
            memory.shownPrice(
                    "a decision",
                    lot,
                    answer.get("price").decimalValue(),
                    attempt.seen().price());
        }
    }

    /** Waits for the next news of an auction. */
    void watch(long auction) {
        OpenLots.Offer known = house.lots().offer(auction);
        Memory.Seen before = memory.seen(auction, known.lot());
        String path = "/api/auctions/" + auction + "/live?after=" + before.revision();
        Api.Answer answer = ask(node -> node.request(path).GET(), Site.HOLD.plus(PATIENCE));
        if (answer == null || answer.status() != 200) {
            return;
        }
        long revision = answer.json().get("revision").longValue();
        memory.shown("the live view", auction, revision, before.revision() + 1);
        JsonNode lot = answer.json().get("lot");
        if (!lot.isNull()) {
            long id = lot.get("id").longValue();
            BigDecimal priceBefore = id == known.lot() ? before.price() : null;
            memory.shownPrice("the live view", id, lot.get("price").decimalValue(), priceBefore);
            house.lots().seen(auction, new OpenLots.Offer(revision, id, amount(lot.get("minimumBid"))));
        }
    }

    /** Reads the lot under the hammer. */
    void readLot(long auction) {
        long before = memory.revision(auction);
        Api.Answer answer = ask(
                node -> node.request("/api/auctions/" + auction + "/lots/current?after=" + before)
                        .GET(),
                PATIENCE);
        if (answer != null && answer.status() == 200) {
            memory.shown(
                    "the current lot", auction, answer.json().get("revision").longValue(), before);
        }
    }

    private static BigDecimal amount(JsonNode node) {
        return node.isNull() ? null : node.decimalValue();
    }

    /** Null when no answer came. What a user may see while something is broken is counted by kind. */
    private Api.Answer ask(Function<Api, HttpRequest.Builder> request, Duration patience) {
        Api node = house.doors().any(random);
        try {
            Api.Answer answer = node.send(request.apply(node.as(token)).timeout(patience));
            if (answer.status() >= 500) {
                house.witness().trouble("status " + answer.status());
            }
            return answer;
        } catch (IllegalStateException e) {
            house.doors().shun(node);
            house.witness()
                    .trouble(
                            e.getCause() == null
                                    ? e.toString()
                                    : e.getCause().getClass().getSimpleName());
            return null;
        }
    }
}
