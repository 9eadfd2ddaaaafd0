package gavel.auction.partition.deciding;

import java.io.IOException;
import java.util.function.Consumer;

/** The queues of bids and commands, as the deciding loop needs them. */
public interface BidQueues {
    /**
     * Starts consuming the queue of one partition.
     *
     * @param sink takes deliveries in their order, on a thread of the broker client; it must not block
     */
    Subscription subscribe(int partition, Consumer<Delivery> sink) throws IOException;

    /** Deliveries of one queue until it is closed. What was not acknowledged by then goes back to the queue. */
    interface Subscription extends AutoCloseable {
        boolean isOpen();

        /** Acknowledges one delivery; of no effect when the subscription is closed. */
        void acknowledge(Delivery delivery);

        /** Acknowledges a delivery and all before it. */
        void acknowledgeThrough(Delivery delivery);

        @Override
        void close();
    }
}
