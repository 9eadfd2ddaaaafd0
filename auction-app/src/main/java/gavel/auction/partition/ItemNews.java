package gavel.auction.partition;

import gavel.auction.engine.Outcome;
import gavel.auction.partition.deciding.Delivery;
import gavel.auction.partition.deciding.Observer;
import java.util.List;
import java.util.function.LongConsumer;

/** Tells of every item that the hammer changed, so that no node shows the former state of it from a cache. */
record ItemNews(Observer next, LongConsumer changed) implements Observer {
    @Override
    public void committed(Outcome outcome, List<Delivery> deliveries, long transactionNanos) {
        next.committed(outcome, deliveries, transactionNanos);
    }

    @Override
    public void told(Outcome outcome, List<Delivery> deliveries) {
        outcome.items().keySet().forEach(changed::accept);
        next.told(outcome, deliveries);
    }

    @Override
    public void deadLettered(Delivery delivery, String reason) {
        next.deadLettered(delivery, reason);
    }

    @Override
    public void failed(RuntimeException reason) {
        next.failed(reason);
    }
}
