package gavel.auction.bid;

import gavel.auction.broker.BidMessage;
import gavel.auction.broker.DecisionMessage;
import gavel.auction.broker.PartitionPublisher.NotSentException;
import gavel.auction.problem.ApiProblem;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes bids: checks what needs no order, sends them to the owner of the auction, and waits for the decision without a thread. Whatever
 * is in doubt is answered as pending; a problem is answered only when the bid is certainly nowhere.
 */
final class Bids {
    private static final Logger LOG = LoggerFactory.getLogger(Bids.class);
    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

    private final BidStore store;
    private final BidIds ids;
    private final OutstandingBids outstanding;
    private final Sender sender;
    private final InstantSource instants;
    private final Executor executor;
    private final Terms terms;

    /** Sends a bid to its owner; fails with {@link NotSentException} when it certainly has not arrived. */
    interface Sender {
        CompletionStage<Void> send(BidMessage bid);
    }

    /**
     * @param replyTo this node's reply queue
     * @param answerWithin how long a request waits for the decision
     */
    record Terms(String replyTo, Duration answerWithin) {}

    /** A bid as it came in. */
    record Placing(long accountId, long auctionId, String idempotencyKey, Offer offer) {}

    Bids(
            BidStore store,
            BidIds ids,
            OutstandingBids outstanding,
            Sender sender,
            InstantSource instants,
            Executor executor,
            Terms terms) {
        this.store = store;
        this.ids = ids;
        this.outstanding = outstanding;
        this.sender = sender;
        this.instants = instants;
        this.executor = executor;
        this.terms = terms;
    }

    /** Completes with the answer, a pending one when there is no decision in time, or with an {@link ApiProblem}. */
    CompletionStage<BidAnswer> place(Placing placing) {
        String bidId = ids.of(placing.accountId(), placing.idempotencyKey());
        BidStore.Situation situation = store.situation(
                        placing.auctionId(), placing.offer().lotId(), placing.accountId(), bidId)
                .orElseThrow(() -> ApiProblem.notFound("auction", placing.auctionId()));
        if (situation.decided() != null) {
            return CompletableFuture.completedFuture(again(placing, situation.decided()));
        }
        check(placing, situation);
        OutstandingBids.Place place = outstanding
                .add(bidId, placing.auctionId(), placing.offer())
                .orElseThrow(() -> ApiProblem.unavailable(
                        "Too many bids are waiting for a decision; this one was not placed.", RETRY_AFTER));
        OutstandingBids.Entry entry = place.entry();
        if (!place.first()) {
            if (!entry.isFor(placing.auctionId(), placing.offer())) {
                throw keyReused();
            }
            return answer(bidId, placing.accountId(), entry);
        }
        send(bidId, placing, entry);
        return answer(bidId, placing.accountId(), entry)
                .whenComplete((answer, problem) -> outstanding.remove(bidId, entry));
    }

    private static BidAnswer again(Placing placing, DecisionMessage decided) {
        Offer offer = placing.offer();
        if (!decided.isAbout(placing.auctionId(), offer.lotId(), offer.amount())) {
            throw keyReused();
        }
        return BidAnswer.of(decided);
    }

    private static void check(Placing placing, BidStore.Situation situation) {
        if (situation.sellerId() == null) {
            throw ApiProblem.notFound("lot", placing.offer().lotId() + " in auction " + placing.auctionId());
        }
        if (situation.sellerId() == placing.accountId()) {
            throw ApiProblem.forbidden("Sellers cannot bid on their own items.");
        }
        if (!situation.attending()) {
            throw ApiProblem.conflict("Attend auction " + placing.auctionId() + " before you bid in it.");
        }
    }

    private void send(String bidId, Placing placing, OutstandingBids.Entry entry) {
        BidMessage message = new BidMessage(
                bidId,
                placing.accountId(),
                placing.auctionId(),
                placing.offer().lotId(),
                placing.offer().amount().setScale(2, RoundingMode.UNNECESSARY),
                placing.idempotencyKey(),
                instants.instant().truncatedTo(ChronoUnit.MICROS),
                terms.replyTo());
        sender.send(message).whenComplete((sent, failure) -> {
            if (causeOf(failure) instanceof NotSentException notSent) {
                entry.decision().completeExceptionally(notSent);
            } else if (failure != null) {
                LOG.warn("Whether a bid was sent is in doubt: {}", failure.toString());
            }
        });
    }

    private CompletionStage<BidAnswer> answer(String bidId, long accountId, OutstandingBids.Entry entry) {
        return entry.decision()
                .copy()
                .orTimeout(terms.answerWithin().toMillis(), TimeUnit.MILLISECONDS)
                .thenApply(BidAnswer::of)
                .exceptionallyCompose(failure -> inDoubt(bidId, accountId, entry, causeOf(failure)));
    }

    /** The reply may be lost although the bid was decided, so the rows have the last word. */
    private CompletionStage<BidAnswer> inDoubt(
            String bidId, long accountId, OutstandingBids.Entry entry, Throwable failure) {
        return switch (failure) {
            case OutstandingBids.KeyReusedException reused -> CompletableFuture.failedFuture(keyReused());
            case NotSentException notSent -> {
                LOG.warn("A bid was not sent: {}", notSent.toString());
                yield CompletableFuture.failedFuture(ApiProblem.unavailable(
                        "The message broker did not take the bid; it was not placed.", RETRY_AFTER));
            }
            default ->
                CompletableFuture.supplyAsync(() -> store.find(bidId, accountId).orElse(null), executor)
                        .exceptionally(e -> null)
                        .thenApply(decided -> decided == null ? BidAnswer.pending(bidId) : fitting(entry, decided));
        };
    }

    private static BidAnswer fitting(OutstandingBids.Entry entry, DecisionMessage decided) {
        if (!entry.isDecidedBy(decided)) {
            throw keyReused();
        }
        return BidAnswer.of(decided);
    }

    /** What became of a bid of this account. */
    BidAnswer find(String bidId, long accountId) {
        return store.find(bidId, accountId).map(BidAnswer::of).orElseGet(() -> {
            if (!ids.isOf(bidId, accountId)) {
                throw ApiProblem.notFound("bid", bidId);
            }
            return BidAnswer.pending(bidId);
        });
    }

    /** Replies may have been lost with the connection: asks the rows about all bids that wait. */
    void recheck() {
        Set<String> waiting = outstanding.ids();
        if (!waiting.isEmpty()) {
            executor.execute(() -> store.find(waiting).forEach(outstanding::decided));
        }
    }

    private static ApiProblem keyReused() {
        return ApiProblem.unprocessable("This Idempotency-Key was used for another bid: send a new key.");
    }

    private static Throwable causeOf(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }
}
