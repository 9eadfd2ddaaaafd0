package gavel.auction.operations;

import gavel.auction.partition.Partitions;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.ReadinessState;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Component;

/** Whether this node takes part or is leaving. Leaving is for good: a drained node is stopped, not used again. */
@Component
class NodeState {
    private static final Logger LOG = LoggerFactory.getLogger(NodeState.class);

    private final ObjectProvider<Drainable> parts;
    private final ObjectProvider<Partitions> partitions;
    private final ApplicationEventPublisher events;
    private final AtomicBoolean draining = new AtomicBoolean();
    private volatile boolean settled;

    NodeState(
            ObjectProvider<Drainable> parts, ObjectProvider<Partitions> partitions, ApplicationEventPublisher events) {
        this.parts = parts;
        this.partitions = partitions;
        this.events = events;
    }

    boolean draining() {
        return draining.get();
    }

    Set<Integer> partitions() {
        Set<Integer> owned = new TreeSet<>();
        partitions.forEach(engine -> owned.addAll(engine.owned()));
        return owned;
    }

    /**
     * Whether the partitions have been settled once. That another node joins or dies later unsettles them for a moment on every node, and
     * no request is served worse for that.
     */
    boolean settled() {
        if (!settled) {
            settled = partitions.stream().allMatch(Partitions::settled);
        }
        return settled;
    }

    /** First no new requests come, then the partitions go to other nodes and every other part lets go. */
    void drain() {
        if (!draining.compareAndSet(false, true)) {
            return;
        }
        LOG.info("Draining");
        AvailabilityChangeEvent.publish(events, this, ReadinessState.REFUSING_TRAFFIC);
        partitions.forEach(Partitions::drain);
        parts.forEach(Drainable::drain);
    }
}
