package gavel.harness.platform.local.proc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ProcessTreeTest {
    private static ProcessStat process(long pid, long parent) {
        return new ProcessStat(pid, parent, "fake", 'S', false, 1, 1, 0, 1, 1);
    }

    private static List<Long> pids(List<ProcessStat> members) {
        return members.stream().map(ProcessStat::pid).toList();
    }

    @Test
    void backendsBelongToTheirPostmaster() {
        var members = ProcessTree.members(
                List.of(process(1, 0), process(10, 1), process(11, 10), process(12, 11), process(20, 1)), Set.of(10L));
        assertThat(pids(members.get(10L))).containsExactly(10L, 11L, 12L);
    }

    @Test
    void aRootBelowAnotherKeepsItsOwn() {
        Set<Long> roots = new LinkedHashSet<>(List.of(10L, 20L));
        var members =
                ProcessTree.members(List.of(process(10, 1), process(20, 10), process(21, 20), process(11, 10)), roots);
        assertThat(pids(members.get(10L)))
                .as("not the postmaster the JVM started")
                .containsExactly(10L, 11L);
        assertThat(pids(members.get(20L))).containsExactly(20L, 21L);
    }

    @Test
    void aRootThatIsGoneHasNoMembers() {
        assertThat(ProcessTree.members(List.of(process(11, 10)), Set.of(10L)).get(10L))
                .isEmpty();
    }
}
