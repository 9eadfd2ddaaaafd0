package gavel.harness.run.failover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import gavel.harness.config.Configuration;
import gavel.harness.config.Configurations;
import gavel.harness.failover.Fault;
import gavel.harness.failover.FaultPlan;
import gavel.harness.failover.FaultPlan.Candidate;
import gavel.harness.run.RunRig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FaultCandidatesTest {
    private static List<Candidate> of(String name, String... settings) {
        Configuration configuration =
                new Configurations(Path.of("../deploy/configs")).read(name, RunRig.overrides(settings));
        return FaultCandidates.of(configuration);
    }

    @Test
    void eachTierOfSmallHasOneAndTheBrokerIsNotItsPortMapper() {
        assertThat(of("small"))
                .extracting(Candidate::tier, Candidate::instance, Candidate::instances)
                .containsExactly(
                        tuple("balancers", "haproxy1", 1),
                        tuple("webServers", "nginx1", 1),
                        tuple("appServers", "app1", 1),
                        tuple("documents", "document-server", 1),
                        tuple("broker", "rabbitmq1", 1),
                        tuple("relational", "postgresql", 1));
    }

    @Test
    void allFaultsOfSmallAreSixteenAndTwoCannotBe() {
        List<String> problems = new ArrayList<>();
        FaultPlan plan = FaultPlan.of(of("small"), List.of(), List.of(), problems);
        assertThat(problems).isEmpty();
        assertThat(plan.faults()).hasSize(16);
        assertThat(plan.omitted())
                .extracting(omitted -> omitted.fault().words() + " " + omitted.why())
                .containsExactly(
                        "kill of document-server must not be stopped or killed, as its data are in memory only",
                        "restart of document-server must not be stopped or killed, as its data are in memory only");
    }

    @Test
    void whatWasTypedIsCheckedTogether() {
        List<String> problems = new ArrayList<>();
        FaultPlan.of(of("small"), List.of("apServers", "documents"), List.of("kill", "meltdown", "cut"), problems);
        assertThat(problems)
                .containsExactly(
                        "there is no such tier in this deployment (--tiers): apServers; did you mean 'appServers'?",
                        "there is no such fault (--faults): meltdown; known: kill, freeze, restart, cut, host",
                        "kill of document-server cannot be made: document-server must not be stopped or killed, as its data are in memory only (--tiers, --faults)",
                        "cut of document-server cannot be made: document-server needs a host of its own for the instance (hosts.isolated: true) (--tiers, --faults)");
    }

    @Test
    void whereNothingCanBeMadeThatIsTold() {
        List<String> problems = new ArrayList<>();
        FaultPlan.of(of("small"), List.of(), List.of("cut"), problems);
        assertThat(problems).hasSize(1);
        assertThat(problems.getFirst()).startsWith("no fault that was asked for can be made here: haproxy1 needs");
    }

    @Test
    void severalInstancesAreRedundantAndWithHostsTheyCanBeCut() {
        Candidate servers = of("small", "appServers.count=3").stream()
                .filter(candidate -> candidate.tier().equals("appServers"))
                .findFirst()
                .orElseThrow();
        assertThat(servers.instances()).isEqualTo(3);
        assertThat(servers.uncut()).contains("hosts.isolated");
        assertThat(of("full-2015"))
                .filteredOn(candidate -> candidate.tier().equals("appServers"))
                .extracting(Candidate::uncut)
                .containsOnlyNulls();
    }

    @Test
    void aRepeatIsTheWholeWalkAgain() {
        FaultPlan plan = FaultPlan.of(of("small"), List.of("appServers"), List.of("kill", "freeze"), new ArrayList<>());
        assertThat(plan.repeated(2))
                .extracting(Fault::words)
                .containsExactly("kill of app1", "freeze of app1", "kill of app1", "freeze of app1");
    }
}
