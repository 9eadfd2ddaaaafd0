package gavel.driver.api.ensemble;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.agent.FakeGenerator;
import gavel.driver.api.AgentFindings;
import gavel.driver.api.AgentFindings.NewsFindings;
import gavel.driver.api.AgentFindings.OperationFindings;
import gavel.driver.api.AgentFindings.Responses;
import gavel.driver.api.AgentFindings.TenSeconds;
import gavel.driver.api.AgentJson;
import gavel.driver.api.LoadSpec.AgentShare;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GatheredFindingsTest {
    private static final TenSeconds SOME = new TenSeconds(100, 4, 3, 2);

    /** Of an agent that measured so many times ten seconds. */
    private static AgentFindings findings(int index, int agents, int tens) {
        AgentFindings none = FakeGenerator.findings(new AgentShare(index, agents));
        List<TenSeconds> series = Collections.nCopies(tens, SOME);
        return new AgentFindings(
                none.agent(),
                none.clock(),
                none.profile(),
                none.seed(),
                none.users(),
                none.startedAtMillis(),
                none.measuredFromMillis(),
                none.measuredToMillis(),
                List.of(operation("Home", series), operation("Login", series)),
                new NewsFindings(7, 1, 0, series, none.news().bids(), "", ""),
                none.mix(),
                none.people(),
                none.driver(),
                none.counters(),
                Collections.nCopies(tens, new Responses(5_000, 10)),
                none.firstFailures());
    }

    private static OperationFindings operation(String name, List<TenSeconds> batches) {
        return new OperationFindings(name, 100L * batches.size(), 90, 80, 70, 1, Map.of(), batches, "", "");
    }

    private static List<AgentFindings> gathered(AgentFindings... findings) {
        GatheredFindings gathered = new GatheredFindings();
        List.of(findings).forEach(gathered::add);
        assertThat(gathered.size()).isEqualTo(findings.length);
        return gathered.all();
    }

    @Test
    void theFirstThatComesHasTheSumsOfAllAndTheOthersNone() {
        List<AgentFindings> all = gathered(findings(2, 3, 2), findings(0, 3, 3), findings(1, 3, 1));

        List<TenSeconds> sums =
                List.of(new TenSeconds(300, 12, 9, 6), new TenSeconds(200, 8, 6, 4), new TenSeconds(100, 4, 3, 2));
        assertThat(all.getFirst().operations())
                .extracting(OperationFindings::batches)
                .containsExactly(sums, sums);
        assertThat(all.getFirst().news().batches()).isEqualTo(sums);
        assertThat(all.getFirst().responses())
                .containsExactly(new Responses(15_000, 30), new Responses(10_000, 20), new Responses(5_000, 10));
        assertThat(all.subList(1, 3)).allSatisfy(other -> {
            assertThat(other.operations())
                    .allMatch(operation -> operation.batches().isEmpty());
            assertThat(other.news().batches()).isEmpty();
            assertThat(other.responses()).isEmpty();
        });
    }

    @Test
    void everythingElseStaysWithTheAgentThatFoundIt() {
        List<AgentFindings> all = gathered(findings(2, 3, 2), findings(0, 3, 3), findings(1, 3, 1));

        assertThat(all).extracting(found -> found.agent().index()).containsExactly(2, 0, 1);
        assertThat(all)
                .extracting(found -> found.operations().getFirst().starts())
                .containsExactly(200L, 300L, 100L);
        assertThat(all).extracting(found -> found.news().pairs()).containsOnly(7L);
        assertThat(all).extracting(AgentFindings::counters).containsOnly(Map.of("exchanges", 42L));
    }

    /** They are sent to the one that judges, which takes a part of its heap in: an hour of forty agents as that of three. */
    @Test
    void whatGrowsWithTheRunIsThereOnce() {
        GatheredFindings gathered = new GatheredFindings();
        for (int i = 0; i < 40; i++) {
            gathered.add(findings(i, 40, 360));
        }

        int one = AgentJson.MAPPER.writeValueAsBytes(findings(0, 40, 360)).length;
        assertThat(AgentJson.MAPPER.writeValueAsBytes(new AgentJson.All(gathered.all())).length)
                .isLessThan(3 * one);
    }
}
