package gavel.auction.operations;

import gavel.auction.broker.NodeIdentity;
import java.util.Set;
import java.util.UUID;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.stereotype.Component;

/** {@code /actuator/node}: which node this is and what it decides. */
@Component
@Endpoint(id = "node")
class NodeEndpoint {
    private final NodeIdentity node;
    private final NodeState state;

    NodeEndpoint(NodeIdentity node, NodeState state) {
        this.node = node;
        this.state = state;
    }

    record Node(String node, UUID instance, String version, Set<Integer> partitions, boolean draining) {}

    @ReadOperation
    Node node() {
        String version = NodeEndpoint.class.getPackage().getImplementationVersion();
        return new Node(
                node.node(),
                node.instance(),
                version == null ? "unpackaged" : version,
                state.partitions(),
                state.draining());
    }
}
