package gavel.auction.partition;

import gavel.auction.engine.BidOutcome;
import gavel.auction.engine.Decision;
import gavel.auction.engine.Outcome;
import gavel.auction.partition.deciding.Delivery;
import gavel.auction.partition.deciding.Observer;
import gavel.auction.partition.deciding.RecordsException;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The engine in figures. */
final class EngineMeters implements Observer {
    private static final Logger LOG = LoggerFactory.getLogger(EngineMeters.class);

    private final MeterRegistry meters;
    private final LongSupplier nanos;
    private final Map<BidOutcome, Counter> decided = new EnumMap<>(BidOutcome.class);
    private final DistributionSummary batchSize;
    private final Timer decision;
    private final Timer news;
    private final Timer transaction;
    private final Counter deadLetters;

    EngineMeters(MeterRegistry meters, LongSupplier nanos) {
        this.meters = meters;
        this.nanos = nanos;
        for (BidOutcome outcome : BidOutcome.values()) {
            decided.put(
                    outcome,
                    Counter.builder("gavel.bids.decided")
                            .description("bids decided by this node")
                            .tag("outcome", outcome.name())
                            .register(meters));
        }
        batchSize = DistributionSummary.builder("gavel.engine.batch.size")
                .description("messages decided in one transaction")
                .register(meters);
        decision = Timer.builder("gavel.engine.decision")
                .description("from a message's arrival at its owner to the commit of its decision")
                .publishPercentileHistogram()
                .register(meters);
        news = Timer.builder("gavel.engine.news")
                .description("from a message's arrival at its owner until its reply and its news are with the broker")
                .publishPercentileHistogram()
                .register(meters);
        transaction = Timer.builder("gavel.engine.transaction")
                .description("one deciding transaction")
                .register(meters);
        deadLetters = Counter.builder("gavel.engine.dead.letters")
                .description("messages that could not be applied")
                .register(meters);
    }

    @Override
    public void committed(Outcome outcome, List<Delivery> deliveries, long transactionNanos) {
        for (Decision each : outcome.decisions()) {
            decided.get(each.outcome()).increment();
        }
        transaction.record(transactionNanos, TimeUnit.NANOSECONDS);
        batchSize.record(deliveries.size());
        recordSinceArrival(decision, deliveries);
    }

    @Override
    public void told(Outcome outcome, List<Delivery> deliveries) {
        recordSinceArrival(news, deliveries);
    }

    private void recordSinceArrival(Timer timer, List<Delivery> deliveries) {
        long now = nanos.getAsLong();
        deliveries.forEach(delivery -> timer.record(now - delivery.arrivedNanos(), TimeUnit.NANOSECONDS));
    }

    @Override
    public void deadLettered(Delivery delivery, String reason) {
        deadLetters.increment();
        LOG.error("A message of partition {} went to the dead letters: {}", delivery.partition(), reason);
    }

    @Override
    public void failed(RuntimeException reason) {
        meters.counter("gavel.engine.failures", "kind", reason.getClass().getSimpleName())
                .increment();
        if (reason instanceof RecordsException) {
            LOG.warn("A batch was put off: {}", reason.getMessage());
        } else {
            LOG.error("A batch failed", reason);
        }
    }
}
