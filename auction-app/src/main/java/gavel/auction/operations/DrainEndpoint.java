package gavel.auction.operations;

import java.util.Set;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.stereotype.Component;

/** {@code POST /actuator/drain}: the node stops taking part. It is done when {@code /actuator/node} shows no partitions any more. */
@Component
@Endpoint(id = "drain")
class DrainEndpoint {
    private final NodeState state;

    DrainEndpoint(NodeState state) {
        this.state = state;
    }

    record Draining(boolean draining, Set<Integer> partitions) {}

    @WriteOperation
    Draining drain() {
        state.drain();
        return new Draining(state.draining(), state.partitions());
    }
}
