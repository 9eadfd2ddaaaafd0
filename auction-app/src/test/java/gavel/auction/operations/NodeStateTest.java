package gavel.auction.operations;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.auction.partition.Partitions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.support.StaticListableBeanFactory;

class NodeStateTest {
    private final List<String> told = new ArrayList<>();
    private final FakePartitions engine = new FakePartitions();
    private final Drainable part = () -> told.add("part");
    private final StaticListableBeanFactory beans =
            new StaticListableBeanFactory(Map.of("engine", engine, "part", part));
    private final NodeState state = new NodeState(
            beans.getBeanProvider(Drainable.class),
            beans.getBeanProvider(Partitions.class),
            event -> told.add("refuse"));

    @Test
    void aNodeThatWasReadyStaysSoWhenAnotherOneJoins() {
        assertThat(state.settled()).isFalse();
        engine.settled = true;
        assertThat(state.settled()).isTrue();

        engine.settled = false;

        assertThat(state.settled()).isTrue();
    }

    @Test
    void drainingFirstRefusesThenHandsOver() {
        state.drain();

        assertThat(state.draining()).isTrue();
        assertThat(told).containsExactly("refuse", "engine", "part");
    }

    @Test
    void drainingTwiceIsDrainingOnce() {
        state.drain();
        state.drain();

        assertThat(told).hasSize(3);
    }

    @Test
    void itSaysWhichPartitionsItDecides() {
        engine.owned.addAll(List.of(7, 3));

        assertThat(state.partitions()).containsExactly(3, 7);
    }

    private final class FakePartitions implements Partitions {
        private final SortedSet<Integer> owned = new TreeSet<>();
        private boolean settled;

        @Override
        public SortedSet<Integer> owned() {
            return owned;
        }

        @Override
        public boolean settled() {
            return settled;
        }

        @Override
        public CompletableFuture<Void> drain() {
            told.add("engine");
            return CompletableFuture.completedFuture(null);
        }
    }
}
