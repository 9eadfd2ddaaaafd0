package gavel.auction.partition.lease;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.auction.broker.NodeIdentity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FairShareTest {
    @ParameterizedTest(name = "{0} nodes")
    @ValueSource(ints = {1, 2, 3, 5, 10, 64, 100})
    void theSharesOfAllNodesAddUpToAllPartitions(int count) {
        List<NodeIdentity> nodes = nodes(count);
        int[] shares =
                nodes.stream().mapToInt(node -> FairShare.share(node, nodes)).toArray();
        assertThat(IntStream.of(shares).sum()).isEqualTo(64);
        assertThat(IntStream.of(shares).max().orElseThrow()
                        - IntStream.of(shares).min().orElseThrow())
                .isLessThanOrEqualTo(1);
    }

    @Test
    void aDrainingNodeGivesUpAll() {
        NodeIdentity self = node(1);
        var plan = FairShare.plan(self, table(List.of(node(2)), Map.of(3, self, 4, self)), set(3, 4), 16);
        assertThat(plan.release()).containsExactly(3, 4);
        assertThat(plan.acquire()).isEmpty();
        assertThat(plan.settled()).isFalse();
    }

    @Test
    void aNodeTakesWhatIsFreeOrItsOwnOnlyAFewAtATime() {
        NodeIdentity self = node(1);
        Map<Integer, NodeIdentity> owners = new HashMap<>();
        IntStream.range(0, 64).forEach(partition -> owners.put(partition, node(2)));
        owners.remove(10);
        owners.put(20, self);
        assertThat(FairShare.plan(self, table(nodes(2), owners), set(), 16).acquire())
                .containsExactly(10, 20);
        assertThat(FairShare.plan(self, table(nodes(2), Map.of()), set(), 16).acquire())
                .hasSize(16);
    }

    @Test
    void aNodeWithTooManyReleasesOnlyTheSurplus() {
        NodeIdentity self = node(1);
        Map<Integer, NodeIdentity> owners = new HashMap<>();
        SortedSet<Integer> all = new TreeSet<>();
        IntStream.range(0, 64).forEach(partition -> {
            owners.put(partition, self);
            all.add(partition);
        });
        var plan = FairShare.plan(self, table(nodes(2), owners), all, 16);
        assertThat(plan.release()).hasSize(32);
        assertThat(plan.acquire()).isEmpty();
        assertThat(FairShare.plan(self, table(nodes(1), owners), all, 16).settled())
                .isTrue();
    }

    private static Leases.Table table(List<NodeIdentity> takers, Map<Integer, NodeIdentity> owners) {
        return new Leases.Table(takers, owners, Map.of());
    }

    private static SortedSet<Integer> set(Integer... partitions) {
        return new TreeSet<>(List.of(partitions));
    }

    private static List<NodeIdentity> nodes(int count) {
        List<NodeIdentity> nodes = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            nodes.add(node(i));
        }
        return nodes;
    }

    private static NodeIdentity node(int number) {
        return new NodeIdentity("app" + number, new UUID(0, number));
    }
}
