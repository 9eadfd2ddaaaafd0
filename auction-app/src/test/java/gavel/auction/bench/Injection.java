package gavel.auction.bench;

import com.rabbitmq.client.Channel;
import gavel.auction.broker.BidMessage;
import gavel.auction.broker.BrokerConnections;
import gavel.auction.broker.DecisionMessage;
import gavel.auction.broker.Messages;
import gavel.auction.broker.PartitionPublisher;
import gavel.auction.engine.BidOutcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * Sends a stream of bids as a node that takes bids does, persistent and confirmed, and hears the answers. One thread sends; latencies
 * count from the moment a bid was due, so a sender that is held up makes them longer, not fewer.
 */
final class Injection implements AutoCloseable {
    private static final Duration LAST_ANSWERS = Duration.ofSeconds(20);

    final LongAdder confirmed = new LongAdder();
    final LongAdder refused = new LongAdder();
    final LongAdder answered = new LongAdder();
    final LongAdder accepted = new LongAdder();
    final Latencies confirms = new Latencies();
    final Latencies answers = new Latencies();
    private final Map<String, Sent> waiting = new ConcurrentHashMap<>();
    private final Semaphore places;
    private final PartitionPublisher publisher;
    private final BidStream bids;
    private final Pace pace;
    private final String replyTo;
    private final LongSupplier nanos;
    private final Writer witness;
    private final Channel replies;
    private final Thread sender = new Thread(this::send, "injection");
    private volatile boolean stopped;
    private volatile long measureFrom = Long.MAX_VALUE;
    private volatile long measureTo = Long.MAX_VALUE;

    private record Sent(BidMessage bid, long due) {}

    /** How and to where. */
    record Line(
            BrokerConnections broker,
            PartitionPublisher publisher,
            String replyTo,
            LongSupplier nanos,
            Writer witness) {}

    Injection(Line line, BidStream bids, Pace pace) throws IOException {
        this.publisher = line.publisher();
        this.replyTo = line.replyTo();
        this.nanos = line.nanos();
        this.witness = line.witness();
        this.bids = bids;
        this.pace = pace;
        this.places = new Semaphore(pace instanceof Pace.Saturating saturating ? saturating.waiting() : 0);
        replies = line.broker().connection().createChannel();
        replies.queueDeclare(line.replyTo(), false, false, true, null);
        replies.basicConsume(
                line.replyTo(),
                true,
                (_, delivery) -> {
                    for (DecisionMessage decision : Messages.read(delivery.getBody(), DecisionMessage[].class)) {
                        answer(decision);
                    }
                },
                _ -> {});
        sender.start();
    }

    /** From now on what becomes of the bids that are due is recorded. */
    void measure() {
        measureFrom = nanos.getAsLong();
    }

    /** Bids that are due from now on are not recorded; those before are until they are answered. */
    void measured() {
        measureTo = nanos.getAsLong();
    }

    private void send() {
        long began = nanos.getAsLong();
        try {
            for (long n = 0; !stopped; n++) {
                long due = awaitTurn(began, n);
                if (!stopped) {
                    send(bids.next(replyTo), due);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private long awaitTurn(long began, long n) throws InterruptedException {
        switch (pace) {
            case Pace.Steady steady -> {
                long due = began + steady.dueNanos(n);
                for (long early = due - nanos.getAsLong(); early > 0; early = due - nanos.getAsLong()) {
                    LockSupport.parkNanos(early);
                }
                return due;
            }
            case Pace.Saturating _ -> {
                places.acquire();
                return nanos.getAsLong();
            }
        }
    }

    private void send(BidMessage bid, long due) {
        boolean expectsAnswer = !(pace instanceof Pace.Saturating saturating) || saturating.answered();
        if (expectsAnswer) {
            waiting.put(bid.bidId(), new Sent(bid, due));
        }
        publisher.publish(bid.auctionId(), bid).whenComplete((_, failure) -> {
            if (failure != null) {
                refused.increment();
                return;
            }
            confirmed.increment();
            record(confirms, due);
            if (!expectsAnswer) {
                places.release();
            }
        });
    }

    private void answer(DecisionMessage decision) {
        Sent sent = waiting.remove(decision.bidId());
        if (sent == null) {
            return;
        }
        answered.increment();
        record(answers, sent.due());
        if (pace instanceof Pace.Saturating saturating && saturating.answered()) {
            places.release();
        }
        if (decision.outcome().equals(BidOutcome.ACCEPTED.name())) {
            accepted.increment();
        }
        try {
            witness.write(decision.bidId()
                    + ','
                    + decision.auctionId()
                    + ','
                    + decision.lotId()
                    + ','
                    + sent.bid().accountId()
                    + ','
                    + decision.amount()
                    + ','
                    + decision.outcome()
                    + ','
                    + decision.revision()
                    + '\n');
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void record(Latencies latencies, long due) {
        if (due >= measureFrom && due < measureTo) {
            latencies.record(nanos.getAsLong() - due);
        }
    }

    /** Sends no more, and waits for the last answers; returns how many bids were never answered. */
    int end() throws InterruptedException {
        stopped = true;
        places.release();
        sender.join();
        long deadline = nanos.getAsLong() + LAST_ANSWERS.toNanos();
        while (!waiting.isEmpty() && nanos.getAsLong() < deadline) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
        }
        return waiting.size();
    }

    @Override
    public void close() throws IOException {
        stopped = true;
        replies.abort();
    }
}
