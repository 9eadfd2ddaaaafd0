package gavel.auction.partition.deciding;

import gavel.auction.engine.Outcome;
import java.util.List;

/** Is told what was done, for metrics and for the outbox. Called on the deciding thread. */
public interface Observer {
    void committed(Outcome outcome, List<Delivery> deliveries, long transactionNanos);

    /** Replies and news of a commit are with the broker. */
    void told(Outcome outcome, List<Delivery> deliveries);

    void deadLettered(Delivery delivery, String reason);

    /** A batch was repeated, or put off until the database is back. */
    void failed(RuntimeException reason);
}
