package gavel.harness.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.action.Targets;
import gavel.harness.action.Targets.Target;
import gavel.harness.config.Configuration;
import gavel.harness.config.Configurations;
import gavel.harness.config.Configurations.SettingOverride;
import gavel.harness.failure.ConfigurationException;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What can be acted on while people use a deployment, and what must not be done to it. */
class ActionTargetsTest {
    private static final String UNCUT = "needs a host of its own for the instance (hosts.isolated: true)";
    private static final String STAYING =
            "needs a host that Gavel may take away: a pod of a StatefulSet, or a machine with powerOff (kubernetes.statefulSet, hosts.machines)";
    private static final String IN_MEMORY = "must not be stopped or killed, as its data are in memory only";

    private static Configuration configuration(String named, String... settings) {
        return new Configurations(Path.of("../deploy/configs"), Topologies::check)
                .read(named, Stream.of(settings).map(SettingOverride::parse).toList());
    }

    private static Targets targets(String named, String... settings) {
        return ActionTargets.of(configuration(named, settings));
    }

    @Test
    void whatIsEmbeddedIsGoneWithItsProcess() {
        Map<String, Target> instances = targets("minimal").instances();
        assertThat(instances).containsOnlyKeys("embedded-services", "postgresql");
        assertThat(instances.values()).containsOnly(new Target(IN_MEMORY, true, UNCUT, STAYING));
    }

    /** Whoever makes the load is no part of what is measured. */
    @Test
    void realServersMayEndAndDriversAreNone() {
        Map<String, Target> instances = targets("small", "drivers.count=2").instances();
        assertThat(instances).containsKeys("postgresql", "rabbitmq1", "document-server", "nginx1", "haproxy1");
        assertThat(instances.keySet()).noneMatch(name -> name.startsWith("driver") || name.startsWith("app"));
        assertThat(instances.get("postgresql").unsafe()).isNull();
        assertThat(instances.get("document-server").unsafe()).isEqualTo(IN_MEMORY);
        assertThat(instances.get("postgresql").audited()).isTrue();
        assertThat(instances.get("nginx1").audited())
                .as("the audit asks the data")
                .isFalse();
    }

    @Test
    void onlyWhatHasAHostOfItsOwnCanBeCutOff() {
        assertThat(targets("small").instances().values())
                .extracting(Target::uncut)
                .containsOnly(UNCUT);
        assertThat(targets("small").scaled().target().uncut()).contains("hosts.isolated");
        Targets isolated = targets("small", "hosts.isolated=true");
        assertThat(isolated.instances().get("nginx1").uncut()).isNull();
        assertThat(isolated.scaled().target().uncut()).isNull();
        Targets pods = targets("small", "platform=kubernetes");
        assertThat(pods.instances().values())
                .extracting(Target::uncut)
                .allMatch(why -> why.contains("belongs to the cluster"));
        assertThat(pods.scaled().target().uncut()).contains("belongs to the cluster");
        Targets machines = targets(
                "minimal", "hosts.machines=[{name: one, address: 192.0.2.1, tiers: [services, appServers, drivers]}]");
        assertThat(machines.scaled().target().uncut())
                .contains("hosts.machines")
                .doesNotContain("isolated");
    }

    @ParameterizedTest
    @CsvSource({
        "minimal, 'kubernetes.statefulSet=true', a server in front",
        "small, 'kubernetes.statefulSet=false', kubernetes.statefulSet: true",
        "small, 'kubernetes.statefulSet=true',"
    })
    void aPodMayBeDeletedThatIsMadeAgainAndThatThoseInFrontLearnOf(String named, String setting, String missing) {
        Targets targets = targets(named, "platform=kubernetes", setting);
        assertThat(targets.instances().values())
                .extracting(Target::staying)
                .isNotEmpty()
                .allMatch(why -> why.contains("only application servers have one"));
        String why = targets.scaled().target().staying();
        assertThat(why == null ? "null" : why).contains(missing == null ? "null" : missing);
    }

    @ParameterizedTest
    @CsvSource({
        "'appServers', ', powerOn: x, powerOff: y',",
        "'appServers', ', powerOn: x', powerOff",
        "'appServers, drivers', ', powerOn: x, powerOff: y', nothing else"
    })
    void aMachineMayBeSwitchedOffThatHasHooksAndNothingElse(String tiers, String hooks, String missing) {
        String others = "{name: two, address: 192.0.2.2, tiers: [services, drivers]}";
        Targets targets = targets(
                "minimal",
                "drivers.count=2",
                "hosts.machines=[{name: one, address: 192.0.2.1, tiers: [" + tiers + "]" + hooks + "}, " + others
                        + "]");
        String why = targets.scaled().target().staying();
        assertThat(why == null ? "null" : why).contains(missing == null ? "null" : missing);
        assertThat(targets.instances().get("postgresql").staying()).contains("powerOff");
    }

    @Test
    void whatIsSomebodyElsesIsNoTarget() {
        assertThat(targets(
                                "minimal",
                                "relational.implementation=external",
                                "relational.url=jdbc:postgresql://db.example:5432/gavel",
                                "relational.username=me",
                                "relational.passwordFile=/tmp/p")
                        .instances())
                .containsOnlyKeys("embedded-services");
    }

    @Test
    void applicationServersAreScaledUpToTheMostThereMayBe() {
        Targets targets = targets("small", "appServers.count=2", "appServers.most=4");
        assertThat(targets.scaled().count()).isEqualTo(2);
        assertThat(targets.scaled().most()).isEqualTo(4);
        assertThat(targets.scaled().fixed()).as("balancers learn of new ones").isNull();
        assertThat(targets.scaled().name().apply(0)).isEqualTo("app1");
        assertThat(targets.scaled().name().apply(3)).isEqualTo("app4");
        assertThat(targets("minimal").scaled().fixed())
                .startsWith("cannot be scaled without a web server or balancer in front");
    }

    @Test
    void actionsAreHeldAgainstWhatThereIs() {
        assertThat(configuration("small", "actions=[{at: 10s, do: kill, instance: nginx1}]")
                        .actions())
                .hasSize(1);
        assertThatThrownBy(() -> configuration(
                        "minimal",
                        "actions=[{at: 1s, do: kill, instance: postgresql}, {at: 2s, do: kill, instance: nginx9}, "
                                + "{at: 3s, do: scale, tier: appServers, to: 2}]"))
                .isInstanceOfSatisfying(ConfigurationException.class, wrong -> assertThat(wrong.problems())
                        .anyMatch(problem -> problem.contains(IN_MEMORY))
                        .anyMatch(problem -> problem.contains("nginx9"))
                        .anyMatch(problem -> problem.contains("cannot be scaled without")));
    }
}
