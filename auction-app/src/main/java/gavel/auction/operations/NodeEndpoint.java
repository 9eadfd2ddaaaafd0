package gavel.auction.operations;

import gavel.auction.broker.NodeIdentity;
import gavel.auction.connection.OpenConnections;
import java.util.Set;
import java.util.UUID;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.stereotype.Component;

/** {@code /actuator/node}: which node this is, what it decides, and whether it has connections. */
@Component
@Endpoint(id = "node")
class NodeEndpoint {
    private final NodeIdentity node;
    private final NodeState state;
    private final OpenConnections open;

    NodeEndpoint(NodeIdentity node, NodeState state, OpenConnections open) {
        this.node = node;
        this.state = state;
        this.open = open;
    }

    record Node(
            String node, UUID instance, String version, Set<Integer> partitions, boolean draining, int connections) {}

    @ReadOperation
    Node node() {
        String version = NodeEndpoint.class.getPackage().getImplementationVersion();
        return new Node(
                node.node(),
                node.instance(),
                version == null ? "unpackaged" : version,
                state.partitions(),
                state.draining(),
                open.count());
    }
}
