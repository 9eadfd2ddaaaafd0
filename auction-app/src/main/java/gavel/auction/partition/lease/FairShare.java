package gavel.auction.partition.lease;

import gavel.auction.broker.NodeIdentity;
import gavel.auction.broker.Topology;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * How many partitions a node should have, and which it gives up or takes to get there. Every node computes it from the same table; the
 * shares, floor or ceiling of partitions / nodes, add up to all partitions.
 */
final class FairShare {
    private static final Comparator<NodeIdentity> ORDER =
            Comparator.comparing(NodeIdentity::node).thenComparing(NodeIdentity::instance);

    private FairShare() {}

    /** @param settled every partition has a living owner and this node has neither too many nor too few */
    record Plan(SortedSet<Integer> release, SortedSet<Integer> acquire, boolean settled) {}

    static int share(NodeIdentity self, List<NodeIdentity> takers) {
        List<NodeIdentity> ordered = takers.stream().sorted(ORDER).toList();
        int rank = ordered.indexOf(self);
        if (rank < 0) {
            return 0;
        }
        return Topology.PARTITIONS / ordered.size() + (rank < Topology.PARTITIONS % ordered.size() ? 1 : 0);
    }

    /**
     * @param held partitions this node decides now
     * @param most partitions to take at once, so that nodes starting together share them out
     */
    static Plan plan(NodeIdentity self, Leases.Table table, SortedSet<Integer> held, int most) {
        int share = share(self, table.takers());
        SortedSet<Integer> release = new TreeSet<>();
        for (int partition : held.reversed()) {
            if (held.size() - release.size() > share) {
                release.add(partition);
            }
        }
        SortedSet<Integer> acquire = new TreeSet<>();
        for (int partition : free(self, table, held)) {
            if (held.size() + acquire.size() < share && acquire.size() < most) {
                acquire.add(partition);
            }
        }
        boolean settled = held.size() == share && table.owners().size() == Topology.PARTITIONS;
        return new Plan(release, acquire, settled);
    }

    /** Without a living owner, or this node's own from before it lost its memory of them. */
    private static List<Integer> free(NodeIdentity self, Leases.Table table, SortedSet<Integer> held) {
        List<Integer> free = new ArrayList<>();
        for (int partition = 0; partition < Topology.PARTITIONS; partition++) {
            NodeIdentity owner = table.owners().get(partition);
            if (!held.contains(partition) && (owner == null || owner.equals(self))) {
                free.add(partition);
            }
        }
        return free;
    }
}
